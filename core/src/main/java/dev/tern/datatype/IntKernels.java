/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.datatype;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import java.lang.foreign.MemorySegment;

/** The operations on {@code int}. */
final class IntKernels {

    private IntKernels() {}

    @FunctionalInterface
    private interface Loop {
        void run(int[] a, int[] b, int n);
    }

    static Kernel of(ReductionKind kind) {
        Loop loop = loop(kind);
        return loop == null ? null : (in, inAt, inOut, at, count) -> run(loop, in, inAt, inOut, at, count);
    }

    private static Loop loop(ReductionKind kind) {
        return switch (kind) {
            case MAX -> IntKernels::max;
            case MIN -> IntKernels::min;
            case SUM -> IntKernels::sum;
            case PROD -> IntKernels::prod;
            case LAND -> IntKernels::logicalAnd;
            case BAND -> IntKernels::and;
            case LOR -> IntKernels::logicalOr;
            case BOR -> IntKernels::or;
            case LXOR -> IntKernels::logicalXor;
            case BXOR -> IntKernels::xor;
            default -> null;
        };
    }

    private static void run(Loop loop, MemorySegment in, long inAt, MemorySegment inOut, long at, long count) {
        int chunk = (int) Math.min(count, Kernel.CHUNK);
        int[] a = new int[chunk];
        int[] b = new int[chunk];
        for (long done = 0; done < count; done += chunk) {
            int n = (int) Math.min(chunk, count - done);
            MemorySegment.copy(in, JAVA_INT_UNALIGNED, inAt + done * Integer.BYTES, a, 0, n);
            MemorySegment.copy(inOut, JAVA_INT_UNALIGNED, at + done * Integer.BYTES, b, 0, n);
            loop.run(a, b, n);
            MemorySegment.copy(b, 0, inOut, JAVA_INT_UNALIGNED, at + done * Integer.BYTES, n);
        }
    }

    private static void max(int[] a, int[] b, int n) {
        for (int i = 0; i < n; i++) {
            b[i] = Math.max(a[i], b[i]);
        }
    }

    private static void min(int[] a, int[] b, int n) {
        for (int i = 0; i < n; i++) {
            b[i] = Math.min(a[i], b[i]);
        }
    }

    private static void sum(int[] a, int[] b, int n) {
        for (int i = 0; i < n; i++) {
            b[i] = a[i] + b[i];
        }
    }

    private static void prod(int[] a, int[] b, int n) {
        for (int i = 0; i < n; i++) {
            b[i] = a[i] * b[i];
        }
    }

    private static void logicalAnd(int[] a, int[] b, int n) {
        for (int i = 0; i < n; i++) {
            b[i] = a[i] != 0 && b[i] != 0 ? 1 : 0;
        }
    }

    private static void and(int[] a, int[] b, int n) {
        for (int i = 0; i < n; i++) {
            b[i] = a[i] & b[i];
        }
    }

    private static void logicalOr(int[] a, int[] b, int n) {
        for (int i = 0; i < n; i++) {
            b[i] = a[i] != 0 || b[i] != 0 ? 1 : 0;
        }
    }

    private static void or(int[] a, int[] b, int n) {
        for (int i = 0; i < n; i++) {
            b[i] = a[i] | b[i];
        }
    }

    private static void logicalXor(int[] a, int[] b, int n) {
        for (int i = 0; i < n; i++) {
            b[i] = a[i] != 0 ^ b[i] != 0 ? 1 : 0;
        }
    }

    private static void xor(int[] a, int[] b, int n) {
        for (int i = 0; i < n; i++) {
            b[i] = a[i] ^ b[i];
        }
    }
}
