/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.coll;

import dev.tern.datatype.Memory;
import dev.tern.datatype.Reduction;
import dev.tern.datatype.TypeMap;
import dev.tern.error.ErrorClass;
import dev.tern.error.MpiError;
import java.lang.foreign.MemorySegment;

/** Elements in a temporary array, with the layout of their type, as operands of a reduction. */
final class Scratch {

    private final byte[] bytes;
    private final Block block;

    Scratch(long count, TypeMap type) {
        long start = Math.max(0, -type.firstByte(count));
        bytes = allocate(start + Math.max(type.lastByte(count), Math.multiplyExact(count, type.extent())));
        block = new Block(bytes, start, count, type);
    }

    /** A copy of the data of {@code from}. */
    static Scratch copyOf(Block from) {
        TypeMap type = from.type();
        Scratch copy = new Scratch(from.count(), type);
        long first = type.firstByte(from.count());
        long length = type.lastByte(from.count()) - first;
        Memory.copyOut(from.buf(), from.start() + first, copy.segment(), copy.block.start() + first, length);
        return copy;
    }

    static byte[] allocate(long bytes) {
        if (bytes > Integer.MAX_VALUE - 8) {
            throw new MpiError(ErrorClass.NO_MEM, "a temporary buffer of " + bytes + " bytes exceeds 2 GiB");
        }
        return new byte[(int) bytes];
    }

    Block block() {
        return block;
    }

    /** Replaces the elements of {@code right} by {@code this op right}. */
    void applyTo(Scratch right, Reduction op) {
        op.apply(segment(), block.start(), right.segment(), right.block.start(), block.count());
    }

    void copyTo(Block to) {
        LocalCopy.run(block, to);
    }

    private MemorySegment segment() {
        return MemorySegment.ofArray(bytes);
    }
}
