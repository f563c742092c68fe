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
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;

/**
 * A link over one TCP connection, which is made at first use. A short record is written together with its header by one call
 * of the system; a long payload goes from the sender's buffer into the socket and from the socket into the receiver's without
 * a copy in between, if the buffers lie outside the Java heap.
 */
final class TcpLink extends Link {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    /** Room for some short records, or one that is as long as may be kept whole, or a good piece of a longer one. */
    private static final int ROOM = 2 * Frame.MOST_WHOLE;

    /** Bytes of an array that are copied for one call of the system. */
    private static final int PIECE = 1 << 15;

    /**
     * Looks at the socket that are left out after one that found nothing, by threads that look at other links as well: one is
     * a call of the system, longer than a message through shared memory takes.
     */
    private static final int GLANCES_PER_LOOK = 16;

    private final Runnable connector;
    private volatile Wire wire; // null until connected; written by the thread that connects
    private volatile boolean gone; // written by that thread too, if it cannot connect

    private final MappedMemory incoming = room();
    private final ByteBuffer in = incoming.segment().asByteBuffer();
    private int start; // of the first record that was not advanced over
    private int end; // of what has arrived
    private long header; // of the record last seen, 0 if none; that of a long one is not in the memory any more
    private long words; // of that record
    private int drained; // bytes of its payload that were taken
    private long read; // records advanced over
    private int glances;

    private final MappedMemory outgoing = room();
    private final ByteBuffer out = outgoing.segment().asByteBuffer(); // position to limit: what has to be written
    private final ByteBuffer[] gather = new ByteBuffer[2];
    private long written; // records
    private boolean stuck; // something that was taken has not left
    private int open; // bytes that the long payload lacks whose record was begun

    /** @param connector starts to make a connection, once; the link is given its wire later. Does not block */
    TcpLink(int peer, Runnable connector) {
        super(peer);
        this.connector = connector;
        out.limit(0);
    }

    private static MappedMemory room() {
        return new MappedMemory(Arena.ofAuto().allocate(ROOM, 64));
    }

    /** The connection is made. By the thread that connects. */
    void connected(Wire connection) {
        wire = connection;
    }

    /** Ends the connection; by the thread that ends the process's part in the job. */
    void close() {
        Wire connection = wire;
        if (connection != null) {
            connection.close();
        }
    }

    /** There will be no connection, or no more. */
    void lost() {
        gone = true;
    }

    boolean isConnected() {
        return wire != null;
    }

    @Override
    public int maxPayload() {
        return Frame.MOST_WHOLE;
    }

    @Override
    public int piece(int preferred) {
        return Frame.MOST;
    }

    // Sending

    @Override
    public boolean offer(int kind, int a, int b, Object buf, long offset, int length) {
        int at = begin(length);
        if (at < 0) {
            return false;
        }
        if (length > 0) {
            outgoing.copyFrom(buf, offset, at + Frame.HEADER, length);
        }
        finish(at, kind, a, b, length);
        return true;
    }

    @Override
    public boolean offer(int kind, int a, int b, long x, long y, long z) {
        int at = begin(3 * Long.BYTES);
        if (at < 0) {
            return false;
        }
        MemorySegment memory = outgoing.segment();
        memory.set(LONG, at + Frame.HEADER, x);
        memory.set(LONG, at + Frame.HEADER + 8L, y);
        memory.set(LONG, at + Frame.HEADER + 16L, z);
        finish(at, kind, a, b, 3 * Long.BYTES);
        return true;
    }

    /** Where a record with a payload of this length can be put together, -1 if there is no room or no connection. */
    private int begin(int length) {
        if (open > 0 || wire == null && !isUsable()) {
            return -1;
        }
        if (!out.hasRemaining()) {
            out.position(0).limit(0);
        }
        int at = out.limit();
        if (at + Frame.HEADER + length > ROOM) {
            flush();
            return -1;
        }
        return at;
    }

    private boolean isUsable() {
        call();
        return wire != null;
    }

    /** Starts to connect if nobody has yet. */
    void call() {
        if (!gone) {
            connector.run();
        }
    }

    private void finish(int at, int kind, int a, int b, int length) {
        putHeader(at, kind, a, b, length);
        out.limit(at + Frame.HEADER + length);
        flush();
    }

    private void putHeader(int at, int kind, int a, int b, int length) {
        MemorySegment memory = outgoing.segment();
        memory.set(LONG, at, Frame.header(++written, kind, length));
        memory.set(LONG, at + Frame.WORDS, (long) b << 32 | a & 0xffff_ffffL);
    }

    @Override
    public int stream(int kind, int a, int b, Object buf, long offset, int length) {
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
        open = gone ? 0 : open - taken;
        return taken;
    }

