/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.coll;

import dev.tern.datatype.TypeMap;
import dev.tern.error.ErrorClass;
import dev.tern.error.MpiError;

/** Moves data between two buffers of this process. */
final class LocalCopy {

    private LocalCopy() {}

    /**
     * What a message from this rank to itself would do. All of {@code from} is read before {@code to} is written, so
     * both may lie in one array.
     */
    static void run(Block from, Block to) {
        long bytes = from.bytes();
        if (bytes > to.bytes()) {
            throw new MpiError(
                    ErrorClass.TRUNCATE,
                    "the block of " + bytes + " bytes that a rank keeps does not fit in " + to.bytes() + " bytes");
        }
        if (bytes == 0 || isSame(from, to)) {
            return;
        }
        byte[] packed = Scratch.allocate(bytes);
        from.type().pack(from.buf(), from.start(), from.count(), packed, 0);
        to.type().unpack(packed, 0, bytes, to.buf(), to.start(), to.count());
    }

    private static boolean isSame(Block from, Block to) {
        TypeMap type = from.type();
        return from.buf() == to.buf() && from.start() == to.start() && type == to.type();
    }
}
