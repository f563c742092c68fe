/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.engine;

import dev.tern.match.Lane;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;

/**
 * The context ids that this rank has free. A new communicator gets the lowest id that all its members have free, so that
 * the same id means the same communicator everywhere. Each id stands for two contexts: the program's and the collectives'.
 *
 * <p>Threads may make communicators from different parents at once, and on another rank in another order. What a rank
 * offers to different parents at the same time must not overlap, or they could agree on the same id. So the ids are divided
 * into classes, and a parent is offered those of its own class: two parents of different classes need not wait for each
 * other. Where that finds nothing (the class is used up, or another parent of the class is at it), all ids are offered, to
 * one parent at a time, the lowest first: parents have the same ids everywhere, so all ranks come to agree on whose turn it
 * is.
 */
final class ContextIds {
    private static final int IDS = Lane.MAX_CONTEXTS / 2;
    static final int WORDS = IDS / Long.SIZE;
    private static final int NOBODY = -1;

    private static final int CLASSES = Long.SIZE; // a class is one bit of each word

    private final long[] free = new long[WORDS]; // guarded by this, as all that follows
    private final TreeSet<Integer> wide = new TreeSet<>(); // parents that want to be offered all ids
    private final Map<Integer, Integer> narrow = new HashMap<>(); // class -> parent to which it is offered
    private int negotiator = NOBODY; // the parent to which all ids are offered

    ContextIds() {
        Arrays.fill(free, -1L);
    }

    /** Children of one parent have ids that differ by multiples of the number of classes; they get different classes. */
    private static int classOf(int parent) {
        return (parent + parent / CLASSES) % CLASSES;
    }

    /** What this rank offers to a child of {@code parent} from the ids of its class; nothing if others come first. */
    synchronized long[] offerClass(int parent) {
        long[] offer = new long[WORDS];
        int itsClass = classOf(parent);
        if (negotiator == NOBODY && narrow.getOrDefault(itsClass, parent) == parent) {
            narrow.put(itsClass, parent);
            for (int word = 0; word < WORDS; word++) {
                offer[word] = free[word] & 1L << itsClass;
            }
        }
        return offer;
    }

    /** What this rank offers to a child of {@code parent} from all ids; nothing if others come first. */
    synchronized long[] offer(int parent) {
        wide.add(parent);
        if (negotiator != NOBODY && negotiator != parent || wide.first() != parent || !narrow.isEmpty()) {
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
        end(parent);
        for (int word = 0; word < WORDS; word++) {
            if (common[word] != 0) {
                wide.remove(parent);
                long bit = Long.lowestOneBit(common[word]);
                free[word] &= ~bit;
                return word * Long.SIZE + Long.numberOfTrailingZeros(bit);
            }
        }
        return -1;
    }

    /** The negotiation for a child of {@code parent} has failed. */
    synchronized void giveUp(int parent) {
        end(parent);
        wide.remove(parent);
    }

    private void end(int parent) {
        narrow.remove(classOf(parent), parent);
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
