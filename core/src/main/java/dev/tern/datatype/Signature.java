/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.datatype;

/**
 * The sizes of the basic elements of a type in the order of its type map, run-length coded: {@code counts[i]} elements
 * of {@code sizes[i]} bytes. It tells how many basic elements an incomplete message holds.
 */
final class Signature {

    private final long[] sizes;
    private final long[] counts;

    Signature(long[] sizes, long[] counts) {
        this.sizes = sizes;
        this.counts = counts;
    }

    /** Number of runs of equal elements. */
    int runs() {
        return sizes.length;
    }

    long size(int run) {
        return sizes[run];
    }

    long count(int run) {
        return counts[run];
    }

    /** Number of basic elements. */
    long elements() {
        long sum = 0;
        for (long count : counts) {
            sum = Math.addExact(sum, count);
        }
        return sum;
    }

    /** Number of whole basic elements in the first {@code bytes} bytes. */
    long elementsIn(long bytes) {
        long left = bytes;
        long found = 0;
        for (int i = 0; i < sizes.length && left >= sizes[i]; i++) {
            long here = Math.min(counts[i], left / sizes[i]);
            found += here;
            left -= here * sizes[i];
            if (here < counts[i]) {
                break;
            }
        }
        return found;
    }

    /** Bytes of the first {@code elements} basic elements. */
    long bytesOf(long elements) {
        long left = elements;
        long bytes = 0;
        for (int i = 0; i < sizes.length && left > 0; i++) {
            long here = Math.min(counts[i], left);
            bytes += here * sizes[i];
            left -= here;
        }
        return bytes;
    }
}
