/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.transport.tcp;

import dev.tern.datatype.MappedMemory;
import dev.tern.transport.Link;
import java.io.IOException;

/** A link over one TCP connection, which is made at first use: until then it takes nothing, and has no memory to speak of. */
final class TcpLink extends Link {
    /**
     * Looks at the socket that are left out after one that found nothing, by threads that look at rings as well: one is a call of
     * the system, longer than a message through shared memory takes.
     */
    private static final int GLANCES_PER_LOOK = 16;

    private final TcpOptions options;
    private final TcpLink[] further;
    private final Runnable connector;
    private final int glancesPerLook;
    private FrameReader reader; // this and the next are written before the writer, and read after it
    private Wire wire;
    private volatile FrameWriter writer; // null until connected; written by the thread that connects
    private volatile boolean
            gone; // by that thread too, if it cannot connect, and by those who find that the peer is lost
    private int glances;

    /**
     * @param further links to the same peer
     * @param amongRings whether those who look at this link look at shared memory as well
     * @param connector starts to make a connection, once; the link is given its wire later. Does not block
     */
    TcpLink(int peer, TcpOptions options, TcpLink[] further, boolean amongRings, Runnable connector) {
        super(peer);
        this.options = options;
        this.further = further;
        this.connector = connector;
        this.glancesPerLook = amongRings ? GLANCES_PER_LOOK : 0;
    }

    /** The connection is made. By the thread that connects. */
    void connected(Wire connection) {
        reader = new FrameReader(peer, connection);
        wire = connection;
        writer = new FrameWriter(connection);
    }

    /** Ends the connection; by the thread that ends the process's part in the job. */
    void close() {
        if (writer != null) {
            wire.close();
        }
    }

    /** There will be no connection, or no more. */
    void lose() {
        gone = true;
        close();
    }

    boolean isConnected() {
        return writer != null;
    }

    /** Starts to connect if nobody has yet. */
    void call() {
        if (!gone) {
            connector.run();
        }
    }

    /** What is sent with; null if there is no connection, which is begun then. */
    private FrameWriter open() {
        FrameWriter open = writer;
        if (open == null) {
            call();
            open = writer;
        }
        return gone ? null : open;
    }

    @Override
    public Link[] further() {
        return further;
    }

    @Override
    public int maxPayload() {
        return Frame.MOST_WHOLE;
    }

    @Override
    public int eagerLimit(int common) {
        return options.eagerLimit();
    }

    @Override
    public long window() {
        return options.window();
    }

    @Override
    public int piece(int preferred) {
        return options.links() == 1 ? Frame.MOST : Frame.MOST_STRIPED;
    }

    @Override
    public boolean offer(int kind, int a, int b, Object buf, long offset, int length) {
        FrameWriter open = open();
        try {
            return open != null && open.offer(kind, a, b, buf, offset, length);
        } catch (IOException e) {
            lose();
            return false;
        }
    }

    @Override
    public boolean offer(int kind, int a, int b, long x, long y, long z) {
        FrameWriter open = open();
        try {
            return open != null && open.offer(kind, a, b, x, y, z);
        } catch (IOException e) {
            lose();
            return false;
        }
    }

    @Override
    public int stream(int kind, int a, int b, Object buf, long offset, int length) {
        FrameWriter open = open();
        try {
            return open == null ? 0 : open.stream(kind, a, b, buf, offset, length);
        } catch (IOException e) {
            lose();
            return 0;
        }
    }

    @Override
    public boolean isMidRecord() {
        FrameWriter open = writer;
        return open != null && open.isMidRecord();
    }

    @Override
    public boolean flush() {
        FrameWriter open = open();
        try {
            return open == null || open.flush();
        } catch (IOException e) {
            lose();
            return true;
        }
    }

    @Override
    public boolean isFlushed() {
        FrameWriter open = writer;
        return open == null || gone || open.isFlushed();
    }

    @Override
    public long peek() {
        if (writer == null) {
            return 0;
        }
        if (gone) {
            return reader.peekRead();
        }
        try {
            return reader.peek();
        } catch (IOException e) {
            lose();
            return 0;
        }
    }

    @Override
    public long glance() {
        if (glances > 0) {
            glances--;
            return writer == null ? 0 : reader.peekRead();
        }
        long found = peek();
        if (found == 0) {
            glances = glancesPerLook;
        }
        return found;
    }

    /** A look takes longer than a pause. */
    @Override
    public void pause() {}

    @Override
    public long words() {
        return reader.words();
    }

    @Override
    public MappedMemory payload() {
        return reader.payload();
    }

    @Override
    public long payloadOffset(long header) {
        return reader.payloadOffset();
    }

    @Override
    public boolean isWhole(long header) {
        return reader.isWhole();
    }

    @Override
    public int drained() {
        return writer == null ? 0 : reader.drained();
    }

    @Override
    public int drain(long header, Object buf, long offset) {
        int before = reader.drained();
        try {
            if (gone) {
                reader.drainRead(buf, offset);
            } else {
                reader.drain(buf, offset);
            }
        } catch (IOException e) {
            lose();
        }
        return reader.drained() - before;
    }

    @Override
    public void advance(long header) {
        reader.advance();
    }

    @Override
    public boolean peerIsGone() {
        if (gone) {
            return true;
        }
        for (TcpLink link : further) {
            if (link.gone) {
                return true;
            }
        }
        return false;
    }
}
