/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.transport.ring;

import dev.tern.transport.Arrivals;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * A bitmap in the segment of a process, one bit for each process that writes to it. With many local ranks it takes the place
 * of polling: who has put something into a ring sets its bit, the owner looks at the bitmap and then only at the rings whose
 * bits are set. A bit that is set without need does no harm.
 *
 * <p>Nothing is overlooked: the writer publishes its record before it looks whether the bit is set, the owner clears the bits
 * before it looks at the rings, each with a full fence between.
 */
public final class Doorbell implements Arrivals {
    private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG;
    private static final VarHandle BITS = WORD.varHandle().withInvokeExactBehavior();

    private final MemorySegment memory;
    private final long at;
    private final int[] ranks;
    private final int words;

    // The owner's place in a round.
    private int word = -1;
    private long bits;

    /**
     * @param memory where the bitmap lies, from {@code at} on, a multiple of 8
     * @param ranks world rank of the process of each bit, ascending
     */
    public Doorbell(MemorySegment memory, long at, int[] ranks) {
        this.memory = memory;
        this.at = at;
        this.ranks = ranks;
        this.words = (int) (size(ranks.length) / Long.BYTES);
    }

    /** Bytes of the bitmap for that many processes. */
    public static long size(int processes) {
        return (processes + Long.SIZE - 1L) / Long.SIZE * Long.BYTES;
    }

    /** Sets a bit; for those who write to the owner. */
    public void ring(int bit) {
        long word = at + (bit >>> 6 << 3);
        long mask = 1L << bit;
        VarHandle.fullFence();
        if (((long) BITS.getOpaque(memory, word) & mask) == 0) {
            long unused = (long) BITS.getAndBitwiseOr(memory, word, mask);
        }
    }

    @Override
    public boolean names(int rank) {
        return Arrays.binarySearch(ranks, rank) >= 0;
    }

    @Override
    public int next() {
        while (bits == 0) {
            if (++word == words) {
                word = -1;
                return -1;
            }
            bits = take(at + ((long) word << 3));
        }
        int bit = (word << 6) + Long.numberOfTrailingZeros(bits);
        bits &= bits - 1;
        return bit < ranks.length ? ranks[bit] : next(); // nobody has a bit behind the last: memory was overwritten
    }

    private long take(long place) {
        return (long) BITS.getOpaque(memory, place) == 0 ? 0 : (long) BITS.getAndSet(memory, place, 0L);
    }

    @Override
    public void again(int rank) {
        ring(Arrays.binarySearch(ranks, rank));
    }
}
