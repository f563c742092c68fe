/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.transport.tcp;

import dev.tern.datatype.MappedMemory;
import dev.tern.datatype.Memory;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;

/**
 * Puts records into a stream of bytes. A short one is written together with its header by one call of the system; the payload of
 * a long one goes into the socket from where it lies, if that is outside the Java heap. Used by one thread at a time.
 */
final class FrameWriter {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    private final Wire wire;
    private final ByteBuffer out = ByteBuffer.allocateDirect(Frame.ROOM); // position to limit: what has to be written
    private final MappedMemory memory = new MappedMemory(MemorySegment.ofBuffer(out)); // all of it
    private final ByteBuffer[] gather = new ByteBuffer[2];
    private long written; // records
    private boolean stuck; // something that was taken has not left
    private int open; // bytes that the long payload lacks whose record was begun

    FrameWriter(Wire wire) {
        this.wire = wire;
        out.limit(0);
    }

    /** As {@link TcpLink#offer(int, int, int, Object, long, int)}. */
    boolean offer(int kind, int a, int b, Object buf, long offset, int length) throws IOException {
        int at = begin(length);
        if (at < 0) {
            return false;
        }
        if (length > 0) {
            memory.copyFrom(buf, offset, at + Frame.HEADER, length);
        }
        finish(at, kind, a, b, length);
        return true;
    }

    /** As {@link TcpLink#offer(int, int, int, long, long, long)}. */
    boolean offer(int kind, int a, int b, long x, long y, long z) throws IOException {
        int at = begin(3 * Long.BYTES);
        if (at < 0) {
            return false;
        }
        MemorySegment segment = memory.segment();
        segment.set(LONG, at + Frame.HEADER, x);
        segment.set(LONG, at + Frame.HEADER + 8L, y);
        segment.set(LONG, at + Frame.HEADER + 16L, z);
        finish(at, kind, a, b, 3 * Long.BYTES);
        return true;
    }

    /** Where a record with a payload of this length can be put together, -1 if there is no room. */
    private int begin(int length) throws IOException {
        if (open > 0) {
            return -1;
        }
        if (!out.hasRemaining()) {
            out.position(0).limit(0);
        }
        int at = out.limit();
        if (at + Frame.HEADER + length > Frame.ROOM) {
            flush();
            return -1;
        }
        return at;
    }

    private void finish(int at, int kind, int a, int b, int length) throws IOException {
        putHeader(at, kind, a, b, length);
        out.limit(at + Frame.HEADER + length);
        flush();
    }

    private void putHeader(int at, int kind, int a, int b, int length) {
        MemorySegment segment = memory.segment();
        segment.set(LONG, at, Frame.header(++written, kind, length));
        segment.set(LONG, at + Frame.WORDS, (long) b << 32 | a & 0xffff_ffffL);
    }

    /** As {@link TcpLink#stream}. */
    int stream(int kind, int a, int b, Object buf, long offset, int length) throws IOException {
        if (open == 0) {
            if (length <= Frame.MOST_WHOLE) {
                return offer(kind, a, b, buf, offset, length) ? length : 0;
            }
            if (begin(0) < 0 || !flush()) {
                return 0;
            }
            open = Math.min(length, Frame.MOST);
            out.position(0).limit(Frame.HEADER);
            putHeader(0, kind, a, b, open);
        }
        int n = Math.min(open, length);
        int taken = Memory.address(buf) != 0 ? sendInPlace(buf, offset, n) : sendCopied(buf, offset, n);
        open -= taken;
        return taken;
    }

    /** Whether a long record was begun of which something is left for the next {@link #stream}. */
    boolean isMidRecord() {
        return open > 0;
    }

    /** Sends some of the long payload that is under way, from where it lies. */
    private int sendInPlace(Object buf, long offset, int length) throws IOException {
        int before = out.remaining(); // of the header
        ByteBuffer payload = Memory.segment(buf).asSlice(offset, length).asByteBuffer();
        int taken;
        if (before == 0) {
            taken = wire.write(payload);
        } else {
            gather[0] = out;
            gather[1] = payload;
            taken = (int) Math.max(0, wire.write(gather) - before);
            gather[1] = null;
        }
        stuck = out.hasRemaining() || !wire.flush(); // an encrypted block may have been taken and not have left
        return taken;
    }

    /** The same by way of {@link #out}, a piece at a time that stays in the cache. */
    private int sendCopied(Object buf, long offset, int length) throws IOException {
        int taken = 0;
        do {
            if (!out.hasRemaining()) {
                out.position(0).limit(0);
            }
            int n = Math.min(length - taken, Frame.ROOM - out.limit());
            memory.copyFrom(buf, offset + taken, out.limit(), n);
            out.limit(out.limit() + n);
            taken += n;
        } while (flush() && taken < length);
        return taken;
    }

    /** As {@link TcpLink#flush}. */
    boolean flush() throws IOException {
        stuck = true;
        while (out.hasRemaining()) {
            if (wire.write(out) == 0) {
                return false;
            }
        }
        stuck = !wire.flush();
        return !stuck;
    }

    /** Whether everything that was taken has left. */
    boolean isFlushed() {
        return !stuck;
    }
}
