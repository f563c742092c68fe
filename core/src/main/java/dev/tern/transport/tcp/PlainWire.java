/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.transport.tcp;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** The bytes as they are. */
final class PlainWire implements Wire {
    private final SocketChannel channel; // non-blocking

    PlainWire(SocketChannel channel) {
        this.channel = channel;
    }

    @Override
    public int write(ByteBuffer bytes) throws IOException {
        return channel.write(bytes);
    }

    @Override
    public long write(ByteBuffer[] both) throws IOException {
        return channel.write(both);
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        return channel.read(into);
    }

    @Override
    public boolean flush() {
        return true;
    }

    @Override
    public void close() {
        Sockets.close(channel);
    }
}
