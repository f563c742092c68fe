/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.datatype;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.lang.reflect.Modifier;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;

/**
 * The only code that touches user buffers. A user buffer is any primitive array, a direct or heap NIO buffer, or a memory
 * segment outside the heap; a heap buffer stands for its array from {@code arrayOffset()} on, and position and limit never
 * count. Offsets and lengths are in bytes.
 *
 * <p>The first tests of each method are those of the commonest buffers; the rest is left to a method of its own, so
 * that the common ones are inlined into their callers.
 */
public final class Memory {
    /** Answer of {@link #capacity}: no buffer was given. */
    public static final long NULL = -1;

    /** Answer of {@link #capacity}: the class of the buffer does not fit the datatype. */
    public static final long WRONG_CLASS = -2;

    private static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE_UNALIGNED;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;

    private Memory() {}

    /** The bytes that {@code buf} offers to a datatype of the given base type, or {@link #NULL}, {@link #WRONG_CLASS}. */
    public static long capacity(Object buf, ElementType base) {
        if (buf instanceof byte[] a) {
            return base == ElementType.BYTE ? a.length : WRONG_CLASS;
        }
        if (buf instanceof double[] a) {
            return base == ElementType.DOUBLE ? (long) a.length << 3 : WRONG_CLASS;
        }
        if (buf instanceof int[] a) {
            return base == ElementType.INT ? (long) a.length << 2 : WRONG_CLASS;
        }
        if (buf instanceof ByteBuffer b && b.isDirect()) {
            return b.capacity();
        }
        return otherCapacity(buf, base);
    }

    private static long otherCapacity(Object buf, ElementType base) {
        return switch (buf) {
            case null -> NULL;
            case float[] a when base == ElementType.FLOAT -> (long) a.length << 2;
            case long[] a when base == ElementType.LONG -> (long) a.length << 3;
            case char[] a when base == ElementType.CHAR -> (long) a.length << 1;
            case short[] a when base == ElementType.SHORT -> (long) a.length << 1;
            case boolean[] a when base == ElementType.BOOLEAN -> a.length;
            case Buffer b when b.isDirect() -> (long) b.capacity() * elementSize(b);
            case MemorySegment s when s.isNative() -> s.byteSize();
            case Buffer b
            when b.hasArray() -> {
                long whole = capacity(b.array(), base);
                yield whole < 0 ? whole : whole - (long) b.arrayOffset() * elementSize(b);
            }
            default -> WRONG_CLASS;
        };
    }

    /** Whether nothing can be received into this buffer. */
    public static boolean isReadOnly(Object buf) {
        return buf instanceof Buffer b ? b.isReadOnly() : buf instanceof MemorySegment s && s.isReadOnly();
    }

    /** What a buffer is, for messages: {@code double[100]}, {@code direct ByteBuffer of 64 bytes}. */
    public static String describe(Object buf) {
        return switch (buf) {
            case null -> "null";
            case Buffer b -> {
                String name =
                        b instanceof ByteBuffer ? "ByteBuffer" : publicClass(b).getSimpleName();
                String where = b.isDirect() ? "direct " : "heap ";
                yield (b.isReadOnly() ? "read-only " : "") + where + name + " of " + b.capacity() + " elements";
            }
            case MemorySegment s ->
                (s.isReadOnly() ? "read-only " : "") + (s.isNative() ? "" : "heap ") + "MemorySegment of "
                        + s.byteSize() + " bytes";
            default -> {
                Class<?> type = buf.getClass();
                yield type.isArray()
                        ? type.getSimpleName().replaceFirst("\\[", "[" + Array.getLength(buf))
                        : type.getName();
            }
        };
    }

    // Each copy makes its segment in the branch that uses it: the JIT removes the object only if it does not meet
    // one of another class behind the branches. Whole elements are copied without a segment of the user's array.

    /** Copies out of a user buffer. */
    public static void copyOut(Object buf, long offset, MemorySegment dst, long dstOffset, long bytes) {
        if (buf instanceof byte[] a) {
            MemorySegment.copy(a, (int) offset, dst, ValueLayout.JAVA_BYTE, dstOffset, (int) bytes);
        } else if (buf instanceof double[] a && areMultiples(offset, bytes, 8)) {
            MemorySegment.copy(a, (int) (offset >> 3), dst, DOUBLE, dstOffset, (int) (bytes >> 3));
        } else if (buf instanceof int[] a && areMultiples(offset, bytes, 4)) {
            MemorySegment.copy(a, (int) (offset >> 2), dst, INT, dstOffset, (int) (bytes >> 2));
        } else if (bytes > 0) {
            copyOutOther(buf, offset, dst, dstOffset, bytes);
        }
    }

