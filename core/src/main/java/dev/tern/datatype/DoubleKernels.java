/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.datatype;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;

import java.lang.foreign.MemorySegment;

/** The operations on {@code double}. */
final class DoubleKernels {

    private DoubleKernels() {}

    @FunctionalInterface
    private interface Loop {
        void run(double[] a, double[] b, int n);
    }

    static Kernel of(ReductionKind kind) {
        Loop loop = loop(kind);
        return loop == null ? null : (in, inAt, inOut, at, count) -> run(loop, in, inAt, inOut, at, count);
    }

    private static Loop loop(ReductionKind kind) {
        return switch (kind) {
            case MAX -> DoubleKernels::max;
            case MIN -> DoubleKernels::min;
            case SUM -> DoubleKernels::sum;
            case PROD -> DoubleKernels::prod;
            default -> null;
        };
    }

    private static void run(Loop loop, MemorySegment in, long inAt, MemorySegment inOut, long at, long count) {
        int chunk = (int) Math.min(count, Kernel.CHUNK);
        double[] a = new double[chunk];
        double[] b = new double[chunk];
        for (long done = 0; done < count; done += chunk) {
            int n = (int) Math.min(chunk, count - done);
            MemorySegment.copy(in, JAVA_DOUBLE_UNALIGNED, inAt + done * Double.BYTES, a, 0, n);
            MemorySegment.copy(inOut, JAVA_DOUBLE_UNALIGNED, at + done * Double.BYTES, b, 0, n);
            loop.run(a, b, n);
            MemorySegment.copy(b, 0, inOut, JAVA_DOUBLE_UNALIGNED, at + done * Double.BYTES, n);
        }
    }

    private static void max(double[] a, double[] b, int n) {
        for (int i = 0; i < n; i++) {
            b[i] = Math.max(a[i], b[i]);
        }
    }

    private static void min(double[] a, double[] b, int n) {
        for (int i = 0; i < n; i++) {
            b[i] = Math.min(a[i], b[i]);
        }
    }

    private static void sum(double[] a, double[] b, int n) {
        for (int i = 0; i < n; i++) {
            b[i] = a[i] + b[i];
        }
    }

    private static void prod(double[] a, double[] b, int n) {
        for (int i = 0; i < n; i++) {
            b[i] = a[i] * b[i];
        }
    }
}
