/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.datatype;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * The layout of one element of an MPI datatype: which bytes it takes from a buffer, in which order, and how far the
 * next element is away. Immutable.
 *
 * <p>The bytes are kept as <em>runs</em> in the order of the type map (which is the order on the wire, not that of the
 * addresses); neighbours are merged. Run {@code i} is {@code packed[i + 1] - packed[i]} bytes long, lies at
 * {@code offsets[i]} from the start of the element and goes to position {@code packed[i]} of the packed element.
 */
public final class TypeMap {

    public static final TypeMap BYTE = basic(ElementType.BYTE);
    public static final TypeMap CHAR = basic(ElementType.CHAR);
    public static final TypeMap SHORT = basic(ElementType.SHORT);
    public static final TypeMap BOOLEAN = basic(ElementType.BOOLEAN);
    public static final TypeMap INT = basic(ElementType.INT);
    public static final TypeMap LONG = basic(ElementType.LONG);
    public static final TypeMap FLOAT = basic(ElementType.FLOAT);
    public static final TypeMap DOUBLE = basic(ElementType.DOUBLE);

    /** What {@code pack} makes: bytes. */
    public static final TypeMap PACKED = basic(ElementType.BYTE);

    /** {@code struct { int value; int index; }}. */
    public static final TypeMap INT2 = pair(INT);
    /** {@code struct { short value; int index; }}. */
    public static final TypeMap SHORT_INT = pair(SHORT);
    /** {@code struct { long value; int index; }}. */
    public static final TypeMap LONG_INT = pair(LONG);
    /** {@code struct { float value; int index; }}. */
    public static final TypeMap FLOAT_INT = pair(FLOAT);
    /** {@code struct { double value; int index; }}. */
    public static final TypeMap DOUBLE_INT = pair(DOUBLE);

    /** Real and imaginary part, both {@code float}. */
    public static final TypeMap FLOAT_COMPLEX = contiguous(2, FLOAT);
    /** Real and imaginary part, both {@code double}. */
    public static final TypeMap DOUBLE_COMPLEX = contiguous(2, DOUBLE);

    private final ElementType base;
    private final long[] offsets;
    private final long[] packed;
    private final Signature signature;
    private final long lb;
    private final long extent;
    private final long trueLb;
    private final long trueExtent;
    private final int alignment;
    private final boolean resized;
    private final boolean contiguous;

    TypeMap(TypeMapBuilder from) {
        base = from.base();
        offsets = from.offsets();
        packed = from.packed();
        signature = from.signature();
        lb = from.lb();
        extent = from.extent();
        trueLb = from.trueLb();
        trueExtent = from.trueExtent();
        alignment = from.alignment();
        resized = from.resized();
        contiguous = isOneRun(offsets, size(), lb, extent);
    }

    private TypeMap(TypeMap old, long lb, long extent) {
        base = old.base;
        offsets = old.offsets;
        packed = old.packed;
        signature = old.signature;
        this.lb = lb;
        this.extent = extent;
        trueLb = old.trueLb;
        trueExtent = old.trueExtent;
        alignment = old.alignment;
        resized = true;
        contiguous = isOneRun(offsets, size(), lb, extent);
    }

    private static boolean isOneRun(long[] offsets, long size, long lb, long extent) {
        return lb == 0 && size == extent && (size == 0 || offsets.length == 1 && offsets[0] == 0);
    }

    private static TypeMap basic(ElementType type) {
        return new TypeMap(new TypeMapBuilder(type).addElement(type));
    }

    private static TypeMap pair(TypeMap value) {
        long index = Math.max(value.extent, INT.extent);
        return new TypeMapBuilder(ElementType.BYTE)
                .add(0, 1, value)
                .add(index, 1, INT)
                .build();
    }

    /** {@code count} elements of {@code old}, one behind the other. */
    public static TypeMap contiguous(long count, TypeMap old) {
        return new TypeMapBuilder(old.base).add(0, count, old).build();
    }

    /** {@code count} blocks of {@code blockLength} elements, the starts {@code stride} extents of {@code old} apart. */
    public static TypeMap vector(int count, int blockLength, long stride, TypeMap old) {
        return hvector(count, blockLength, Math.multiplyExact(stride, old.extent), old);
    }

    /** {@code count} blocks of {@code blockLength} elements, the starts {@code stride} bytes apart. */
    public static TypeMap hvector(int count, int blockLength, long stride, TypeMap old) {
        TypeMapBuilder builder = new TypeMapBuilder(old.base);
        for (int i = 0; i < count; i++) {
            builder.add(Math.multiplyExact(i, stride), blockLength, old);
        }
        return builder.build();
    }

    /** Blocks at {@code displacements}, counted in extents of {@code old}. */
    public static TypeMap indexed(int[] blockLengths, int[] displacements, TypeMap old) {
        TypeMapBuilder builder = new TypeMapBuilder(old.base);
        for (int i = 0; i < blockLengths.length; i++) {
            builder.add(Math.multiplyExact(displacements[i], old.extent), blockLengths[i], old);
        }
        return builder.build();
    }

    /** Blocks at {@code displacements}, counted in bytes. */
    public static TypeMap hindexed(int[] blockLengths, int[] displacements, TypeMap old) {
        TypeMapBuilder builder = new TypeMapBuilder(old.base);
        for (int i = 0; i < blockLengths.length; i++) {
            builder.add(displacements[i], blockLengths[i], old);
        }
        return builder.build();
    }

