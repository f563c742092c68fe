/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;

/** Access to one complex number in a buffer or array of {@link MPI#DOUBLE_COMPLEX} elements. */
public final class DoubleComplex {

    private final DoubleBuffer buffer;
    private final int real;

    private DoubleComplex(DoubleBuffer buffer, int index) {
        this.buffer = buffer;
        real = Math.multiplyExact(index, 2);
    }

    /** The first complex number in a buffer. */
    public static DoubleComplex get(DoubleBuffer buffer) {
        return get(buffer, 0);
    }

    /** The complex number with the given number in a buffer. */
    public static DoubleComplex get(DoubleBuffer buffer, int index) {
        return new DoubleComplex(buffer.duplicate().clear(), index);
    }

    /** The first complex number in a buffer of bytes in native order. */
    public static DoubleComplex get(ByteBuffer buffer) {
        return get(buffer, 0);
    }

    /** The complex number with the given number in a buffer of bytes in native order. */
    public static DoubleComplex get(ByteBuffer buffer, int index) {
        ByteBuffer bytes = buffer.duplicate().clear().order(ByteOrder.nativeOrder());
        return new DoubleComplex(bytes.asDoubleBuffer(), index);
    }

    /** The first complex number in an array. */
    public static DoubleComplex get(double[] array) {
        return get(array, 0);
    }

    /** The complex number with the given number in an array. */
    public static DoubleComplex get(double[] array, int index) {
        return new DoubleComplex(DoubleBuffer.wrap(array), index);
    }

    /** The real part. */
    public double getReal() {
        return buffer.get(real);
    }

    /** The imaginary part. */
    public double getImag() {
        return buffer.get(real + 1);
    }

    /** Changes the real part. */
    public void putReal(double real) {
        buffer.put(this.real, real);
    }

    /** Changes the imaginary part. */
    public void putImag(double imag) {
        buffer.put(real + 1, imag);
    }

    /** Both parts, as a view of the buffer. */
    public DoubleBuffer getBuffer() {
        return buffer.slice(real, 2);
    }

    @Override
    public String toString() {
        return "(" + getReal() + ", " + getImag() + ")";
    }
}
