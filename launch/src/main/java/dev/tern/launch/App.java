/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One program of the job with the options that hold for it alone; several are separated by {@code :}. */
final class App {
    /** Number of ranks, 0 if the command line does not say. */
    int count;

    /** Ranks on each host if {@link #count} is not given, or 0. */
    int perNode;

    /** The hosts that the options of this program name. */
    Hosts hosts = Hosts.NONE;

    /** Working folder, null for the launcher's own. */
    String directory;

    /** Folders to look for the program in first, like {@code PATH}, or null. */
    String path;

    /** Environment beside {@link Settings#environment}. */
    final Map<String, String> environment = new LinkedHashMap<>();

    /** The program and its arguments, as given. */
    final List<String> command = new ArrayList<>();

    /** The command as one line, for messages. */
    String commandText() {
        StringBuilder text = new StringBuilder();
        for (String word : command) {
            text.append(text.isEmpty() ? "" : " ").append(word);
        }
        return text.toString();
    }
}