    /** Blocks of different types at {@code displacements}, counted in bytes; lives in buffers of bytes. */
    public static TypeMap struct(int[] blockLengths, int[] displacements, TypeMap[] types) {
        TypeMapBuilder builder = new TypeMapBuilder(ElementType.BYTE);
        for (int i = 0; i < blockLengths.length; i++) {
            builder.add(displacements[i], blockLengths[i], types[i]);
        }
        return builder.build();
    }

    /** The data of {@code old} with another lower bound and extent, both in bytes. */
    public static TypeMap resized(TypeMap old, long lb, long extent) {
        return new TypeMap(old, lb, extent);
    }

    /** The primitive of the buffers that hold elements of this type. */
    public ElementType base() {
        return base;
    }

    /** Bytes of data in one element: what it takes in a message. */
    public long size() {
        return packed[packed.length - 1];
    }

    /** Lower bound in bytes. */
    public long lb() {
        return lb;
    }

    /** Bytes from the start of one element to the start of the next. */
    public long extent() {
        return extent;
    }

    /** Offset of the first byte of data. */
    public long trueLb() {
        return trueLb;
    }

    /** Bytes from the first to the last byte of data. */
    public long trueExtent() {
        return trueExtent;
    }

    /** Whether any number of elements is one run of bytes that starts at the buffer's start. */
    public boolean isContiguous() {
        return contiguous;
    }

    /** Number of basic elements (primitives) in one element. */
    public long elements() {
        return signature.elements();
    }

    /** Number of whole basic elements in the first {@code bytes} bytes of a message of this type. */
    public long elementsIn(long bytes) {
        long size = size();
        return size == 0 ? 0 : bytes / size * signature.elements() + signature.elementsIn(bytes % size);
    }

    /** Bytes that the first {@code elements} basic elements of a message of this type take. */
    public long bytesOf(long elements) {
        long whole = signature.elements();
        return whole == 0 ? 0 : Math.multiplyExact(elements / whole, size()) + signature.bytesOf(elements % whole);
    }

    /** First byte that {@code count} elements touch, relative to the first element's start; may be negative. */
    public long firstByte(long count) {
        return count == 0 ? 0 : Math.addExact(trueLb, Math.min(0, Math.multiplyExact(count - 1, extent)));
    }

    /** Byte behind the last one that {@code count} elements touch, relative to the first element's start. */
    public long lastByte(long count) {
        long end = trueLb + trueExtent;
        return count == 0 ? 0 : Math.addExact(end, Math.max(0, Math.multiplyExact(count - 1, extent)));
    }

    int alignment() {
        return alignment;
    }

    boolean isResized() {
        return resized;
    }

    Signature signature() {
        return signature;
    }

    int runs() {
        return offsets.length;
    }

    long runOffset(int run) {
        return offsets[run];
    }

    long runLength(int run) {
        return packed[run + 1] - packed[run];
    }

    /**
     * Copies {@code count} elements of a user's buffer, starting at {@code byteOffset}, to {@code out} without gaps.
     */
    public void pack(Object buf, long byteOffset, long count, byte[] out, long outPos) {
        packRange(buf, byteOffset, 0, Math.multiplyExact(count, size()), MemorySegment.ofArray(out), outPos);
    }

    /**
     * Stores {@code bytes} packed bytes into a user's buffer that has room for {@code count} elements; fewer bytes than
     * these have are allowed, and nothing behind them is touched.
     */
    public void unpack(byte[] in, long inPos, long bytes, Object buf, long byteOffset, long count) {
        long wanted = Math.min(bytes, Math.multiplyExact(count, size()));
        unpackRange(MemorySegment.ofArray(in), inPos, 0, wanted, buf, byteOffset);
    }

    /**
     * Copies a part of the packed form of a buffer: the {@code bytes} bytes behind the first {@code from} ones. So a
     * long message can be packed piece by piece.
     */
    public void packRange(Object buf, long byteOffset, long from, long bytes, MemorySegment out, long outPos) {
        if (contiguous) {
            Memory.copyOut(buf, byteOffset + from, out, outPos, bytes);
        } else {
            walk(buf, byteOffset, from, bytes, out, outPos, true);
        }
    }

    /** The inverse of {@link #packRange}. */
    public void unpackRange(MemorySegment in, long inPos, long from, long bytes, Object buf, long byteOffset) {
        if (contiguous) {
            Memory.copyIn(in, inPos, buf, byteOffset + from, bytes);
        } else {
            walk(buf, byteOffset, from, bytes, in, inPos, false);
        }
    }

    private void walk(Object buf, long byteOffset, long from, long bytes, MemorySegment stream, long pos, boolean out) {
        if (bytes <= 0) {
            return;
        }
        long element = byteOffset + from / size() * extent;
        long skip = from % size();
        int run = runAt(skip);
        skip -= packed[run];
        long at = pos;
        long end = pos + bytes;
        while (at < end) {
            long length = Math.min(runLength(run) - skip, end - at);
            long place = element + offsets[run] + skip;
            if (out) {
                Memory.copyOut(buf, place, stream, at, length);
            } else {
                Memory.copyIn(stream, at, buf, place, length);
            }
            at += length;
            skip = 0;
            if (++run == offsets.length) {
                run = 0;
                element += extent;
            }
        }
    }

    private int runAt(long position) {
        int found = Arrays.binarySearch(packed, position);
        return found >= 0 ? found : -found - 2;
    }

    @Override
    public String toString() {
        return base + " x " + elements() + " in " + offsets.length + " runs, size " + size() + ", extent " + extent;
    }
}
