/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.coll;

import dev.tern.datatype.TypeMap;
import java.lang.foreign.MemorySegment;

/**
 * Data in a buffer.
 *
 * @param buf any buffer of the user, or a temporary array; may be null where {@code count} is 0 or the rank's buffer
 *     does not count
 * @param start bytes from the start of the buffer to the first element
 * @param count number of elements
 * @param type their layout
 */
public record Block(Object buf, long start, long count, TypeMap type) {

    /** As a send buffer: the data are in the receive buffer already. */
    public static final Block IN_PLACE = new Block(null, 0, 0, TypeMap.BYTE);

    /** Data from the start of a buffer on. */
    public Block(Object buf, long count, TypeMap type) {
        this(buf, 0, count, type);
    }

    /** Bytes of the data, without gaps. */
    long bytes() {
        return Math.multiplyExact(count, type.size());
    }

    /** Copies the data, without gaps. */
    void copyTo(MemorySegment out, long at) {
        type.packRange(buf, start, 0, bytes(), out, at);
    }

    /** The inverse of {@link #copyTo}. */
    void copyFrom(MemorySegment in, long at) {
        type.unpackRange(in, at, 0, bytes(), buf, start);
    }

    void send(PointToPoint p2p, int dest, Tag tag) {
        p2p.send(buf, start, count, type, dest, tag.value());
    }

    void recv(PointToPoint p2p, int source, Tag tag) {
        p2p.recv(buf, start, count, type, source, tag.value());
    }
}
