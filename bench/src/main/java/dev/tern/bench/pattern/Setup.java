/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.pattern;

import dev.tern.bench.thread.Latencies;
import dev.tern.bench.thread.ThreadPlan;
import java.util.Optional;
import mpi.Comm;

/**
 * What a pattern is built from.
 *
 * @param comm the communicator of all ranks
 * @param tag what is added to every tag
 * @param kind what the messages lie in
 * @param sameBuffer whether a message is received into the buffer that the last one was sent from
 * @param largest the largest message in bytes
 * @param window how many messages are under way at once
 * @param pairs how many pairs of ranks exchange messages
 * @param threads the threads of each rank
 * @param latencies where the latency of each round is counted, if it is
 * @param validate whether the content of the messages is going to be verified
 */
public record Setup(
        Comm comm,
        int tag,
        DataKind kind,
        boolean sameBuffer,
        int largest,
        int window,
        int pairs,
        ThreadPlan threads,
        Optional<Latencies> latencies,
        boolean validate) {
    /** One for the thread that starts MPI. */
    public Setup(
            Comm comm,
            DataKind kind,
            boolean sameBuffer,
            int largest,
            int window,
            int pairs,
            ThreadPlan threads,
            boolean validate) {
        this(comm, 0, kind, sameBuffer, largest, window, pairs, threads, Optional.empty(), validate);
    }

    /** The same for one of several threads. */
    public Setup on(Comm channel, int firstTag, Optional<Latencies> seen) {
        return new Setup(channel, firstTag, kind, sameBuffer, largest, window, pairs, ThreadPlan.ALONE, seen, validate);
    }

    /** The contents for the messages of this run; without validation it holds no bytes. */
    Payload payload() {
        return new Payload(validate ? largest : 0);
    }
}
