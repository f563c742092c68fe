/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.transport.tcp;

/**
 * How a record travels in a stream of bytes, in the byte order of x86:
 *
 * <pre>
 *  offset 0   +--------------------------------------------+
 *             | length of the payload  (3 bytes)           |
 *             | kind                   (1 byte)            |
 *             | number of the record, from 1  (int)        |  counted in each direction, to notice a stream gone wrong
 *         8   | word a  (int), word b  (int)               |
 *        16   +--------------------------------------------+
 *             | payload                                    |
 *             +--------------------------------------------+
 * </pre>
 */
final class Frame {
    static final int HEADER = 16;
    static final int WORDS = 8;

    /** Longest payload that is kept until all of it has arrived. */
    static final int MOST_WHOLE = 1 << 14;

    /** Longest payload at all; those above {@link #MOST_WHOLE} are taken piece by piece. While one is sent nothing else is. */
    static final int MOST = 1 << 20;

    /** Longest payload of a piece where several connections lead to a peer: all are to get their share of a message. */
    static final int MOST_STRIPED = 1 << 18;

    /** Bytes that each end of a connection has for records, and for what goes between sockets and the Java heap. */
    static final int ROOM = 1 << 16;

    private Frame() {}

    static long header(long number, int kind, int length) {
        return number << 32 | (long) kind << 24 | length;
    }

    static int number(long header) {
        return (int) (header >>> 32);
    }
}
