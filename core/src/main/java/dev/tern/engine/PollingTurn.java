/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.engine;

import dev.tern.match.Waker;
import java.util.concurrent.atomic.AtomicReference;

/** Whose turn it is to look, of all threads that wait long. Who gives it back wakes one of those who sleep for want of it. */
final class PollingTurn {
    /** A thread that may sleep for want of the turn. */
    abstract static class Sleeper implements Waker {
        private volatile boolean wantsTurn; // written by the thread, read by who gives the turn back
    }

    private final AtomicReference<Thread> poller = new AtomicReference<>();

    /** Takes the turn if it is free; true if this thread has it, also if it had it before. */
    boolean take() {
        Thread has = poller.get();
        return has == Thread.currentThread() || has == null && poller.compareAndSet(null, Thread.currentThread());
    }

    /** Gives the turn back if this thread has it; true if so. To be followed by {@link #passOn}. */
    boolean giveIfMine() {
        boolean mine = poller.get() == Thread.currentThread();
        if (mine) {
            poller.set(null);
        }
        return mine;
    }

    /** Wakes one of those who want the turn if nobody has it. By everybody who has waited long: he may have been woken to take it. */
    void passOn(Iterable<? extends Sleeper> sleepers) {
        if (poller.get() == null) {
            for (Sleeper sleeper : sleepers) {
                if (sleeper.wantsTurn) {
                    sleeper.wake();
                    return;
                }
            }
        }
    }

    /** Says that the calling thread is going to sleep; false if the turn is free, so that it has to take it instead. */
    boolean await(Sleeper sleeper) {
        sleeper.wantsTurn = true;
        return poller.get() != null;
    }

    /** The thread does not sleep any more. */
    void awake(Sleeper sleeper) {
        sleeper.wantsTurn = false;
    }
}
