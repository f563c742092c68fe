/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.datatype;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;

import java.lang.foreign.MemorySegment;

/** The operations on complex numbers: real part, then imaginary part. */
final class ComplexKernels {

    private ComplexKernels() {}

    static Kernel ofFloats(ReductionKind kind) {
        return switch (kind) {
            case SUM -> {
                Kernel parts = FloatKernels.of(kind);
                yield (in, inAt, inOut, at, count) -> parts.apply(in, inAt, inOut, at, 2 * count);
            }
            case PROD -> ComplexKernels::multiplyFloats;
            default -> null;
        };
    }

    private static void multiplyFloats(MemorySegment in, long inAt, MemorySegment inOut, long at, long count) {
        for (long i = 0; i < 2 * count * Float.BYTES; i += 2 * Float.BYTES) {
            float a = in.get(JAVA_FLOAT_UNALIGNED, inAt + i);
            float b = in.get(JAVA_FLOAT_UNALIGNED, inAt + i + Float.BYTES);
            float c = inOut.get(JAVA_FLOAT_UNALIGNED, at + i);
            float d = inOut.get(JAVA_FLOAT_UNALIGNED, at + i + Float.BYTES);
            inOut.set(JAVA_FLOAT_UNALIGNED, at + i, a * c - b * d);
            inOut.set(JAVA_FLOAT_UNALIGNED, at + i + Float.BYTES, a * d + b * c);
        }
    }

    static Kernel ofDoubles(ReductionKind kind) {
        return switch (kind) {
            case SUM -> {
                Kernel parts = DoubleKernels.of(kind);
                yield (in, inAt, inOut, at, count) -> parts.apply(in, inAt, inOut, at, 2 * count);
            }
            case PROD -> ComplexKernels::multiplyDoubles;
            default -> null;
        };
    }

    private static void multiplyDoubles(MemorySegment in, long inAt, MemorySegment inOut, long at, long count) {
        for (long i = 0; i < 2 * count * Double.BYTES; i += 2 * Double.BYTES) {
            double a = in.get(JAVA_DOUBLE_UNALIGNED, inAt + i);
            double b = in.get(JAVA_DOUBLE_UNALIGNED, inAt + i + Double.BYTES);
            double c = inOut.get(JAVA_DOUBLE_UNALIGNED, at + i);
            double d = inOut.get(JAVA_DOUBLE_UNALIGNED, at + i + Double.BYTES);
            inOut.set(JAVA_DOUBLE_UNALIGNED, at + i, a * c - b * d);
            inOut.set(JAVA_DOUBLE_UNALIGNED, at + i + Double.BYTES, a * d + b * c);
        }
    }
}
