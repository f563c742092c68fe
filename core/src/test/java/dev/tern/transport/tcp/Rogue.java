/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.transport.tcp;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** A process that belongs to the job, as its handshake proves, and from then on says what it likes. */
final class Rogue implements AutoCloseable {
    private final SocketChannel channel;
    private final Handshake.Agreed agreed;
    private final ByteBuffer heard = ByteBuffer.allocate(1 << 16);
    private byte[] bytes = {};
    private int said;

    /** A record as it lies in a stream. The payload of the last one may be cut off, and shorter than it claims to be. */
    record Forged(int kind, int a, int b, byte[] payload, int claimed) {
        Forged(int kind, int a, int b, byte[] payload) {
            this(kind, a, b, payload, payload.length);
        }

        boolean isWhole() {
            return payload.length == claimed;
        }

        /** A record whose payload is three words. */
        static Forged words(int kind, int a, int b, long x, long y) {
            return new Forged(
                    kind, a, b, little(3 * Long.BYTES).putLong(x).putLong(y).array());
        }
    }

    private Rogue(SocketChannel channel, Handshake.Agreed agreed) {
        this.channel = channel;
        this.agreed = agreed;
    }

    /** Calls rank 0 as another rank does, and is welcome. */
    static Rogue call(TcpTransport rankZero, Handshake handshake, int rank) throws IOException {
        int port = Integer.parseInt(rankZero.address().split(" ")[0]);
        SocketChannel channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        Handshake.Agreed agreed = handshake.call(channel.socket(), new Handshake.Call(rank, 0, 0));
        if (handshake.verdict(channel.socket()) != Handshake.WELCOME) {
            throw new IOException("rank " + rank + " is not welcome");
        }
        channel.configureBlocking(false);
        return new Rogue(channel, agreed);
    }

    /** What is to be said. */
    void prepare(byte[] stream) {
        bytes = stream;
        said = 0;
    }

    /** Says some more of it, as much as there is room for, and listens; false if all was said before. */
    boolean say(Random random) throws IOException {
        listen();
        if (said == bytes.length) {
            return false;
        }
        int longest = Math.min(bytes.length - said, 1 << random.nextInt(19));
        try {
            said += channel.write(ByteBuffer.wrap(bytes, said, 1 + random.nextInt(longest)));
        } catch (IOException e) {
            said = bytes.length; // nobody listens any more
        }
        return true;
    }

    /** Says something short without listening. */
    void sayAll(byte[] stream) throws IOException {
        ByteBuffer left = ByteBuffer.wrap(stream);
        while (left.hasRemaining()) {
            channel.write(left);
        }
    }

    /** Reads what has come and forgets it: a connection with unread bytes would be reset at its end, and not just end. */
    void listen() throws IOException {
        try {
            while (channel.read(heard.clear()) > 0) {
                // more may have come
            }
        } catch (IOException e) {
            heard.clear(); // the other end is gone
        }
    }

    /** Says nothing any more. */
    void hangUp() throws IOException {
        channel.shutdownOutput();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    /** A stream as a link would write it, each record as long as it says. */
    static byte[] encode(List<Forged> records) {
        var out = new ByteArrayOutputStream();
        int number = 0;
        for (Forged each : records) {
            out.writeBytes(header(++number, each.kind, each.payload.length, each.a, each.b));
            out.writeBytes(each.payload);
        }
        return out.toByteArray();
    }

    static byte[] header(long number, int kind, int length, int a, int b) {
        return little(Frame.HEADER)
                .putLong(Frame.header(number, kind, length))
                .putInt(a)
                .putInt(b)
                .array();
    }

    /** What a stream says, up to where it can be no stream of a link any more. */
    static List<Forged> decode(byte[] stream) {
        List<Forged> records = new ArrayList<>();
        ByteBuffer in = ByteBuffer.wrap(stream).order(ByteOrder.LITTLE_ENDIAN);
        while (in.remaining() >= Frame.HEADER) {
            long header = in.getLong();
            int length = (int) header & 0xff_ffff;
            if (Frame.number(header) != records.size() + 1 || length > Frame.MOST) {
                break;
            }
            int a = in.getInt();
            int b = in.getInt();
            byte[] payload = new byte[Math.min(length, in.remaining())];
            in.get(payload);
            records.add(new Forged((int) header >>> 24, a, b, payload, length));
        }
        return records;
    }

    /** The encrypted blocks in which a wire of this connection sends a stream. */
    List<byte[]> seal(byte[] stream) throws IOException {
        try (var server = ServerSocketChannel.open();
                SocketChannel to =
                        SocketChannel.open(server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                                .getLocalAddress());
                SocketChannel from = server.accept()) {
            to.configureBlocking(false);
            from.configureBlocking(false);
            var wire = new SealedWire(to, agreed.callerKey(), agreed.answererKey());
            var out = new ByteArrayOutputStream();
            ByteBuffer text = ByteBuffer.wrap(stream);
            ByteBuffer piece = ByteBuffer.allocate(1 << 16);
            while (text.hasRemaining() || !wire.flush()) {
                wire.write(text);
                take(from, piece, out);
            }
            to.shutdownOutput();
            while (take(from, piece, out)) {
                Thread.onSpinWait();
            }
            return blocks(out.toByteArray());
        }
    }

    /** False at the end of the stream. */
    private static boolean take(SocketChannel from, ByteBuffer piece, ByteArrayOutputStream out) throws IOException {
        int n = from.read(piece.clear());
        if (n > 0) {
            out.write(piece.array(), 0, n);
        }
        return n >= 0;
    }

    private static List<byte[]> blocks(byte[] sealed) {
        List<byte[]> blocks = new ArrayList<>();
        for (int at = 0; at < sealed.length; ) {
            int length = Integer.BYTES + ByteBuffer.wrap(sealed).getInt(at) + 16;
            blocks.add(Arrays.copyOfRange(sealed, at, at + length));
            at += length;
        }
        return blocks;
    }

    private static ByteBuffer little(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
