/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.engine;

import java.util.concurrent.atomic.AtomicReference;

/** Whose turn it is to look, of all threads that wait long. */
final class PollingTurn {
    private final AtomicReference<Thread> poller = new AtomicReference<>();

    /** Takes the turn if it is free; true if this thread has it, also if it had it before. */
    boolean take() {
        Thread has = poller.get();
        return has == Thread.currentThread() || has == null && poller.compareAndSet(null, Thread.currentThread());
    }

    /** Gives the turn back if this thread has it; true if so. */
    boolean giveIfMine() {
        boolean mine = poller.get() == Thread.currentThread();
        if (mine) {
            poller.set(null);
        }
        return mine;
    }

    /** Whether nobody has it. */
    boolean isFree() {
        return poller.get() == null;
    }
}
