/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the command line asks for the job as a whole. Filled by {@link CommandLine}, read by all others. */
final class Settings {
    /** {@link #stdinRank} for "every rank". */
    static final int STDIN_ALL = -1;

    /** {@link #stdinRank} for "no rank". */
    static final int STDIN_NONE = -2;

    /** Environment for all ranks. */
    final Map<String, String> environment = new LinkedHashMap<>();

    /** The hosts that the job may run on. */
    Allocation allocation;

    /** What {@code --launcher} says, or null. */
    String launcher;

    /** Ranks on each host, 0 if the user does not say. */
    int perNode;

    /** What the user asks for that another launcher has to do itself, with the value of each option, perhaps empty. */
    final Map<Option, String> wishes = new EnumMap<>(Option.class);

    /** Variables of the launcher's environment that ranks on other hosts are to have, too. */
    final Set<String> exported = new LinkedHashSet<>();

    /** How ranks are laid out on a machine. */
    final Layout layout = new Layout();

    /** Options of {@code java} for all ranks that are Java programs. */
    final List<String> jvmArguments = new ArrayList<>();

    /** Whether the bindings are printed. */
    boolean reportBindings;

    /** Whether it is printed which rank is what. */
    boolean displayMap;

    /** Whether it is printed what there is for the ranks. */
    boolean displayAllocation;

    /** Whether the launcher says nothing of ranks that fail. */
    boolean quiet;

    /** Whether each line starts with {@code [app,rank]<stream>:}. */
    boolean tagOutput;

    /** Whether each line starts with {@code [rank] }. */
    boolean prependRank;

    /** Whether each line starts with the time. */
    boolean timestampOutput;

    /** Whether the ranks' standard error goes to their standard output. */
    boolean mergeOutput;

    /** Folder for the output of the ranks, or null for the terminal. */
    String outputDirectory;

    /** Seconds that the job may take, 0 for any. */
    int timeoutSeconds;

    /** The rank that gets the standard input, or {@link #STDIN_ALL} or {@link #STDIN_NONE}. */
    int stdinRank;

    /** Whether all exit codes are printed at the end. */
    boolean printExitCodes;

    /** Whether the launcher says what it does. */
    boolean verbose;
}
