/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.datatype;

import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.MemorySegment;

/** The operations on {@code short}. */
final class ShortKernels {

    private ShortKernels() {}

    @FunctionalInterface
    private interface Loop {
        void run(short[] a, short[] b, int n);
    }

    static Kernel of(ReductionKind kind) {
        Loop loop = loop(kind);
        return loop == null ? null : (in, inAt, inOut, at, count) -> run(loop, in, inAt, inOut, at, count);
    }

    private static Loop loop(ReductionKind kind) {
        return switch (kind) {
            case MAX -> ShortKernels::max;
            case MIN -> ShortKernels::min;
            case SUM -> ShortKernels::sum;
            case PROD -> ShortKernels::prod;
            case LAND -> ShortKernels::logicalAnd;
            case BAND -> ShortKernels::and;
            case LOR -> ShortKernels::logicalOr;
            case BOR -> ShortKernels::or;
            case LXOR -> ShortKernels::logicalXor;
            case BXOR -> ShortKernels::xor;
            default -> null;
        };
    }

    private static void run(Loop loop, MemorySegment in, long inAt, MemorySegment inOut, long at, long count) {
        int chunk = (int) Math.min(count, Kernel.CHUNK);
        short[] a = new short[chunk];
        short[] b = new short[chunk];
        for (long done = 0; done < count; done += chunk) {
            int n = (int) Math.min(chunk, count - done);
            MemorySegment.copy(in, JAVA_SHORT_UNALIGNED, inAt + done * Short.BYTES, a, 0, n);
            MemorySegment.copy(inOut, JAVA_SHORT_UNALIGNED, at + done * Short.BYTES, b, 0, n);
            loop.run(a, b, n);
            MemorySegment.copy(b, 0, inOut, JAVA_SHORT_UNALIGNED, at + done * Short.BYTES, n);
        }
    }

    private static void max(short[] a, short[] b, int n) {
        for (int i = 0; i < n; i++) {
            b[i] = (short) Math.max(a[i], b[i]);
        }
    }

    private static void min(short[] a, short[] b, int n) {
        for (int i = 0; i < n; i++) {
            b[i] = (short) Math.min(a[i], b[i]);
        }
    }

    private static void sum(short[] a, short[] b, int n) {
        for (int i = 0; i < n; i++) {
            b[i] = (short) (a[i] + b[i]);
        }
    }

    private static void prod(short[] a, short[] b, int n) {
        for (int i = 0; i < n; i++) {
            b[i] = (short) (a[i] * b[i]);
        }
    }

    private static void logicalAnd(short[] a, short[] b, int n) {
        for (int i = 0; i < n; i++) {
            b[i] = (short) (a[i] != 0 && b[i] != 0 ? 1 : 0);
        }
    }

    private static void and(short[] a, short[] b, int n) {
        for (int i = 0; i < n; i++) {
            b[i] = (short) (a[i] & b[i]);
        }
    }

    private static void logicalOr(short[] a, short[] b, int n) {
        for (int i = 0; i < n; i++) {
            b[i] = (short) (a[i] != 0 || b[i] != 0 ? 1 : 0);
        }
    }

    private static void or(short[] a, short[] b, int n) {
        for (int i = 0; i < n; i++) {
            b[i] = (short) (a[i] | b[i]);
        }
    }

    private static void logicalXor(short[] a, short[] b, int n) {
        for (int i = 0; i < n; i++) {
            b[i] = (short) (a[i] != 0 ^ b[i] != 0 ? 1 : 0);
        }
    }

    private static void xor(short[] a, short[] b, int n) {
        for (int i = 0; i < n; i++) {
            b[i] = (short) (a[i] ^ b[i]);
        }
    }
}
