/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.transport.tcp;

/**
 * How a rank is reached.
 *
 * @param include networks or interfaces to use, as {@code 10.0.0.0/8,eth0}; null for all but the loopback
 * @param exclude those not to use, or null
 * @param firstPort lowest port to listen on, 0 for any
 * @param lastPort highest
 * @param encrypt whether all traffic is encrypted
 * @param links number of connections with each rank
 * @param eagerLimit longest message in bytes that is sent to it without asking
 * @param window bytes of such messages that may be under way or wait for receives that were not posted yet
 * @param timeoutSeconds without an answer after which a host is lost
 */
public record TcpOptions(
        String include,
        String exclude,
        int firstPort,
        int lastPort,
        boolean encrypt,
        int links,
        int eagerLimit,
        long window,
        int timeoutSeconds) {
    /** The largest possible {@link #eagerLimit}. */
    public static final int MOST_EAGER = Frame.MOST;

    /** Whether callers may come by some addresses of the host only. */
    boolean isRestricted() {
        return include != null || exclude != null;
    }

    /** What both ends of a connection have to agree on. */
    String agreement() {
        return "tcp_encrypt=" + encrypt + ",tcp_links=" + links + ",tcp_window=" + window;
    }
}
