/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.peers;

import java.util.List;

/**
 * Something to be run by Tern and its peers in turn, and the goals that it decides.
 *
 * @param benchmark its name and options
 * @param over what all send their messages over
 * @param ranks on how many ranks
 * @param with the peers
 * @param repeats how often it is run in each round
 * @param goals what Tern's figures are to be
 */
record Measurement(
        List<String> benchmark, Transport over, int ranks, List<String> with, int repeats, List<Goal> goals) {
    /** One that is run once in each round. */
    Measurement(List<String> benchmark, int ranks, List<String> with, List<Goal> goals) {
        this(benchmark, Transport.SHM, ranks, with, 1, goals);
    }

    /** What it is called in the table of goals. */
    String title() {
        return String.join(" ", benchmark) + (over == Transport.SHM ? "" : " --over " + over.label()) + " -n " + ranks;
    }
}
