/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.match;

import dev.tern.transport.Link;

/** A message without request that comes in bit by bit, for a link does not hold it as a whole. There is one at a time. */
final class LongArrival {
    private final Link link;
    private RecvOperation receive; // that it belongs to, null if there is none yet
    private byte[] kept; // where it goes if there is none, or one that is too short for it
    private int keptBytes;

    LongArrival(Link link) {
        this.link = link;
    }

    /** Whether such a message has begun and not ended. */
    boolean isUnderWay() {
        return receive != null || kept != null;
    }

    /**
     * It begins.
     *
     * @param owner the receive that it belongs to, or null; one that cannot take all of it gets it in the end, as one that was kept
     */
    void begin(RecvOperation owner, int tag, int size) {
        receive = owner;
        keptBytes = 0;
        if (owner == null || !owner.beginEager(link.peer, tag, size)) {
            kept = new byte[size];
        }
    }

    /** Takes what has come; true if that was the rest. */
    boolean take(long header) {
        if (kept == null) {
            return receive.takeEager(link, header);
        }
        keptBytes += link.drain(header, kept, keptBytes);
        return keptBytes == kept.length;
    }

    /** The receive that it belonged to when it began, or null. */
    RecvOperation receive() {
        return receive;
    }

    /** The message if it was kept, null if the receive has it. */
    byte[] kept() {
        return kept;
    }

    /** It has ended and was passed on. */
    void end() {
        receive = null;
        kept = null;
    }
}
