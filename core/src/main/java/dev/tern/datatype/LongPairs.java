/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.datatype;

import java.util.Arrays;

/** A growing list of pairs of numbers. */
final class LongPairs {

    private long[] first = new long[4];
    private long[] second = new long[4];
    private int length;

    void add(long a, long b) {
        if (length == first.length) {
            int capacity = Math.multiplyExact(length, 2);
            first = Arrays.copyOf(first, capacity);
            second = Arrays.copyOf(second, capacity);
        }
        first[length] = a;
        second[length++] = b;
    }

    boolean isEmpty() {
        return length == 0;
    }

    long lastFirst() {
        return first[length - 1];
    }

    long lastSecond() {
        return second[length - 1];
    }

    void addToLastSecond(long more) {
        second[length - 1] = Math.addExact(second[length - 1], more);
    }

    long[] firsts() {
        return Arrays.copyOf(first, length);
    }

    long[] seconds() {
        return Arrays.copyOf(second, length);
    }
}
