/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.peers;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Somebody who runs the benchmark.
 *
 * @param name what the columns are called
 * @param command the whole command
 */
record Contender(String name, List<String> command) {
    /** The name under which Tern itself runs. */
    static final String TERN = "tern";

    /** The name under which Tern runs once more, started with THREAD_SINGLE. */
    static final String SINGLE = "single";

    private static final Pattern PLAIN = Pattern.compile("[\\w./:=,+@%-]+");

    /** The command as a shell reads it. */
    String line() {
        return command.stream()
                .map(word -> PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'")
                .collect(Collectors.joining(" "));
    }
}
