/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.match;

import dev.tern.error.ErrorClass;
import dev.tern.error.MpiError;
import java.util.Arrays;

/**
 * Gives operations ids that a peer can send back. An id holds a place in the table and how often the place was used, so
 * that an id which is out of date or made up finds nothing.
 */
final class OperationTable {
    private static final int PLACE_BITS = 20;
    private static final int MAX = 1 << PLACE_BITS;

    private Operation[] operations = new Operation[64];
    private int[] uses = new int[64];
    private int[] free = new int[64];
    private int freeCount;
    private int places;

    boolean isEmpty() {
        return freeCount == places;
    }

    int add(Operation operation) {
        int place = freeCount > 0 ? free[--freeCount] : newPlace();
        operations[place] = operation;
        return uses[place] << PLACE_BITS | place;
    }

    private int newPlace() {
        if (places == operations.length) {
            if (places == MAX) {
                throw new MpiError(ErrorClass.NO_MEM, "more than " + MAX + " long messages on their way at once");
            }
            operations = Arrays.copyOf(operations, 2 * places);
            uses = Arrays.copyOf(uses, 2 * places);
            free = Arrays.copyOf(free, 2 * places);
        }
        return places++;
    }

    /** The operation with this id, or null. */
    Operation get(int id) {
        int place = id & MAX - 1;
        return place < places && uses[place] << PLACE_BITS == (id & -MAX) ? operations[place] : null;
    }

    void remove(int id) {
        int place = id & MAX - 1;
        operations[place] = null;
        uses[place]++;
        free[freeCount++] = place;
    }
}
