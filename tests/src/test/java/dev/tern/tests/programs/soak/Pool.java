/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests.programs.soak;

import java.util.concurrent.atomic.AtomicInteger;
import mpi.MPI;

/**
 * Messages to this rank that any of several threads may get. Who wants to receive one takes a ticket first: there are as many
 * as messages, so nobody waits in vain.
 */
final class Pool {
    final int comm;
    final int source; // rank in the communicator, or any
    final int tag; // or any
    private final AtomicInteger tickets = new AtomicInteger();
    private int longest;

    Pool(int comm, int source, int tag) {
        this.comm = comm;
        this.source = source;
        this.tag = tag;
    }

    boolean isFor(int inComm, int fromSource, int withTag) {
        return comm == inComm
                && (source == MPI.ANY_SOURCE || source == fromSource)
                && (tag == MPI.ANY_TAG || tag == withTag);
    }

    /** While the plan is drawn: one more. */
    void add(int length) {
        tickets.incrementAndGet();
        longest = Math.max(longest, length);
    }

    /** Bytes of the longest message. */
    int longest() {
        return longest;
    }

    boolean isEmpty() {
        return tickets.get() == 0;
    }

    boolean takeTicket() {
        return tickets.getAndUpdate(left -> Math.max(left - 1, 0)) > 0;
    }

    /** Gives back a ticket that was not used. */
    void returnTicket() {
        tickets.incrementAndGet();
    }
}
