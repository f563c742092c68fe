/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests.programs.soak;

import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.function.Function;
import java.util.function.IntFunction;
import mpi.Datatype;
import mpi.MPI;

/** What a message is made of, and what can hold it. */
enum Element {
    BYTE(
            MPI.BYTE,
            1,
            byte[]::new,
            a -> MemorySegment.ofArray((byte[]) a),
            (a, at) -> MPI.slice((byte[]) a, at),
            b -> b,
            MPI::newByteBuffer),
    CHAR(
            MPI.CHAR,
            2,
            char[]::new,
            a -> MemorySegment.ofArray((char[]) a),
            (a, at) -> MPI.slice((char[]) a, at),
            ByteBuffer::asCharBuffer,
            MPI::newCharBuffer),
    SHORT(
            MPI.SHORT,
            2,
            short[]::new,
            a -> MemorySegment.ofArray((short[]) a),
            (a, at) -> MPI.slice((short[]) a, at),
            ByteBuffer::asShortBuffer,
            MPI::newShortBuffer),
    INT(
            MPI.INT,
            4,
            int[]::new,
            a -> MemorySegment.ofArray((int[]) a),
            (a, at) -> MPI.slice((int[]) a, at),
            ByteBuffer::asIntBuffer,
            MPI::newIntBuffer),
    LONG(
            MPI.LONG,
            8,
            long[]::new,
            a -> MemorySegment.ofArray((long[]) a),
            (a, at) -> MPI.slice((long[]) a, at),
            ByteBuffer::asLongBuffer,
            MPI::newLongBuffer),
    FLOAT(
            MPI.FLOAT,
            4,
            float[]::new,
            a -> MemorySegment.ofArray((float[]) a),
            (a, at) -> MPI.slice((float[]) a, at),
            ByteBuffer::asFloatBuffer,
            MPI::newFloatBuffer),
    DOUBLE(
            MPI.DOUBLE,
            8,
            double[]::new,
            a -> MemorySegment.ofArray((double[]) a),
            (a, at) -> MPI.slice((double[]) a, at),
            ByteBuffer::asDoubleBuffer,
            MPI::newDoubleBuffer);

    /** A heap buffer that starts somewhere in an array. */
    interface Slicer {
        Buffer slice(Object array, int at);
    }

    final Datatype type;
    final int size;
    private final IntFunction<Object> array;
    private final Function<Object, MemorySegment> bytes;
    private final Slicer slicer;
    private final Function<ByteBuffer, Buffer> view;
    private final IntFunction<Buffer> buffer;

    Element(
            Datatype type,
            int size,
            IntFunction<Object> array,
            Function<Object, MemorySegment> bytes,
            Slicer slicer,
            Function<ByteBuffer, Buffer> view,
            IntFunction<Buffer> buffer) {
        this.type = type;
        this.size = size;
        this.array = array;
        this.bytes = bytes;
        this.slicer = slicer;
        this.view = view;
        this.buffer = buffer;
    }

    Object newArray(int length) {
        return array.apply(length);
    }

    MemorySegment bytesOf(Object ofArray) {
        return bytes.apply(ofArray);
    }

    Buffer slice(Object ofArray, int at) {
        return slicer.slice(ofArray, at);
    }

    Buffer view(ByteBuffer of) {
        return view.apply(of);
    }

    /** A buffer of the library's own, such as that of {@link MPI#newByteBuffer}. */
    Buffer newBuffer(int length) {
        return buffer.apply(length);
    }
}
