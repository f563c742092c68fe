/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.os;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;

/**
 * Sleeps on a word of memory that several processes have mapped, and wakes those who sleep on it: the futex of Linux. For
 * any number of threads. A virtual thread that sleeps here keeps its carrier.
 */
public final class Futex {
    /** Not the private forms: processes share the word. */
    private static final long WAIT = 0;

    private static final long WAKE = 1;

    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final int STEP_BITS = 3;
    private static final long TIMESPEC_BYTES = 16;

    /**
     * A timespec for each time that one can wait: eight to each power of two. They are never written again, so threads
     * need not own one each, and a call has nothing to prepare.
     */
    private final MemorySegment timespecs = Arena.ofAuto().allocate((indexOf(Long.MAX_VALUE) + 1) * TIMESPEC_BYTES, 8);

    private Futex() {
        for (int i = 0; i <= indexOf(Long.MAX_VALUE); i++) {
            long nanos = nanosOf(i);
            timespecs.set(JAVA_LONG, i * TIMESPEC_BYTES, nanos / NANOS_PER_SECOND);
            timespecs.set(JAVA_LONG, i * TIMESPEC_BYTES + 8, nanos % NANOS_PER_SECOND);
        }
    }

    /** A futex, or null where there is none. Takes milliseconds the first time. */
    public static Futex probe() {
        if (!SystemCall.areAvailable()) {
            return null;
        }
        Futex futex = new Futex();
        MemorySegment word = Arena.ofAuto().allocate(JAVA_INT);
        return futex.call(word, 0, WAKE, 1, 0) == 0 ? futex : null;
    }

    /**
     * Sleeps until {@link #wake} or until time is over; returns at once if the word does not hold what is expected. It may
     * also return for no reason, so the caller looks again.
     *
     * @param word memory outside the heap; it must stay mapped meanwhile
     * @param offset of the 32-bit word, such that its address is a multiple of 4
     * @param nanos nanoseconds, up to an eighth more are waited; without effect unless positive
     */
    public void await(MemorySegment word, long offset, int expected, long nanos) {
        if (nanos > 0) {
            call(word, offset, WAIT, expected, timespecs.address() + indexOf(nanos) * TIMESPEC_BYTES);
        }
    }

    /**
     * Wakes all who sleep on the word, in whatever process. A system call, also if nobody sleeps.
     *
     * @param word memory outside the heap
     * @param offset of the 32-bit word, such that its address is a multiple of 4
     */
    public void wake(MemorySegment word, long offset) {
        call(word, offset, WAKE, Integer.MAX_VALUE, 0);
    }

    private long call(MemorySegment word, long offset, long operation, int value, long timespec) {
        if (!word.isNative() || offset < 0 || offset > word.byteSize() - Integer.BYTES) {
            throw new IndexOutOfBoundsException("there is no futex at " + offset + " of " + word);
        }
        try {
            return SystemCall.FUTEX.call(word.address() + offset, operation, value, timespec, 0, 0);
        } finally {
            Reference.reachabilityFence(word);
            Reference.reachabilityFence(this);
        }
    }

    /** The first of the prepared times that is at least so long. */
    private static int indexOf(long nanos) {
        if (nanos < 1 << STEP_BITS) {
            return (int) nanos;
        }
        int shift = Long.SIZE - 1 - Long.numberOfLeadingZeros(nanos) - STEP_BITS;
        return (shift << STEP_BITS) + (int) (nanos >>> shift);
    }

    /** The longest time that {@link #indexOf} maps to an index. */
    private static long nanosOf(int index) {
        int shift = Math.max((index >> STEP_BITS) - 1, 0);
        long step = index - ((long) shift << STEP_BITS);
        return (step + 1 << shift) - 1;
    }
}
