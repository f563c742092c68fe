/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the command line asks for the job as a whole. Filled by {@link CommandLine}, read by all others. */
final class Settings {
    /** {@link #stdinRank} for "every rank". */
    static final int STDIN_ALL = -1;

    /** {@link #stdinRank} for "no rank". */
    static final int STDIN_NONE = -2;

    /** Environment for all ranks; a null value means a name that is handed on as it is. */
    final Map<String, String> environment = new LinkedHashMap<>();

    /** Where ranks run. */
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
