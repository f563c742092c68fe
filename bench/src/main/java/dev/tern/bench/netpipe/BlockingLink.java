/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.netpipe;

import dev.tern.bench.pattern.Buffers;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;

/** The streams of a connected socket: what most Java programs talk TCP with. */
public final class BlockingLink implements Link<IOException> {
    private final boolean leads;
    private final Buffers buffers;
    private final byte[] out;
    private final byte[] in;
    private final InputStream input;
    private final OutputStream output;
    private final byte[] news = new byte[Double.BYTES];

    /**
     * This end of a connection.
     *
     * @param socket the connection
     * @param leads whether this end leads
     * @param buffers arrays
     * @throws IOException when the socket has no streams
     */
    public BlockingLink(Socket socket, boolean leads, Buffers buffers) throws IOException {
        this.leads = leads;
        this.buffers = buffers;
        out = (byte[]) buffers.out();
        in = (byte[]) buffers.in();
        input = socket.getInputStream();
        output = socket.getOutputStream();
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
        output.write(out, 0, size);
    }

    @Override
    public void receive(int size) throws IOException {
        read(in, size);
    }

    private void read(byte[] into, int size) throws IOException {
        int done = 0;
        while (done < size) {
            int count = input.read(into, done, size - done);
            if (count < 0) {
                throw new EOFException("the other end has closed the connection");
            }
            done += count;
        }
    }

    /** Both ends would wait for each other, with as many bytes under way as fit into the buffers of the system. */
    @Override
    public void exchange(int size) {
        throw new UnsupportedOperationException("messages both ways need sockets that do not block");
    }

    @Override
    public void tell(double number) throws IOException {
        ByteBuffer.wrap(news).putDouble(number);
        output.write(news);
    }

    @Override
    public double hear() throws IOException {
        read(news, Double.BYTES);
        return ByteBuffer.wrap(news).getDouble();
    }
}
