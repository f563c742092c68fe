/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;

/** Access to one complex number in a buffer or array of {@link MPI#FLOAT_COMPLEX} elements. */
public final class FloatComplex {

    private final FloatBuffer buffer;
    private final int real;

    private FloatComplex(FloatBuffer buffer, int index) {
        this.buffer = buffer;
        real = Math.multiplyExact(index, 2);
    }

    /** The first complex number in a buffer. */
    public static FloatComplex get(FloatBuffer buffer) {
        return get(buffer, 0);
    }

    /** The complex number with the given number in a buffer. */
    public static FloatComplex get(FloatBuffer buffer, int index) {
        return new FloatComplex(buffer.duplicate().clear(), index);
    }

    /** The first complex number in a buffer of bytes in native order. */
    public static FloatComplex get(ByteBuffer buffer) {
        return get(buffer, 0);
    }

    /** The complex number with the given number in a buffer of bytes in native order. */
    public static FloatComplex get(ByteBuffer buffer, int index) {
        ByteBuffer bytes = buffer.duplicate().clear().order(ByteOrder.nativeOrder());
        return new FloatComplex(bytes.asFloatBuffer(), index);
    }

    /** The first complex number in an array. */
    public static FloatComplex get(float[] array) {
        return get(array, 0);
    }

    /** The complex number with the given number in an array. */
    public static FloatComplex get(float[] array, int index) {
        return new FloatComplex(FloatBuffer.wrap(array), index);
    }

    /** The real part. */
    public float getReal() {
        return buffer.get(real);
    }

    /** The imaginary part. */
    public float getImag() {
        return buffer.get(real + 1);
    }

    /** Changes the real part. */
    public void putReal(float real) {
        buffer.put(this.real, real);
    }

    /** Changes the imaginary part. */
    public void putImag(float imag) {
        buffer.put(real + 1, imag);
    }

    /** Both parts, as a view of the buffer. */
    public FloatBuffer getBuffer() {
        return buffer.slice(real, 2);
    }

    @Override
    public String toString() {
        return "(" + getReal() + ", " + getImag() + ")";
    }
}
