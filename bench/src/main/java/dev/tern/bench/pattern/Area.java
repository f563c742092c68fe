/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.pattern;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import mpi.MPI;

/**
 * A buffer for messages with a guard behind it that no message may touch.
 *
 * @param object what the calls of package {@code mpi} are given
 * @param bytes the same memory as bytes
 */
record Area(Object object, MemorySegment bytes) {
    /** Length of the guard in bytes. */
    static final int GUARD = 64;

    /** Value of every byte that no message has touched; it occurs in no {@link Payload}. */
    static final byte UNTOUCHED = 0x5A;

    /** An area for {@code size} bytes, addressed as bytes. */
    static Area ofBytes(DataKind kind, int size) {
        return switch (kind) {
            case BUFFER -> of(MPI.newByteBuffer(size + GUARD));
            case DIRECT -> of(direct(size + GUARD));
            case ARRAYS -> of(new byte[size + GUARD]);
        };
    }

    /** An area for {@code count} floats, addressed as floats. */
    static Area ofFloats(DataKind kind, int count) {
        int total = count + GUARD / Float.BYTES;
        return switch (kind) {
            case BUFFER -> of(MPI.newFloatBuffer(total));
            case DIRECT -> of(direct(total * Float.BYTES).asFloatBuffer());
            case ARRAYS -> of(new float[total]);
        };
    }

    private static ByteBuffer direct(int size) {
        return ByteBuffer.allocateDirect(size).order(ByteOrder.nativeOrder());
    }

    /** An area over existing memory. */
    static Area of(Object object) {
        MemorySegment bytes = switch (object) {
            case Buffer buffer -> MemorySegment.ofBuffer(buffer);
            case byte[] array -> MemorySegment.ofArray(array);
            case float[] array -> MemorySegment.ofArray(array);
            default -> throw new IllegalArgumentException("no area over " + object.getClass());
        };
        return new Area(object, bytes);
    }

    /** Marks the first {@code size} bytes and the guard behind them as untouched. */
    void wipe(long size) {
        bytes.asSlice(0, size + GUARD).fill(UNTOUCHED);
    }

    /** Says whether something wrote behind the first {@code size} bytes since {@link #wipe}. */
    Optional<String> overrun(long size) {
        for (long at = size; at < size + GUARD; at++) {
            if (bytes.get(ValueLayout.JAVA_BYTE, at) != UNTOUCHED) {
                return Optional.of("byte %d behind the message was overwritten".formatted(at - size));
            }
        }
        return Optional.empty();
    }
}
