/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.datatype;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.MemorySegment;

/** MAXLOC and MINLOC on pairs of a value and an index: of equal values the lower index wins. */
final class PairKernels {

    private PairKernels() {}

    /** Compares the values at two places. */
    @FunctionalInterface
    private interface Order {
        int compare(MemorySegment in, long inAt, MemorySegment inOut, long at);
    }

    private static Kernel of(ReductionKind kind, int index, int extent, Order order) {
        return switch (kind) {
            case MAXLOC -> (in, inAt, inOut, at, count) -> run(in, inAt, inOut, at, count, index, extent, order, 1);
            case MINLOC -> (in, inAt, inOut, at, count) -> run(in, inAt, inOut, at, count, index, extent, order, -1);
            default -> null;
        };
    }

    private static void run(
            MemorySegment in,
            long inAt,
            MemorySegment inOut,
            long at,
            long count,
            int index,
            int extent,
            Order order,
            int better) {
        for (long i = 0; i < count * extent; i += extent) {
            int compared = order.compare(in, inAt + i, inOut, at + i);
            int inIndex = in.get(JAVA_INT_UNALIGNED, inAt + i + index);
            if (compared == better || compared == 0 && inIndex < inOut.get(JAVA_INT_UNALIGNED, at + i + index)) {
                MemorySegment.copy(in, inAt + i, inOut, at + i, index + Integer.BYTES);
            }
        }
    }

    static Kernel ofInts(ReductionKind kind) {
        return of(kind, 4, 8, (in, inAt, inOut, at) -> {
            int u = in.get(JAVA_INT_UNALIGNED, inAt);
            int v = inOut.get(JAVA_INT_UNALIGNED, at);
            return u < v ? -1 : u > v ? 1 : 0;
        });
    }

    static Kernel ofShorts(ReductionKind kind) {
        return of(kind, 4, 8, (in, inAt, inOut, at) -> {
            short u = in.get(JAVA_SHORT_UNALIGNED, inAt);
            short v = inOut.get(JAVA_SHORT_UNALIGNED, at);
            return u < v ? -1 : u > v ? 1 : 0;
        });
    }

    static Kernel ofLongs(ReductionKind kind) {
        return of(kind, 8, 16, (in, inAt, inOut, at) -> {
            long u = in.get(JAVA_LONG_UNALIGNED, inAt);
            long v = inOut.get(JAVA_LONG_UNALIGNED, at);
            return u < v ? -1 : u > v ? 1 : 0;
        });
    }

    static Kernel ofFloats(ReductionKind kind) {
        return of(kind, 4, 8, (in, inAt, inOut, at) -> {
            float u = in.get(JAVA_FLOAT_UNALIGNED, inAt);
            float v = inOut.get(JAVA_FLOAT_UNALIGNED, at);
            return u < v ? -1 : u > v ? 1 : 0;
        });
    }

    static Kernel ofDoubles(ReductionKind kind) {
        return of(kind, 8, 16, (in, inAt, inOut, at) -> {
            double u = in.get(JAVA_DOUBLE_UNALIGNED, inAt);
            double v = inOut.get(JAVA_DOUBLE_UNALIGNED, at);
            return u < v ? -1 : u > v ? 1 : 0;
        });
    }
}