    private static void copyOutOther(Object buf, long offset, MemorySegment dst, long dstOffset, long bytes) {
        switch (buf) {
            case double[] a -> MemorySegment.copy(MemorySegment.ofArray(a), offset, dst, dstOffset, bytes);
            case int[] a -> MemorySegment.copy(MemorySegment.ofArray(a), offset, dst, dstOffset, bytes);
            case float[] a -> MemorySegment.copy(MemorySegment.ofArray(a), offset, dst, dstOffset, bytes);
            case long[] a -> MemorySegment.copy(MemorySegment.ofArray(a), offset, dst, dstOffset, bytes);
            case char[] a -> MemorySegment.copy(MemorySegment.ofArray(a), offset, dst, dstOffset, bytes);
            case short[] a -> MemorySegment.copy(MemorySegment.ofArray(a), offset, dst, dstOffset, bytes);
            case boolean[] a -> {
                for (int i = 0; i < bytes; i++) {
                    dst.set(ValueLayout.JAVA_BYTE, dstOffset + i, (byte) (a[(int) offset + i] ? 1 : 0));
                }
            }
            case Buffer b when b.isDirect() -> MemorySegment.copy(whole(b), offset, dst, dstOffset, bytes);
            case MemorySegment s -> MemorySegment.copy(s, offset, dst, dstOffset, bytes);
            case Buffer b -> copyOut(b.array(), offset + arrayOffset(b), dst, dstOffset, bytes);
            default -> throw notABuffer(buf);
        }
    }

    /** Copies into a user buffer. */
    public static void copyIn(MemorySegment src, long srcOffset, Object buf, long offset, long bytes) {
        if (buf instanceof byte[] a) {
            MemorySegment.copy(src, ValueLayout.JAVA_BYTE, srcOffset, a, (int) offset, (int) bytes);
        } else if (buf instanceof double[] a && areMultiples(offset, bytes, 8)) {
            MemorySegment.copy(src, DOUBLE, srcOffset, a, (int) (offset >> 3), (int) (bytes >> 3));
        } else if (buf instanceof int[] a && areMultiples(offset, bytes, 4)) {
            MemorySegment.copy(src, INT, srcOffset, a, (int) (offset >> 2), (int) (bytes >> 2));
        } else if (bytes > 0) {
            copyInOther(src, srcOffset, buf, offset, bytes);
        }
    }

    private static void copyInOther(MemorySegment src, long srcOffset, Object buf, long offset, long bytes) {
        switch (buf) {
            case double[] a -> MemorySegment.copy(src, srcOffset, MemorySegment.ofArray(a), offset, bytes);
            case int[] a -> MemorySegment.copy(src, srcOffset, MemorySegment.ofArray(a), offset, bytes);
            case float[] a -> MemorySegment.copy(src, srcOffset, MemorySegment.ofArray(a), offset, bytes);
            case long[] a -> MemorySegment.copy(src, srcOffset, MemorySegment.ofArray(a), offset, bytes);
            case char[] a -> MemorySegment.copy(src, srcOffset, MemorySegment.ofArray(a), offset, bytes);
            case short[] a -> MemorySegment.copy(src, srcOffset, MemorySegment.ofArray(a), offset, bytes);
            case boolean[] a -> {
                for (int i = 0; i < bytes; i++) {
                    a[(int) offset + i] = src.get(ValueLayout.JAVA_BYTE, srcOffset + i) != 0;
                }
            }
            case Buffer b when b.isDirect() -> MemorySegment.copy(src, srcOffset, whole(b), offset, bytes);
            case MemorySegment s -> MemorySegment.copy(src, srcOffset, s, offset, bytes);
            case Buffer b -> copyIn(src, srcOffset, b.array(), offset + arrayOffset(b), bytes);
            default -> throw notABuffer(buf);
        }
    }

    private static boolean areMultiples(long offset, long bytes, int size) {
        return ((offset | bytes) & size - 1) == 0;
    }

    /** A direct buffer from its first to its last element. */
    private static MemorySegment whole(Buffer b) {
        return MemorySegment.ofBuffer(
                b.position() == 0 && b.limit() == b.capacity()
                        ? b
                        : b.duplicate().clear());
    }

    private static long arrayOffset(Buffer b) {
        return (long) b.arrayOffset() * elementSize(b);
    }

    private static IllegalArgumentException notABuffer(Object buf) {
        return new IllegalArgumentException("not a buffer: " + describe(buf));
    }

    /** The whole of a user buffer other than {@code boolean[]} as a segment, position and limit ignored. */
    public static MemorySegment segment(Object buf) {
        return switch (buf) {
            case byte[] a -> MemorySegment.ofArray(a);
            case double[] a -> MemorySegment.ofArray(a);
            case int[] a -> MemorySegment.ofArray(a);
            case float[] a -> MemorySegment.ofArray(a);
            case long[] a -> MemorySegment.ofArray(a);
            case char[] a -> MemorySegment.ofArray(a);
            case short[] a -> MemorySegment.ofArray(a);
            case MemorySegment s -> s;
            case Buffer b when b.isDirect() -> whole(b);
            case Buffer b -> segment(b.array()).asSlice(arrayOffset(b));
            default -> throw notABuffer(buf);
        };
    }

    /** Address of the first byte of memory outside the Java heap, 0 for arrays. */
    public static long address(Object buf) {
        return switch (buf) {
            case Buffer b when b.isDirect() -> whole(b).address();
            case MemorySegment s when s.isNative() -> s.address();
            default -> 0;
        };
    }

    private static Class<?> publicClass(Buffer b) {
        Class<?> type = b.getClass();
        while (!Modifier.isPublic(type.getModifiers())) {
            type = type.getSuperclass();
        }
        return type;
    }

    private static int elementSize(Buffer b) {
        return switch (b) {
            case ByteBuffer x -> 1;
            case CharBuffer x -> 2;
            case ShortBuffer x -> 2;
            case IntBuffer x -> 4;
            case FloatBuffer x -> 4;
            case LongBuffer x -> 8;
            case DoubleBuffer x -> 8;
        };
    }
}
