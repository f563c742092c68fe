/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/** One connection to the PMI server: cuts the bytes into lines, and sends answers without ever blocking. */
final class PmiConnection {
    /** Longest line: the longest answer to {@code get_maxes} allows about half of it. */
    private static final int LONGEST_LINE = 4096;

    /** Answers that a peer may leave unread. A rank in lock step has one. */
    private static final int LARGEST_BACKLOG = 64 * 1024;

    /** {@link #spawnBlocks} before the request has said how many. */
    static final int UNKNOWN = -1;

    private final SocketChannel channel;
    private final SelectionKey key;
    private final ByteBuffer input = ByteBuffer.allocate(LONGEST_LINE);
    private ByteBuffer unsent = ByteBuffer.allocate(0);

    /** When a stranger is sent away, in nanoseconds of {@link System#nanoTime()}. */
    final long deadline;

    /** The rank at the other end, or -1 until it has said so. */
    int rank = -1;

    /** Whether the rank has said that it is done. */
    boolean finalized;

    /** Blocks of a spawn request that are still to be read, 0 outside of one, or {@link #UNKNOWN}. */
    int spawnBlocks;

    PmiConnection(SocketChannel channel, SelectionKey key, long deadline) {
        this.channel = channel;
        this.key = key;
        this.deadline = deadline;
    }

    /**
     * Reads what has arrived.
     *
     * @return false at the end of the connection
     */
    boolean read() throws IOException {
        if (!input.hasRemaining()) {
            throw new IOException("line is too long");
        }
        return channel.read(input) >= 0;
    }

    /** The next complete line, or null. */
    String nextLine() {
        for (int i = 0; i < input.position(); i++) {
            if (input.get(i) == '\n') {
                String line = new String(input.array(), 0, i, StandardCharsets.ISO_8859_1);
                input.flip().position(i + 1);
                input.compact();
                return line;
            }
        }
        return null;
    }

    /** Sends one line; what the socket does not take now is sent by {@link #flush}. */
    void send(String line) throws IOException {
        byte[] bytes = (line + "\n").getBytes(StandardCharsets.ISO_8859_1);
        if (unsent.remaining() > LARGEST_BACKLOG) {
            throw new IOException("answers are not read");
        }
        ByteBuffer all = ByteBuffer.allocate(unsent.remaining() + bytes.length);
        all.put(unsent).put(bytes).flip();
        unsent = all;
        flush();
    }

    /** Sends what is left over. */
    void flush() throws IOException {
        channel.write(unsent);
        key.interestOps(unsent.hasRemaining() ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ);
    }

    /** Ends the connection. */
    void close() {
        key.cancel();
        try {
            channel.close();
        } catch (IOException e) {
            // It is gone either way.
        }
    }
}
