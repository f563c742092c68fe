/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.transport.tcp;

import java.io.IOException;
import java.net.SocketOption;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ObjIntConsumer;
import jdk.net.ExtendedSocketOptions;

/**
 * Finds out that a peer's host is not reached any more. A connection by which nothing is sent is kept alive by the two systems, even
 * if the processes compute or are stopped; it breaks when one of them gets no answer. On the connection that carries the messages
 * that would take a quarter of an hour, for there something is under way. Made when somebody waits long for the first time.
 */
final class Monitors {
    private static final int PROBES = 3;
    private static final long PAUSE_MILLIS = 1000;

    private final int seconds;
    private final Dialer dialer;
    private final ObjIntConsumer<String> lost;
    private final boolean[] monitored; // by world rank; guarded by this
    private final Set<SocketChannel> open = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /** Makes a connection with a peer for this purpose. */
    interface Dialer {
        SocketChannel dial(int peer) throws IOException;
    }

    /**
     * @param seconds without an answer after which a host is lost
     * @param lost is told the peer, and why
     */
    Monitors(int ranks, int seconds, Dialer dialer, ObjIntConsumer<String> lost) {
        this.monitored = new boolean[ranks];
        this.seconds = seconds;
        this.dialer = dialer;
        this.lost = lost;
    }

    private synchronized boolean begin(int peer) {
        boolean isNew = !monitored[peer];
        monitored[peer] = true;
        return isNew;
    }

    /** From now on the peer is monitored. */
    void monitor(int peer) {
        if (begin(peer)) {
            Thread.ofVirtual().name("tern-tcp-monitor-" + peer).start(() -> call(peer));
        }
    }

    /** The peer wants to monitor this process, by a connection which serves both. Returns when it ends. */
    void answer(int peer, SocketChannel channel) {
        begin(peer);
        await(peer, channel);
    }

    private void call(int peer) {
        long start = System.nanoTime();
        while (!closed) {
            try {
                await(peer, dialer.dial(peer));
                return;
            } catch (NotReachedException e) {
                if (System.nanoTime() - start > seconds * 1_000_000_000L) {
                    lose(peer, e);
                    return;
                }
            } catch (IOException | RuntimeException e) {
                start = System.nanoTime(); // its host is reached, though the process does not answer, or turns many
                // away
            }
            try {
                Thread.sleep(PAUSE_MILLIS);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private void await(int peer, SocketChannel channel) {
        try (channel) {
            open.add(channel);
            channel.configureBlocking(true);
            int idle = Math.max(1, seconds / (PROBES + 1));
            set(channel, ExtendedSocketOptions.TCP_KEEPIDLE, idle);
            set(channel, ExtendedSocketOptions.TCP_KEEPINTERVAL, idle);
            set(channel, ExtendedSocketOptions.TCP_KEEPCOUNT, PROBES);
            while (channel.read(ByteBuffer.allocate(1)) > 0) {
                // Nothing is ever sent; the end comes when the peer ends, which its other connections show.
            }
        } catch (IOException e) {
            lose(peer, e);
        } finally {
            open.remove(channel);
        }
    }

    private static void set(SocketChannel channel, SocketOption<Integer> option, int value) throws IOException {
        if (channel.supportedOptions().contains(option)) {
            channel.setOption(option, value);
        }
    }

    private void lose(int peer, Exception why) {
        if (!closed) {
            lost.accept(why.getMessage() == null ? why.toString() : why.getMessage(), peer);
        }
    }

    void close() {
        closed = true;
        for (SocketChannel channel : open) {
            Sockets.close(channel);
        }
    }
}
