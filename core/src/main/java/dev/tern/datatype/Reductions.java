/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.datatype;

import java.lang.foreign.MemorySegment;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.Function;

/** Finds the predefined operations for the predefined types (MPI-4.1 sections 6.9.2 and 6.9.4). */
public final class Reductions {

    private static final Map<TypeMap, Reduction[]> TABLE = new IdentityHashMap<>();

    static {
        register(TypeMap.BYTE, ByteKernels::of);
        register(TypeMap.CHAR, CharKernels::of);
        register(TypeMap.SHORT, ShortKernels::of);
        register(TypeMap.BOOLEAN, Reductions::ofBoolean);
        register(TypeMap.INT, IntKernels::of);
        register(TypeMap.LONG, LongKernels::of);
        register(TypeMap.FLOAT, FloatKernels::of);
        register(TypeMap.DOUBLE, DoubleKernels::of);
        register(TypeMap.FLOAT_COMPLEX, ComplexKernels::ofFloats);
        register(TypeMap.DOUBLE_COMPLEX, ComplexKernels::ofDoubles);
        register(TypeMap.INT2, PairKernels::ofInts);
        register(TypeMap.SHORT_INT, PairKernels::ofShorts);
        register(TypeMap.LONG_INT, PairKernels::ofLongs);
        register(TypeMap.FLOAT_INT, PairKernels::ofFloats);
        register(TypeMap.DOUBLE_INT, PairKernels::ofDoubles);
    }

    private Reductions() {}

    /** The operation on elements of {@code type}, or null if it is not defined for them. */
    public static Reduction of(ReductionKind kind, TypeMap type) {
        Reduction[] ofType = TABLE.get(type);
        return ofType == null ? null : ofType[kind.ordinal()];
    }

    private static void register(TypeMap type, Function<ReductionKind, Kernel> kernels) {
        ReductionKind[] kinds = ReductionKind.values();
        Reduction[] ofType = new Reduction[kinds.length];
        for (ReductionKind kind : kinds) {
            Kernel kernel = switch (kind) {
                case REPLACE ->
                    (in, inAt, inOut, at, count) ->
                            inOut.asSlice(at, count * type.extent()).copyFrom(in.asSlice(inAt, count * type.extent()));
                case NO_OP -> (in, inAt, inOut, at, count) -> {};
                default -> kernels.apply(kind);
            };
            ofType[kind.ordinal()] = kernel == null ? null : new Predefined(kernel, kind.isCommutative());
        }
        TABLE.put(type, ofType);
    }

    /** Booleans are bytes 0 and 1, so that logical and bitwise operations are the same. */
    private static Kernel ofBoolean(ReductionKind kind) {
        return switch (kind) {
            case LAND, BAND -> ByteKernels.of(ReductionKind.BAND);
            case LOR, BOR -> ByteKernels.of(ReductionKind.BOR);
            case LXOR, BXOR -> ByteKernels.of(ReductionKind.BXOR);
            default -> null;
        };
    }

    private record Predefined(Kernel kernel, boolean commutative) implements Reduction {

        @Override
        public boolean keepsOperands() {
            return true;
        }

        @Override
        public void apply(MemorySegment in, long inOffset, MemorySegment inOut, long inOutOffset, long count) {
            kernel.apply(in, inOffset, inOut, inOutOffset, count);
        }
    }
}
