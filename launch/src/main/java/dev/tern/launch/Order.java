/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

import java.util.List;
import java.util.Set;

/**
 * What an engine is to start, in its own terms: commands that are complete.
 *
 * @param settings what the user asks for
 * @param parts the programs
 * @param ranks the number of ranks of all
 * @param variables the names of variables that ranks must have, where an engine does not hand on all
 */
record Order(Settings settings, List<Part> parts, int ranks, Set<String> variables) {
    /**
     * One program.
     *
     * @param count number of ranks
     * @param directory its working folder, or null
     * @param command program and arguments
     */
    record Part(int count, String directory, List<String> command) {}

    /** Where it may run. */
    Allocation allocation() {
        return settings.allocation;
    }

    /** The hosts as most launchers take them, {@code a:2,b:2}, with room for all ranks; empty if none are named. */
    String hostList() {
        Hosts hosts = allocation().hosts();
        return ranks > hosts.slots() ? Hosts.text(hosts.dealt(ranks)) : hosts.text();
    }
}
