/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.engine;

import dev.tern.match.Lane;
import java.util.Arrays;
import java.util.TreeSet;

/**
 * The context ids that this rank has free. A new communicator gets the lowest id that all its members have free, so that
 * the same id means the same communicator everywhere. Each id stands for two contexts: the program's and the collectives'.
 *
 * <p>Threads may make communicators from different parents at once, and on another rank in another order. Only one of
 * them offers ids at a time, the one with the lowest parent; the others offer none and try again. Parents have the same
 * ids everywhere, so all ranks come to agree on whose turn it is.
 */
final class ContextIds {
    private static final int IDS = Lane.MAX_CONTEXTS / 2;
    static final int WORDS = IDS / Long.SIZE;
    private static final int NOBODY = -1;

    private final long[] free = new long[WORDS]; // guarded by this
    private final TreeSet<Integer> parents = new TreeSet<>(); // that want an id; guarded by this
    private int negotiator = NOBODY; // the parent whose turn it is; guarded by this

    ContextIds() {
        Arrays.fill(free, -1L);
    }

    /** What this rank offers to a child of {@code parent}: a bit for each free id, or nothing if others come first. */
    synchronized long[] offer(int parent) {
        parents.add(parent);
        if (negotiator != NOBODY && negotiator != parent || parents.first() != parent) {
            return new long[WORDS];
        }
        negotiator = parent;
        return free.clone();
    }

    /**
     * Takes the lowest id of what all members offer.
     *
     * @return the id, or -1 if they have none in common
     */
    synchronized int take(int parent, long[] common) {
        if (negotiator == parent) {
            negotiator = NOBODY;
        }
        for (int word = 0; word < WORDS; word++) {
            if (common[word] != 0) {
                parents.remove(parent);
                long bit = Long.lowestOneBit(common[word]);
                free[word] &= ~bit;
                return word * Long.SIZE + Long.numberOfTrailingZeros(bit);
            }
        }
        return -1;
    }

    /** The negotiation for a child of {@code parent} has failed. */
    synchronized void giveUp(int parent) {
        parents.remove(parent);
        if (negotiator == parent) {
            negotiator = NOBODY;
        }
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

    /** Gives an id back. */
    synchronized void release(int id) {
        free[id / Long.SIZE] |= 1L << id % Long.SIZE;
    }
}
