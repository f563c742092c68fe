/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests.programs.soak;

import dev.tern.tests.programs.Check;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;

/**
 * What messages contain: the bytes of a message follow from its key and their position. Random bytes are repeated after a
 * prime number of them, so that no two pieces of a message, of sizes that programs choose, are equal; each message starts
 * at another of them, and begins with its key.
 */
final class Pattern {
    private static final int PERIOD = 1_048_573;
    private static final MemorySegment BYTES = bytes();

    private Pattern() {}

    private static MemorySegment bytes() {
        byte[] bytes = new byte[PERIOD];
        new Random(PERIOD).nextBytes(bytes);
        return MemorySegment.ofArray(bytes);
    }

    /** Makes a key of a seed and the number of a message. */
    static long key(long seed, long number) {
        long key = (seed + number) * 0x9e3779b97f4a7c15L;
        key = (key ^ key >>> 32) * 0xd6e8feb86659fd93L;
        return key ^ key >>> 32;
    }

    /** Stores the bytes from {@code position} on of the message with this key. */
    static void fill(MemorySegment to, long key, long position) {
        long done = 0;
        for (; done < to.byteSize() && position + done < Long.BYTES; done++) {
            to.set(ValueLayout.JAVA_BYTE, done, head(key, position + done));
        }
        while (done < to.byteSize()) {
            long from = start(key, position + done);
            long n = Math.min(PERIOD - from, to.byteSize() - done);
            MemorySegment.copy(BYTES, from, to, done, n);
            done += n;
        }
    }

    /** Fails unless {@code got} holds these bytes. */
    static void check(MemorySegment got, long key, long position, Object what) {
        long done = 0;
        for (; done < got.byteSize() && position + done < Long.BYTES; done++) {
            if (got.get(ValueLayout.JAVA_BYTE, done) != head(key, position + done)) {
                fail(got, done, key, position, what);
            }
        }
        while (done < got.byteSize()) {
            long from = start(key, position + done);
            long n = Math.min(PERIOD - from, got.byteSize() - done);
            long wrong = MemorySegment.mismatch(BYTES, from, from + n, got, done, done + n);
            if (wrong >= 0) {
                fail(got, done + wrong, key, position, what);
            }
            done += n;
        }
    }

    /** Whether {@code got} holds these bytes; see {@link #check}. */
    static boolean matches(MemorySegment got, long key, long position) {
        MemorySegment right = MemorySegment.ofArray(new byte[(int) got.byteSize()]);
        fill(right, key, position);
        return got.mismatch(right) < 0;
    }

    private static byte head(long key, long position) {
        return (byte) (key >>> 8 * position);
    }

    private static long start(long key, long position) {
        return ((key >>> 20) % PERIOD + position) % PERIOD;
    }

    private static void fail(MemorySegment got, long at, long key, long position, Object what) {
        MemorySegment right = MemorySegment.ofArray(new byte[(int) got.byteSize()]);
        fill(right, key, position);
        long wrong = 0;
        for (long i = at; i < got.byteSize(); i++) {
            wrong += got.get(ValueLayout.JAVA_BYTE, i) != right.get(ValueLayout.JAVA_BYTE, i) ? 1 : 0;
        }
        Check.that(
                false,
                what + ": byte " + (position + at) + " and " + (wrong - 1) + " of the " + (got.byteSize() - at - 1)
                        + " behind it are wrong; it is " + got.get(ValueLayout.JAVA_BYTE, at) + " and not "
                        + right.get(ValueLayout.JAVA_BYTE, at));
    }
}
