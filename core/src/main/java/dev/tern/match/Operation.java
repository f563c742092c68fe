/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.match;

import dev.tern.error.ErrorClass;
import dev.tern.transport.Link;

/**
 * A send or a receive on its way. Its lane owns it: all fields are read and written under the lane's lock.
 *
 * <p>The road of a send: queued, sent, and for a rendezvous, waiting for the receiver and streaming; then done. That of
 * a receive: posted, matched, and for a rendezvous, receiving; then done.
 */
public abstract class Operation implements Awaited.OfMessage {
    /** Stands for any source. */
    public static final int ANY = -1;

    final Lane lane;

    /** Neighbour in the one queue that the operation is in: posted receives, a peer's outgoing queue, or a free list. */
    Operation next;

    Context context;
    Object buffer;
    long offset;
    long length;
    int tag;
    int id;

    boolean done;
    int error;
    boolean cancelled;
    long bytes;

    Operation(Lane lane) {
        this.lane = lane;
    }

    /** Puts the next record of this operation on the link; false if there is no room. */
    abstract boolean transmit(Link link);

    /** The record is on its way. */
    abstract void transmitted(Peer peer);

    /** Rank of the other side in the communicator, or {@link #ANY} if a receive from anybody has not matched yet. */
    public abstract int peerRank();

    /** Whether it has ended, well or badly. */
    public final boolean isDone() {
        return done;
    }

    /** Error class, {@link ErrorClass#SUCCESS} if all went well. */
    public final int error() {
        return error;
    }

    /** Whether it was cancelled before it matched. */
    public final boolean isCancelled() {
        return cancelled;
    }

    /** Tag of the message. */
    public final int tag() {
        return tag;
    }

    /** Bytes that were received. */
    public final long bytes() {
        return bytes;
    }

    @Override
    public final Context context() {
        return context;
    }
}
