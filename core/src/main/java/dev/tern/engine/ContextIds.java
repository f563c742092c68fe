/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.engine;

import dev.tern.match.Lane;

/**
 * The context ids that this rank has free. A new communicator gets the lowest id that all its members have free, so that
 * the same id means the same communicator everywhere. Each id stands for two contexts: the program's and the collectives'.
 *
 * <p>While one thread negotiates, others see nothing free and try again: two negotiations at once, in another order on
 * another rank, could otherwise agree on the same id.
 */
final class ContextIds {
    private static final int IDS = Lane.MAX_CONTEXTS / 2;
    static final int WORDS = IDS / Long.SIZE;

    private final long[] free = new long[WORDS]; // guarded by this
    private Thread negotiator; // guarded by this

    ContextIds() {
        java.util.Arrays.fill(free, -1L);
    }

    /** What this rank offers: a bit for each free id. All zero while another thread negotiates. */
    synchronized long[] offer() {
        if (negotiator != null && negotiator != Thread.currentThread()) {
            return new long[WORDS];
        }
        negotiator = Thread.currentThread();
        return free.clone();
    }

    /**
     * Takes the lowest id of what all members offer.
     *
     * @return the id, or -1 if they have none in common
     */
    synchronized int take(long[] common) {
        if (negotiator == Thread.currentThread()) {
            negotiator = null;
        }
        for (int word = 0; word < WORDS; word++) {
            if (common[word] != 0) {
                long bit = Long.lowestOneBit(common[word]);
                free[word] &= ~bit;
                return word * Long.SIZE + Long.numberOfTrailingZeros(bit);
            }
        }
        return -1;
    }

    /** Whether any id is free, so that an agreement that failed is worth another try. */
    synchronized boolean any() {
        for (long word : free) {
            if (word != 0) {
                return true;
            }
        }
        return false;
    }

    synchronized void release(int id) {
        free[id / Long.SIZE] |= 1L << id % Long.SIZE;
    }
}
