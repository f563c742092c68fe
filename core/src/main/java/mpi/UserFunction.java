/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package mpi;

import dev.tern.datatype.ElementType;
import dev.tern.datatype.Memory;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * A reduction of the user ({@code MPI_User_function}, MPI-4.1 section 6.9.5). For every element {@code i} it must do
 * {@code inOut[i] = in[i] op inOut[i]}, associatively. Override one of the two methods: the one on arrays is the
 * simpler, the one on buffers the faster one.
 */
public abstract class UserFunction {

    /** For subclasses. */
    public UserFunction() {}

    /**
     * Combines elements in arrays of the base type of {@code datatype}; element {@code i} starts at index
     * {@code i * datatype.getExtent()}.
     *
     * @param inVec array of the left operands
     * @param inOutVec array of the right operands, to be replaced by the results
     * @param count number of elements
     * @param datatype their type
     * @throws MPIException if the function fails
     */
    public void call(Object inVec, Object inOutVec, int count, Datatype datatype) throws MPIException {
        throw new UnsupportedOperationException(getClass().getName() + " overrides neither form of call");
    }

    /**
     * Combines elements in buffers of bytes in native order. As long as it is not overridden, it copies the data into
     * arrays for {@link #call(Object, Object, int, Datatype)}. Types of base {@link MPI#BOOLEAN} come as arrays always.
     *
     * @param in the left operands, from index 0 on
     * @param inOut the right operands, to be replaced by the results
     * @param count number of elements
     * @param datatype their type
     * @throws MPIException if the function fails
     */
    public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype datatype) throws MPIException {
        MemorySegment left = MemorySegment.ofBuffer(in.duplicate().clear());
        MemorySegment right = MemorySegment.ofBuffer(inOut.duplicate().clear());
        callOnArrays(left, right, count, datatype);
    }

    final void callOnArrays(MemorySegment in, MemorySegment inOut, int count, Datatype datatype) throws MPIException {
        ElementType base = datatype.map().base();
        Object left = newArray(base, in.byteSize());
        Object right = newArray(base, inOut.byteSize());
        Memory.copyIn(in, 0, left, 0, in.byteSize());
        Memory.copyIn(inOut, 0, right, 0, inOut.byteSize());
        call(left, right, count, datatype);
        Memory.copyOut(right, 0, inOut, 0, inOut.byteSize());
    }

    private static Object newArray(ElementType base, long bytes) {
        int length = Math.toIntExact(bytes / base.size());
        return switch (base) {
            case BYTE -> new byte[length];
            case CHAR -> new char[length];
            case SHORT -> new short[length];
            case BOOLEAN -> new boolean[length];
            case INT -> new int[length];
            case LONG -> new long[length];
            case FLOAT -> new float[length];
            case DOUBLE -> new double[length];
        };
    }
}
