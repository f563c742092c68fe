/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.thread;

import java.util.List;

/**
 * The threads of a run.
 *
 * @param counts numbers of threads of each process, in the order in which they are run
 * @param senders threads of the process that sends, where that has another number of them
 * @param oneComm whether all threads use one communicator and are told apart by tags, instead of a communicator each
 * @param kind what runs them
 * @param level what MPI is started with
 */
public record ThreadPlan(List<Integer> counts, int senders, boolean oneComm, ThreadKind kind, ThreadLevel level) {
    /** The thread that starts MPI, and no other. */
    public static final ThreadPlan ALONE =
            new ThreadPlan(List.of(1), 1, false, ThreadKind.PLATFORM, ThreadLevel.SINGLE);

    /** The largest number of threads of this run. */
    public int most() {
        return Math.max(
                senders, counts.stream().mapToInt(Integer::intValue).max().orElseThrow());
    }
}
