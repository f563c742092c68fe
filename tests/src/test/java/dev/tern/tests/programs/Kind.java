/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests.programs;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import mpi.Datatype;
import mpi.MPI;

/**
 * A kind of user buffer: an array, a heap or direct buffer, or a slice of one, with the datatype of its elements.
 *
 * @param name for messages
 * @param type of the elements
 * @param bytes that one takes
 * @param allocate makes one of so many elements
 * @param access to its elements
 */
record Kind(String name, Datatype type, int bytes, IntFunction<Object> allocate, Access access) {
    /** Stands where nothing may be stored. */
    private static final int UNTOUCHED = 1;

    private static final int BEHIND = 2;

    /** Reads and writes elements as numbers. */
    interface Access {
        long get(Object buffer, int index);

        void set(Object buffer, int index, long value);
    }

    /** One kind of element: how its buffers are read and written. */
    private interface Getter<B> {
        long get(B buffer, int index);
    }

    private interface Setter<B> {
        void set(B buffer, int index, long value);
    }

    static List<Kind> arrays() {
        List<Kind> kinds = new ArrayList<>();
        add(kinds, "byte[]", MPI.BYTE, 1, byte[]::new, (a, i) -> a[i], (a, i, v) -> a[i] = (byte) v);
        add(kinds, "char[]", MPI.CHAR, 2, char[]::new, (a, i) -> a[i], (a, i, v) -> a[i] = (char) v);
        add(kinds, "short[]", MPI.SHORT, 2, short[]::new, (a, i) -> a[i], (a, i, v) -> a[i] = (short) v);
        add(kinds, "boolean[]", MPI.BOOLEAN, 1, boolean[]::new, (a, i) -> a[i] ? 1 : 0, (a, i, v) -> a[i] = v != 0);
        add(kinds, "int[]", MPI.INT, 4, int[]::new, (a, i) -> a[i], (a, i, v) -> a[i] = (int) v);
        add(kinds, "long[]", MPI.LONG, 8, long[]::new, (a, i) -> a[i], (a, i, v) -> a[i] = v);
        add(kinds, "float[]", MPI.FLOAT, 4, float[]::new, (a, i) -> (long) a[i], (a, i, v) -> a[i] = v);
        add(kinds, "double[]", MPI.DOUBLE, 8, double[]::new, (a, i) -> (long) a[i], (a, i, v) -> a[i] = v);
        return kinds;
    }

    /** Heap buffers, direct buffers, and slices of both and of arrays. */
    static List<Kind> buffers() {
        List<Kind> kinds = new ArrayList<>();
        addBuffers(
                kinds,
                ByteBuffer::allocate,
                CharBuffer::allocate,
                ShortBuffer::allocate,
                IntBuffer::allocate,
                LongBuffer::allocate,
                FloatBuffer::allocate,
                DoubleBuffer::allocate);
        addBuffers(
                kinds,
                MPI::newByteBuffer,
                MPI::newCharBuffer,
                MPI::newShortBuffer,
                MPI::newIntBuffer,
                MPI::newLongBuffer,
                MPI::newFloatBuffer,
                MPI::newDoubleBuffer);
        addBuffers(
                kinds,
                n -> MPI.slice(new byte[n + 3], 3),
                n -> MPI.slice(new char[n + 3], 3),
                n -> MPI.slice(new short[n + 3], 3),
                n -> MPI.slice(new int[n + 3], 3),
                n -> MPI.slice(new long[n + 3], 3),
                n -> MPI.slice(new float[n + 3], 3),
                n -> MPI.slice(new double[n + 3], 3));
        addBuffers(
                kinds,
                n -> MPI.slice(MPI.newByteBuffer(n + 3), 3),
                n -> MPI.slice(MPI.newCharBuffer(n + 3), 3),
                n -> MPI.slice(MPI.newShortBuffer(n + 3), 3),
                n -> MPI.slice(MPI.newIntBuffer(n + 3), 3),
                n -> MPI.slice(MPI.newLongBuffer(n + 3), 3),
                n -> MPI.slice(MPI.newFloatBuffer(n + 3), 3),
                n -> MPI.slice(MPI.newDoubleBuffer(n + 3), 3));
        return kinds;
    }

    private static void addBuffers(
            List<Kind> kinds,
            IntFunction<ByteBuffer> bytes,
            IntFunction<CharBuffer> chars,
            IntFunction<ShortBuffer> shorts,
            IntFunction<IntBuffer> ints,
            IntFunction<LongBuffer> longs,
            IntFunction<FloatBuffer> floats,
            IntFunction<DoubleBuffer> doubles) {
        add(kinds, "ByteBuffer", MPI.BYTE, 1, bytes, (b, i) -> b.get(i), (b, i, v) -> b.put(i, (byte) v));
        add(kinds, "CharBuffer", MPI.CHAR, 2, chars, (b, i) -> b.get(i), (b, i, v) -> b.put(i, (char) v));
        add(kinds, "ShortBuffer", MPI.SHORT, 2, shorts, (b, i) -> b.get(i), (b, i, v) -> b.put(i, (short) v));
        add(kinds, "IntBuffer", MPI.INT, 4, ints, (b, i) -> b.get(i), (b, i, v) -> b.put(i, (int) v));
        add(kinds, "LongBuffer", MPI.LONG, 8, longs, (b, i) -> b.get(i), (b, i, v) -> b.put(i, v));
        add(kinds, "FloatBuffer", MPI.FLOAT, 4, floats, (b, i) -> (long) b.get(i), (b, i, v) -> b.put(i, (float) v));
        add(
                kinds,
                "DoubleBuffer",
                MPI.DOUBLE,
                8,
                doubles,
                (b, i) -> (long) b.get(i),
                (b, i, v) -> b.put(i, (double) v));
    }

    private static <B> void add(
            List<Kind> kinds,
            String name,
            Datatype type,
            int bytes,
            IntFunction<B> allocate,
            Getter<B> getter,
            Setter<B> setter) {
        kinds.add(new Kind(name, type, bytes, allocate::apply, new Access() {
            @Override
            @SuppressWarnings("unchecked")
            public long get(Object buffer, int index) {
                return getter.get((B) buffer, index);
            }

            @Override
            @SuppressWarnings("unchecked")
            public void set(Object buffer, int index, long value) {
                setter.set((B) buffer, index, value);
            }
        }));
    }

    /** A buffer of some elements that depend on a seed. */
    Object filled(int count, int seed) {
        Object buffer = allocate.apply(count);
        for (int i = 0; i < count; i++) {
            access.set(buffer, i, value(i, seed));
        }
        return buffer;
    }

    /** A buffer to receive some elements, with two more behind them. */
    Object empty(int count) {
        Object buffer = allocate.apply(count + BEHIND);
        for (int i = 0; i < count + BEHIND; i++) {
            access.set(buffer, i, UNTOUCHED);
        }
        return buffer;
    }

    /** Checks what was received into a buffer made by {@link #empty}. */
    void check(Object buffer, int count, int seed, String what) {
        for (int i = 0; i < count; i++) {
            if (access.get(buffer, i) != value(i, seed)) {
                throw new AssertionError(what + ": element " + i + " of " + count + " in a " + name + " is "
                        + access.get(buffer, i) + " and not " + value(i, seed));
            }
        }
        for (int i = count; i < count + BEHIND; i++) {
            Check.that(access.get(buffer, i) == UNTOUCHED, what + ": " + name + " overwritten behind its end");
        }
    }

    private long value(int index, int seed) {
        return (index * 31L + seed) % 97 % (name.startsWith("boolean") ? 2 : 97);
    }
}
