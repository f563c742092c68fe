/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.datatype;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;

/** The operations on {@code long}. */
final class LongKernels {

    private LongKernels() {}

    @FunctionalInterface
    private interface Loop {
        void run(long[] a, long[] b, int n);
    }

    static Kernel of(ReductionKind kind) {
        Loop loop = loop(kind);
        return loop == null ? null : (in, inAt, inOut, at, count) -> run(loop, in, inAt, inOut, at, count);
    }

    private static Loop loop(ReductionKind kind) {
        return switch (kind) {
            case MAX -> LongKernels::max;
            case MIN -> LongKernels::min;
            case SUM -> LongKernels::sum;
            case PROD -> LongKernels::prod;
            case LAND -> LongKernels::logicalAnd;
            case BAND -> LongKernels::and;
            case LOR -> LongKernels::logicalOr;
            case BOR -> LongKernels::or;
            case LXOR -> LongKernels::logicalXor;
            case BXOR -> LongKernels::xor;
            default -> null;
        };
    }

    private static void run(Loop loop, MemorySegment in, long inAt, MemorySegment inOut, long at, long count) {
        int chunk = (int) Math.min(count, Kernel.CHUNK);
        long[] a = new long[chunk];
        long[] b = new long[chunk];
        for (long done = 0; done < count; done += chunk) {
            int n = (int) Math.min(chunk, count - done);
            MemorySegment.copy(in, JAVA_LONG_UNALIGNED, inAt + done * Long.BYTES, a, 0, n);
            MemorySegment.copy(inOut, JAVA_LONG_UNALIGNED, at + done * Long.BYTES, b, 0, n);
            loop.run(a, b, n);
            MemorySegment.copy(b, 0, inOut, JAVA_LONG_UNALIGNED, at + done * Long.BYTES, n);
        }
    }

    private static void max(long[] a, long[] b, int n) {
        for (int i = 0; i < n; i++) {
            b[i] = Math.max(a[i], b[i]);
        }
    }

    private static void min(long[] a, long[] b, int n) {
        for (int i = 0; i < n; i++) {
            b[i] = Math.min(a[i], b[i]);
        }
    }

    private static void sum(long[] a, long[] b, int n) {
        for (int i = 0; i < n; i++) {
            b[i] = a[i] + b[i];
        }
    }

    private static void prod(long[] a, long[] b, int n) {
        for (int i = 0; i < n; i++) {
            b[i] = a[i] * b[i];
        }
    }

    private static void logicalAnd(long[] a, long[] b, int n) {
        for (int i = 0; i < n; i++) {
            b[i] = a[i] != 0 && b[i] != 0 ? 1 : 0;
        }
    }

    private static void and(long[] a, long[] b, int n) {
        for (int i = 0; i < n; i++) {
            b[i] = a[i] & b[i];
        }
    }

    private static void logicalOr(long[] a, long[] b, int n) {
        for (int i = 0; i < n; i++) {
            b[i] = a[i] != 0 || b[i] != 0 ? 1 : 0;
        }
    }

    private static void or(long[] a, long[] b, int n) {
        for (int i = 0; i < n; i++) {
            b[i] = a[i] | b[i];
        }
    }

    private static void logicalXor(long[] a, long[] b, int n) {
        for (int i = 0; i < n; i++) {
            b[i] = a[i] != 0 ^ b[i] != 0 ? 1 : 0;
        }
    }

    private static void xor(long[] a, long[] b, int n) {
        for (int i = 0; i < n; i++) {
            b[i] = a[i] ^ b[i];
        }
    }
}
