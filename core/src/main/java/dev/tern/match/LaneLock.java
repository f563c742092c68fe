/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.match;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;

/**
 * The lock of a lane: taken by one compare-and-set, given back by one store. It is held for a look at a time, so who finds it
 * taken looks again soon; there is no queue, and no order among those who want it. Not reentrant.
 */
final class LaneLock extends LaneGate {
    private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(int[].class);

    /** Places of the words, more than two cache lines from each other and from whatever lies beside the array. */
    private static final int HELD = 32;

    private static final int USES = 33;
    private static final int WANTED = 80;
    private static final int SIZE = 112;

    /**
     * Looks between two yields: who has the lock all the time but for moments, while he runs, is met in one of them. With one look
     * after each yield, which takes milliseconds on a busy machine, a thread could wait for half a second.
     */
    private static final int SPINS = 100;

    private static final int YIELDS = 1000;
    private static final long PAUSE_NANOS = 50_000;

    /**
     * HELD: 1 while a thread has the lock; USES: how often it was taken, counted by who has it; WANTED: threads that look again
     * and again, read by who has it.
     */
    private final int[] words = new int[SIZE];

    @Override
    void lock() {
        if (!tryLock()) {
            lockSlowly();
        }
    }

    @Override
    boolean tryLock() {
        if ((int) WORDS.getOpaque(words, HELD) == 0 && WORDS.compareAndSet(words, HELD, 0, 1)) {
            words[USES]++;
            return true;
        }
        return false;
    }

    @Override
    int uses() {
        return (int) WORDS.getOpaque(words, USES);
    }

    @Override
    void unlock() {
        WORDS.setRelease(words, HELD, 0);
    }

    @Override
    boolean isWanted() {
        return (int) WORDS.getOpaque(words, WANTED) != 0;
    }

    private void lockSlowly() {
        WORDS.getAndAdd(words, WANTED, 1);
        try {
            for (int looks = 0; !tryLock(); looks++) {
                pause(looks);
            }
        } finally {
            WORDS.getAndAdd(words, WANTED, -1);
        }
    }

    private void pause(int looks) {
        if (looks % SPINS < SPINS - 1) {
            Thread.onSpinWait();
        } else if (looks < SPINS * YIELDS || Thread.currentThread().isInterrupted()) { // it would not sleep
            Thread.yield();
        } else {
            LockSupport.parkNanos(this, PAUSE_NANOS);
        }
    }
}
