/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.thread;

import java.util.Arrays;

/**
 * The latencies that one thread has seen, counted in classes whose width is a thirty-second of their value at most. The C
 * programs count in the same classes.
 */
public final class Latencies {
    private static final int BITS = 5;
    private static final int EACH = 1 << BITS; // classes for each power of two

    private final long[] counts = new long[(Long.SIZE - BITS) * EACH];

    /** Counts a latency in nanoseconds. */
    public void add(long nanos) {
        counts[classOf(Math.max(0, nanos))]++;
    }

    /** Counts what another thread has seen as well. */
    public void add(Latencies other) {
        for (int i = 0; i < counts.length; i++) {
            counts[i] += other.counts[i];
        }
    }

    /** Forgets everything. */
    public void clear() {
        Arrays.fill(counts, 0);
    }

    /**
     * The latency that a share of all does not exceed.
     *
     * @param share from 0 to 1
     * @return nanoseconds, the upper end of the class; 0 when there are none
     */
    public long quantile(double share) {
        long all = 0;
        for (long count : counts) {
            all += count;
        }
        long left = (long) Math.ceil(all * share);
        int last = -1;
        while (left > 0) {
            left -= counts[++last];
        }
        return last < 0 ? 0 : end(last);
    }

    /** Values below {@code EACH} have classes of their own; above, the highest bits choose the class. */
    private static int classOf(long nanos) {
        int shift = Math.max(0, Long.SIZE - 1 - BITS - Long.numberOfLeadingZeros(nanos));
        return shift * EACH + (int) (nanos >>> shift);
    }

    /** The largest value of a class. */
    private static long end(int number) {
        int shift = Math.max(0, number / EACH - 1);
        return ((number - (long) shift * EACH + 1) << shift) - 1;
    }
}
