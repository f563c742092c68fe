/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.netpipe;

import dev.tern.bench.pattern.Buffers;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** A connected channel that does not block, tried again until everything has gone or come: no thread ever sleeps. */
public final class NonBlockingLink implements Link<IOException> {
    private final boolean leads;
    private final Buffers buffers;
    private final SocketChannel channel;
    private final ByteBuffer out;
    private final ByteBuffer in;
    private final ByteBuffer news = ByteBuffer.allocateDirect(Double.BYTES);

    /**
     * This end of a connection.
     *
     * @param channel the connection
     * @param leads whether this end leads
     * @param buffers direct buffers
     * @throws IOException when the channel blocks all the same
     */
    public NonBlockingLink(SocketChannel channel, boolean leads, Buffers buffers) throws IOException {
        this.channel = channel;
        this.leads = leads;
        this.buffers = buffers;
        out = (ByteBuffer) buffers.out();
        in = (ByteBuffer) buffers.in();
        channel.configureBlocking(false);
    }

    @Override
    public boolean leads() {
        return leads;
    }

    @Override
    public Buffers buffers() {
        return buffers;
    }

    @Override
    public void send(int size) throws IOException {
        out.limit(size).position(0);
        write(out);
    }

    private void write(ByteBuffer from) throws IOException {
        while (from.hasRemaining()) {
            channel.write(from);
        }
    }

    @Override
    public void receive(int size) throws IOException {
        in.limit(size).position(0);
        read(in);
    }

    private void read(ByteBuffer into) throws IOException {
        while (into.hasRemaining()) {
            readSome(into);
        }
    }

    private void readSome(ByteBuffer into) throws IOException {
        if (channel.read(into) < 0) {
            throw new EOFException("the other end has closed the connection");
        }
    }

    @Override
    public void exchange(int size) throws IOException {
        out.limit(size).position(0);
        in.limit(size).position(0);
        while (out.hasRemaining() || in.hasRemaining()) {
            if (out.hasRemaining()) {
                channel.write(out);
            }
            if (in.hasRemaining()) {
                readSome(in);
            }
        }
    }

    @Override
    public void tell(double number) throws IOException {
        news.clear().putDouble(number).flip();
        write(news);
    }

    @Override
    public double hear() throws IOException {
        read(news.clear());
        return news.flip().getDouble();
    }
}
