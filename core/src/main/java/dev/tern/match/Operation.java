/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.match;

import dev.tern.error.ErrorClass;
import dev.tern.transport.Link;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A send or a receive on its way. Its lane owns it: all fields are read and written under the lane's lock, except by the
 * thread that has seen that it is done.
 *
 * <p>The road of a send: queued, sent, and for a rendezvous, waiting for the receiver and streaming; then done. That of
 * a receive: posted, matched, and for a rendezvous, receiving; then done.
 */
public abstract class Operation implements Awaited.OfMessage {
    private static final VarHandle DONE;

    static {
        try {
            DONE = MethodHandles.lookup()
                    .findVarHandle(Operation.class, "done", boolean.class)
                    .withInvokeExactBehavior();
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Stands for no source at all. */
    public static final int NOBODY = -2;

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

    private boolean done; // written under the lane's lock, read by any thread
    private Waker waker; // of the thread that sleeps until it is done; guarded by the lock
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
        return (boolean) DONE.getAcquire(this);
    }

    /** To be called last when it ends: what is known of it can be read by any thread then. */
    final void end() {
        DONE.setRelease(this, true);
        if (waker != null) {
            wake();
        }
    }

    private void wake() {
        Waker sleeper = waker;
        waker = null;
        sleeper.wake();
    }

    /** It is used again. */
    final void begin() {
        done = false;
        waker = null;
    }

    @Override
    public final boolean wakeAtEnd(Waker sleeper) {
        if (isDone()) {
            return false;
        }
        lane.enter();
        try {
            waker = done ? null : sleeper;
            return !done;
        } finally {
            lane.exit();
        }
    }

    /** Grows while a long message is on its way. */
    public abstract long moved();

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
