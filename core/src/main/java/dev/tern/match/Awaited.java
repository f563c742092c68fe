/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.match;

import java.util.function.IntPredicate;

/** What a thread waits for, that another process must do. */
public interface Awaited {
    /** For people: {@code receive of at most 8 bytes from rank 1, tag 7 (MPI_COMM_WORLD)}. */
    String describe();

    /**
     * Arranges that a thread is woken when another one has made the progress that ends the wait. It may also be woken earlier.
     *
     * @param waker wakes it; called with a lane's lock
     * @return false if the wait is over already
     */
    boolean wakeAtEnd(Waker waker);

    /** Whether {@link #wakeAtEnd} can be used; if not, the thread has to look itself. */
    default boolean hasEnd() {
        return true;
    }

    /** Whether all processes that could end the wait are gone. */
    boolean isHopeless(IntPredicate isGone);

    /** Who is gone then, for people. */
    default String absentee() {
        return "those that it waits for have";
    }

    /** The wait for a message from one process, or from anybody in a context. */
    interface OfMessage extends Awaited {
        /** The communicator's context. */
        Context context();

        /** World rank of the process without which the wait cannot end, or {@link Operation#ANY}. */
        int awaitedPeer();

        @Override
        default boolean isHopeless(IntPredicate isGone) {
            return awaitedPeer() >= 0 ? isGone.test(awaitedPeer()) : context().isDeserted(isGone);
        }

        @Override
        default String absentee() {
            return awaitedPeer() >= 0
                    ? "the process with world rank " + awaitedPeer() + " has"
                    : "all other ranks of the communicator have";
        }
    }
}
