/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests.programs.soak;

import dev.tern.tests.programs.Check;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import mpi.Datatype;

/** A user buffer, how much of it a message may fill, and the bytes around, which nobody may touch. */
final class Area {
    private static final byte UNTOUCHED = 0x5a;
    private static final byte SCRIBBLE = 0x66;

    /** What the calls of MPI get. */
    final Object buffer;

    final int count;
    final Datatype type;

    private final MemorySegment whole;
    private final long[] starts; // of the pieces of the message in whole, in the order of the message
    private final long piece; // bytes of each

    /**
     * A message of {@code starts.length} pieces of {@code piece} bytes each.
     *
     * @param whole the memory of the buffer, and more around it where there is more
     */
    Area(Object buffer, int count, Datatype type, MemorySegment whole, long[] starts, long piece) {
        this.buffer = buffer;
        this.count = count;
        this.type = type;
        this.whole = whole;
        this.starts = starts;
        this.piece = piece;
    }

    long capacity() {
        return starts.length * piece;
    }

    /** Makes it ready to be sent from. */
    void fill(long key) {
        for (int i = 0; i < starts.length; i++) {
            Pattern.fill(whole.asSlice(starts[i], piece), key, i * piece);
        }
    }

    /** Makes it ready to be received into. */
    void clear() {
        whole.fill(UNTOUCHED);
    }

    /** Overwrites what was sent: the library may not look at it any more. */
    void scribble() {
        for (long start : starts) {
            whole.asSlice(start, piece).fill(SCRIBBLE);
        }
    }

    /** The first eight bytes of the message that it holds: its key, see {@link Pattern}. */
    long head() {
        long head = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            long at = starts[(int) (i / piece)] + i % piece;
            head |= (whole.get(ValueLayout.JAVA_BYTE, at) & 0xffL) << 8 * i;
        }
        return head;
    }

    /** Fails unless it holds the message with this key, and nothing else was touched. */
    void check(long key, long length, Object what) {
        Check.that(length <= capacity(), what + ": " + length + " bytes in a buffer for " + capacity());
        long left = length;
        boolean ordered = isOrdered();
        long end = 0; // of what was looked at
        for (int i = 0; i < starts.length; i++) {
            long n = Math.min(piece, left);
            Pattern.check(whole.asSlice(starts[i], n), key, i * piece, what);
            left -= n;
            if (ordered) {
                checkUntouched(end, starts[i], what);
                end = starts[i] + n;
            }
        }
        if (ordered) {
            checkUntouched(end, whole.byteSize(), what);
        }
    }

    /** Whether it holds the message with this key by now; another thread may just be storing it. */
    boolean holds(long key, long length) {
        long left = length;
        for (int i = 0; i < starts.length && left > 0; i++) {
            long n = Math.min(piece, left);
            if (!Pattern.matches(whole.asSlice(starts[i], n), key, i * piece)) {
                return false;
            }
            left -= n;
        }
        return true;
    }

    /** Whether the pieces lie in memory as they do in the message; only then are the gaps looked at. */
    private boolean isOrdered() {
        for (int i = 1; i < starts.length; i++) {
            if (starts[i] < starts[i - 1]) {
                return false;
            }
        }
        return true;
    }

    /** Fails if anything was stored. */
    void checkUntouched(Object what) {
        checkUntouched(0, whole.byteSize(), what);
    }

    private void checkUntouched(long from, long to, Object what) {
        for (long i = from; i < to; i++) {
            if (whole.get(ValueLayout.JAVA_BYTE, i) != UNTOUCHED) {
                Check.that(false, what + ": byte " + i + " of " + whole.byteSize() + " of the buffer was overwritten");
            }
        }
    }
}
