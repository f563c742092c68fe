/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.transport.tcp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Set;
import java.util.concurrent.Semaphore;

/** Answers those who call, and turns away who cannot prove to be of the job. */
final class Listener {
    /** Connections that have not proved yet who they are. */
    private static final int MOST_STRANGERS = 64;

    private static final long PAUSE_MILLIS = 20;

    private final Complaints complaints;
    private final Set<InetAddress> addresses;
    private final ServerSocketChannel server;
    private final Semaphore strangers = new Semaphore(MOST_STRANGERS);
    private Handshake handshake; // this and the next are set by start, before any other thread looks
    private Host host;
    private volatile boolean closed; // written by Finalize

    /** Somebody of the job wants to talk to another rank: several hosts have the address that he has called. */
    static final class MisdirectedException extends IOException {
        private static final long serialVersionUID = 1;
    }

    /** Decides about those who have proved to be of the job. */
    interface Host {
        /** True if the connection is used, false if there is another one; fails if there cannot be such a call. */
        boolean welcomes(Handshake.Agreed agreed) throws IOException;

        /** The caller was told that it is welcome. Does not block. */
        void use(Handshake.Agreed agreed, SocketChannel channel) throws IOException;
    }

    /**
     * Listens; calls wait until {@link #start}.
     *
     * @param firstPort lowest port to listen on, 0 for any
     * @param lastPort highest
     * @param addresses by which callers may come; null for all
     */
    Listener(int firstPort, int lastPort, Set<InetAddress> addresses, Complaints complaints) throws IOException {
        this.addresses = addresses;
        this.complaints = complaints;
        this.server = listen(firstPort, lastPort);
    }

    private static ServerSocketChannel listen(int firstPort, int lastPort) throws IOException {
        IOException failure = new IOException("the range of ports is empty");
        for (int port = firstPort; port <= lastPort; port++) {
            ServerSocketChannel channel = ServerSocketChannel.open();
            try {
                return channel.bind(new InetSocketAddress(port), 2 * MOST_STRANGERS);
            } catch (IOException e) {
                channel.close();
                failure = new IOException("port " + port + ": " + e.getMessage(), e);
            }
        }
        throw failure;
    }

    int port() {
        return server.socket().getLocalPort();
    }

    /** Answers calls from now on. */
    void start(Handshake shake, Host decider) {
        handshake = shake;
        host = decider;
        Thread.ofPlatform().daemon().name("tern-tcp-listener").start(this::run);
    }

    private void run() {
        while (!closed) {
            try {
                SocketChannel channel = server.accept();
                if (addresses != null && !addresses.contains(channel.socket().getLocalAddress())) {
                    channel.close(); // before a byte of it is read
                } else if (strangers.tryAcquire()) {
                    Thread.ofVirtual().name("tern-tcp-answer").start(() -> answer(channel));
                } else {
                    channel.close();
                    complaints.stranger("somebody", "there are too many at once");
                }
            } catch (IOException e) {
                if (!closed) {
                    complaints.sayAtTimes("cannot take a connection: " + e.getMessage(), "");
                    pauseShortly();
                }
            }
        }
    }

    /** No descriptors are left, perhaps; others will be given back. */
    private static void pauseShortly() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void answer(SocketChannel channel) {
        String who = remote(channel);
        boolean used = false;
        try {
            Sockets.prepare(channel);
            Handshake.Agreed agreed = handshake.answer(channel.socket());
            used = host.welcomes(agreed);
            channel.socket().getOutputStream().write(used ? Handshake.WELCOME : Handshake.NOT_NEEDED);
            if (used) {
                host.use(agreed, channel);
            }
        } catch (MisdirectedException e) {
            used = false; // it tries its next address
        } catch (IOException | RuntimeException e) {
            used = false;
            complaints.stranger(who, e.getMessage());
        } finally {
            strangers.release();
            if (!used) {
                Sockets.close(channel);
            }
        }
    }

    private static String remote(SocketChannel channel) {
        try {
            return String.valueOf(channel.getRemoteAddress());
        } catch (IOException e) {
            return "somebody";
        }
    }

    /** Answers nobody any more. */
    void close() {
        closed = true;
        Sockets.close(server);
    }
}
