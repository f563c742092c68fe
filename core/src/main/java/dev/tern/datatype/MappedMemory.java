/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.datatype;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;

/**
 * Memory outside the heap that messages are copied to and from: a segment, and the same bytes as a buffer. The buffer is
 * there for one case, the copy from and to a direct {@code ByteBuffer}: a copy between buffers takes 3 ns for a short
 * message, that by way of a segment of the user's buffer 8 ns (8 to 64 bytes, JDK 25, x86-64), and makes no object that
 * the JIT would have to remove.
 */
public final class MappedMemory {
    private final MemorySegment segment;
    private final ByteBuffer buffer;

    /** @param segment memory outside the heap of less than 2 GB */
    public MappedMemory(MemorySegment segment) {
        this.segment = segment;
        this.buffer = segment.asByteBuffer();
    }

    /** The memory, for words and atomic access. */
    public MemorySegment segment() {
        return segment;
    }

    /** The word at an offset. */
    public long word(long at) {
        return segment.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
    }

    /** Stores a word at an offset. */
    public void word(long at, long value) {
        segment.set(ValueLayout.JAVA_LONG_UNALIGNED, at, value);
    }

    /** Copies bytes of a user buffer, from {@code offset} on, to {@code at}. */
    public void copyFrom(Object buf, long offset, long at, int bytes) {
        if (buf instanceof ByteBuffer b && b.isDirect() && b.limit() == b.capacity()) {
            buffer.put((int) at, b, (int) offset, bytes);
        } else {
            Memory.copyOut(buf, offset, segment, at, bytes);
        }
    }

    /** Copies bytes from {@code at} into a user buffer, from {@code offset} on. */
    public void copyTo(long at, Object buf, long offset, int bytes) {
        if (buf instanceof ByteBuffer b && b.isDirect() && b.limit() == b.capacity()) {
            b.put((int) offset, buffer, (int) at, bytes);
        } else {
            Memory.copyIn(segment, at, buf, offset, bytes);
        }
    }

    /** A copy of bytes in an array of their own. */
    public byte[] copy(long at, int bytes) {
        byte[] copy = new byte[bytes];
        MemorySegment.copy(segment, ValueLayout.JAVA_BYTE, at, copy, 0, bytes);
        return copy;
    }
}
