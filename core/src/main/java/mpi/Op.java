/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package mpi;

import dev.tern.datatype.ElementType;
import dev.tern.datatype.Reduction;
import dev.tern.datatype.ReductionKind;
import dev.tern.datatype.Reductions;
import dev.tern.datatype.TypeMap;
import dev.tern.error.ErrorClass;
import dev.tern.error.MpiError;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;

/** An operation of reductions, predefined (MPI-4.1 section 6.9.2) or of the user (section 6.9.5). */
public final class Op implements Freeable {

    private final ReductionKind kind;
    private final boolean commutative;
    private UserFunction function;

    /**
     * An operation of the user. {@code MPI_OP_CREATE}, MPI-4.1 section 6.9.5.
     *
     * @param function what to do; must be associative
     * @param commute whether the order of the operands does not matter; otherwise it is the order of the ranks
     */
    public Op(UserFunction function, boolean commute) {
        kind = null;
        commutative = commute;
        this.function = function;
    }

    private Op(ReductionKind kind) {
        this.kind = kind;
        commutative = kind.isCommutative();
    }

    static Op predefined(ReductionKind kind) {
        return new Op(kind);
    }

    /**
     * Whether the order of the operands does not matter. {@code MPI_OP_COMMUTATIVE}, MPI-4.1 section 6.9.7.
     *
     * @return whether the operation is commutative
     */
    public boolean isCommutative() {
        return commutative;
    }

    /** Whether the operation was freed, or was made without a function. */
    public boolean isNull() {
        return kind == null && function == null;
    }

    /**
     * Releases an operation of the user. {@code MPI_OP_FREE}, MPI-4.1 section 6.9.5.
     *
     * @throws MPIException if the operation is null or predefined
     */
    @Override
    public void free() throws MPIException {
        MPI.check();
        if (kind != null) {
            throw Errors.raise(ErrorClass.OP, "Op.free: " + this + " is predefined and cannot be freed");
        }
        if (function == null) {
            throw Errors.raise(ErrorClass.OP, "Op.free: the operation is null or was freed");
        }
        function = null;
    }

    /** What this operation does to elements of {@code type}; null if it is not defined for them or was freed. */
    Reduction reduction(Datatype type) {
        if (kind != null) {
            return Reductions.of(kind, type.map());
        }
        return function == null ? null : new UserReduction(function, commutative, type);
    }

    @Override
    public String toString() {
        return kind != null ? "MPI." + kind : isNull() ? "null operation" : "operation of the user";
    }

    /** Calls the function of the user. */
    private record UserReduction(UserFunction function, boolean commutative, Datatype type) implements Reduction {

        @Override
        public void apply(MemorySegment in, long inOffset, MemorySegment inOut, long inOutOffset, long count) {
            TypeMap map = type.map();
            long span = Math.max(map.lastByte(count), Math.multiplyExact(count, map.extent()));
            MemorySegment left = in.asSlice(inOffset, span);
            MemorySegment right = inOut.asSlice(inOutOffset, span);
            try {
                if (map.base() == ElementType.BOOLEAN) {
                    function.callOnArrays(left, right, Math.toIntExact(count), type);
                } else {
                    ByteOrder order = ByteOrder.nativeOrder();
                    function.call(
                            left.asByteBuffer().order(order),
                            right.asByteBuffer().order(order),
                            Math.toIntExact(count),
                            type);
                }
            } catch (MPIException e) {
                throw new MpiError(ErrorClass.OP, "the reduction of the user failed: " + e.getMessage(), e);
            }
        }
    }
}