    /** Sends some of the long payload that is under way, from where it lies. */
    private int sendInPlace(Object buf, long offset, int length) {
        int before = out.remaining(); // of the header
        gather[0] = out;
        gather[1] = Memory.segment(buf).asSlice(offset, length).asByteBuffer();
        try {
            int taken = (int) Math.max(0, wire.write(gather) - before);
            stuck = out.hasRemaining() || !wire.flush(); // an encrypted block may have been taken and not have left
            return taken;
        } catch (IOException e) {
            lose();
            return length;
        } finally {
            gather[1] = null;
        }
    }

    /** The same by way of {@link #out}, a piece at a time that stays in the cache. */
    private int sendCopied(Object buf, long offset, int length) {
        int taken = 0;
        do {
            if (!out.hasRemaining()) {
                out.position(0).limit(0);
            }
            int n = Math.min(Math.min(length - taken, PIECE), ROOM - out.limit());
            outgoing.copyFrom(buf, offset + taken, out.limit(), n);
            out.limit(out.limit() + n);
            taken += n;
        } while (flush() && taken < length);
        return taken;
    }

    @Override
    public boolean flush() {
        Wire connection = wire;
        if (connection == null) {
            return !out.hasRemaining();
        }
        stuck = true;
        try {
            while (out.hasRemaining()) {
                if (connection.write(out) == 0) {
                    return false;
                }
            }
            stuck = !connection.flush();
        } catch (IOException e) {
            lose();
        }
        return !stuck;
    }

    @Override
    public boolean isFlushed() {
        return !stuck;
    }

    private void lose() {
        gone = true;
        stuck = false;
        open = 0;
        out.position(0).limit(0);
    }

    // Receiving

    @Override
    public long peek() {
        if (wire == null) {
            return 0;
        }
        return hasRecord() || fill() && hasRecord() ? header : 0;
    }

    @Override
    public long glance() {
        if (wire == null) {
            return 0;
        }
        if (hasRecord()) {
            return header;
        }
        if (glances > 0) {
            glances--;
            return 0;
        }
        long found = peek();
        glances = found == 0 ? GLANCES_PER_LOOK : 0;
        return found;
    }

    /** Whether the first record is there, or if it is a long one, its header. */
    private boolean hasRecord() {
        if (header == 0) {
            if (end - start < Frame.HEADER) {
                return false;
            }
            header = incoming.segment().get(LONG, start);
            words = incoming.segment().get(LONG, start + Frame.WORDS);
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
        if (Frame.number(header) != (int) read + 1 || Link.length(header) > Frame.MOST) {
            throw new MpiError(
                    ErrorClass.INTERN,
                    "record " + (read + 1) + " from world rank " + peer
                            + " cannot be: the stream of the connection has gone wrong");
        }
    }

    /** Reads what has arrived; true if that is anything. */
    private boolean fill() {
        if (start == end) {
            start = 0;
            end = 0;
        } else if (ROOM - start < Frame.HEADER + Frame.MOST_WHOLE) {
            MemorySegment.copy(incoming.segment(), start, incoming.segment(), 0, end - start);
            end -= start;
            start = 0;
        }
        int n = read(in.position(end).limit(ROOM));
        end += n;
        return n > 0;
    }

    private int read(ByteBuffer into) {
        if (gone) {
            return 0;
        }
        try {
            int n = wire.read(into);
            if (n < 0) {
                lose();
            }
            return Math.max(0, n);
        } catch (IOException e) {
            lose();
            return 0;
        }
    }

    @Override
    public long words() {
        return words;
    }

    @Override
    public MappedMemory payload() {
        return incoming;
    }

    @Override
    public long payloadOffset(long ofHeader) {
        return (long) start + Frame.HEADER;
    }

    @Override
    public int drained() {
        return drained;
    }

    @Override
    public int drain(long ofHeader, Object buf, long offset) {
        int length = Link.length(header);
        if (!isLong()) {
            incoming.copyTo(start + Frame.HEADER, buf, offset, length);
            drained = length;
            return length;
        }
        int before = drained;
        takeArrived(buf, offset, length);
        if (drained < length && Memory.address(buf) != 0) {
            int n = read(Memory.segment(buf)
                    .asSlice(offset + drained - before, length - drained)
                    .asByteBuffer());
            drained += n;
        } else {
            while (drained < length && fill()) {
                takeArrived(buf, offset + drained - before, length);
            }
        }
        return drained - before;
    }

    private void takeArrived(Object buf, long offset, int length) {
        int n = Math.min(end - start, length - drained);
        if (n > 0) {
            incoming.copyTo(start, buf, offset, n);
            start += n;
            drained += n;
        }
    }

    @Override
    public void advance(long ofHeader) {
        if (!isLong()) {
            start += Frame.HEADER + Link.length(header);
        } else if (drained < Link.length(header)) {
            throw new IllegalStateException("a long record was left before all of it was taken");
        }
        header = 0;
        drained = 0;
        read++;
    }

    @Override
    public boolean peerIsGone() {
        return gone;
    }
}
