/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.datatype;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;

import java.lang.foreign.MemorySegment;

/** The operations on {@code float}. */
final class FloatKernels {

    private FloatKernels() {}

    @FunctionalInterface
    private interface Loop {
        void run(float[] a, float[] b, int n);
    }

    static Kernel of(ReductionKind kind) {
        Loop loop = loop(kind);
        return loop == null ? null : (in, inAt, inOut, at, count) -> run(loop, in, inAt, inOut, at, count);
    }

    private static Loop loop(ReductionKind kind) {
        return switch (kind) {
            case MAX -> FloatKernels::max;
            case MIN -> FloatKernels::min;
            case SUM -> FloatKernels::sum;
            case PROD -> FloatKernels::prod;
            default -> null;
        };
    }

    private static void run(Loop loop, MemorySegment in, long inAt, MemorySegment inOut, long at, long count) {
        int chunk = (int) Math.min(count, Kernel.CHUNK);
        float[] a = new float[chunk];
        float[] b = new float[chunk];
        for (long done = 0; done < count; done += chunk) {
            int n = (int) Math.min(chunk, count - done);
            MemorySegment.copy(in, JAVA_FLOAT_UNALIGNED, inAt + done * Float.BYTES, a, 0, n);
            MemorySegment.copy(inOut, JAVA_FLOAT_UNALIGNED, at + done * Float.BYTES, b, 0, n);
            loop.run(a, b, n);
            MemorySegment.copy(b, 0, inOut, JAVA_FLOAT_UNALIGNED, at + done * Float.BYTES, n);
        }
    }

    private static void max(float[] a, float[] b, int n) {
        for (int i = 0; i < n; i++) {
            b[i] = Math.max(a[i], b[i]);
        }
    }

    private static void min(float[] a, float[] b, int n) {
        for (int i = 0; i < n; i++) {
            b[i] = Math.min(a[i], b[i]);
        }
    }

    private static void sum(float[] a, float[] b, int n) {
        for (int i = 0; i < n; i++) {
            b[i] = a[i] + b[i];
        }
    }

    private static void prod(float[] a, float[] b, int n) {
        for (int i = 0; i < n; i++) {
            b[i] = a[i] * b[i];
        }
    }
}
