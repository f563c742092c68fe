/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.transport.tcp;

import dev.tern.datatype.MappedMemory;
import dev.tern.datatype.Memory;
import dev.tern.error.ErrorClass;
import dev.tern.error.MpiError;
import dev.tern.transport.Link;
import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;

/**
 * Finds records in a stream of bytes. A short one is kept until all of it is there; the payload of a long one is taken as it comes,
 * from the socket straight to where it belongs, if that is outside the Java heap. Used by one thread at a time.
 */
final class FrameReader {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    /**
     * Bytes that are read at a time where the next record begins: several short ones, but little of a long one, for that is copied.
     */
    private static final int FIRST = Frame.HEADER + Frame.MOST_WHOLE;

    private final int peer;
    private final Wire wire;
    private final ByteBuffer in = ByteBuffer.allocateDirect(Frame.ROOM);
    private final MappedMemory memory = new MappedMemory(MemorySegment.ofBuffer(in)); // all of it
    private int start; // of the first record that was not advanced over
    private int end; // of what has arrived
    private long header; // of the record last seen, 0 if none; that of a long one is not in the memory any more
    private long words; // of that record
    private int drained; // bytes of its payload that were taken
    private long read; // records advanced over

    /** @param peer world rank of the other end, for messages */
    FrameReader(int peer, Wire wire) {
        this.peer = peer;
        this.wire = wire;
    }

    /**
     * As {@link TcpLink#peek}.
     *
     * @throws IOException if nothing will come any more; what came before was seen
     */
    long peek() throws IOException {
        return hasRecord() || fill(FIRST) && hasRecord() ? header : 0;
    }

    /** As {@link #peek}, of what was read from the socket before. */
    long peekRead() {
        return hasRecord() ? header : 0;
    }

    /** Whether the first record is there, or if it is a long one, its header. */
    private boolean hasRecord() {
        if (header == 0) {
            if (end - start < Frame.HEADER) {
                return false;
            }
            header = memory.segment().get(LONG, start);
            words = memory.segment().get(LONG, start + Frame.WORDS);
            check();
            if (isLong()) {
                start += Frame.HEADER;
            }
        }
        return isLong() || end - start >= Frame.HEADER + Link.length(header);
    }

    private boolean isLong() {
        return Link.length(header) > Frame.MOST_WHOLE;
    }

    private void check() {
        if (Frame.number(header) != (int) read + 1 || Link.length(header) > Frame.MOST || Link.kind(header) == 0) {
            header = 0; // so that the next look finds it wrong again
            throw new MpiError(
                    ErrorClass.INTERN,
                    "record " + (read + 1) + " from world rank " + peer
                            + " cannot be: the stream of the connection has gone wrong");
        }
    }

    /** Reads what has arrived, so that there are at most so many bytes; true if that is anything. */
    private boolean fill(int most) throws IOException {
        if (start == end) {
            start = 0;
            end = 0;
        } else if (Frame.ROOM - start < FIRST) {
            MemorySegment.copy(memory.segment(), start, memory.segment(), 0, end - start);
            end -= start;
            start = 0;
        }
        int n = read(in.limit(Math.min(start + most, Frame.ROOM)).position(end));
        end += n;
        return n > 0;
    }

    private int read(ByteBuffer into) throws IOException {
        int n = wire.read(into);
        if (n < 0) {
            throw new EOFException("the connection was closed");
        }
        return n;
    }

    long words() {
        return words;
    }

    MappedMemory payload() {
        return memory;
    }

    long payloadOffset() {
        return (long) start + Frame.HEADER;
    }

    /** As {@link TcpLink#isWhole}. */
    boolean isWhole() {
        return !isLong();
    }

    int drained() {
        return drained;
    }

    /**
     * As {@link TcpLink#drain}; what was taken is what {@link #drained} has grown by.
     *
     * @throws IOException if nothing will come any more; something may have been taken
     */
    void drain(Object buf, long offset) throws IOException {
        int before = drained;
        drainRead(buf, offset);
        int length = Link.length(header);
        if (drained < length && Memory.address(buf) != 0) {
            drained += read(Memory.segment(buf)
                    .asSlice(offset + drained - before, length - drained)
                    .asByteBuffer());
        } else {
            while (drained < length && fill(Frame.ROOM)) {
                takeArrived(buf, offset + drained - before, length);
            }
        }
    }

    /** As {@link #drain}, of what was read from the socket before. */
    void drainRead(Object buf, long offset) {
        int length = Link.length(header);
        if (isLong()) {
            takeArrived(buf, offset, length);
        } else {
            memory.copyTo(start + Frame.HEADER, buf, offset, length);
            drained = length;
        }
    }

    private void takeArrived(Object buf, long offset, int length) {
        int n = Math.min(end - start, length - drained);
        if (n > 0) {
            memory.copyTo(start, buf, offset, n);
            start += n;
            drained += n;
        }
    }

    /** As {@link TcpLink#advance}. */
    void advance() {
        if (!isLong()) {
            start += Frame.HEADER + Link.length(header);
        } else if (drained < Link.length(header)) {
            throw new IllegalStateException("a long record was left before all of it was taken");
        }
        header = 0;
        drained = 0;
        read++;
    }
}
