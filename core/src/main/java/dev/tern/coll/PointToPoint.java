/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.coll;

import dev.tern.datatype.TypeMap;
import dev.tern.error.MpiError;

/**
 * The point-to-point messages that collectives are made of: one object for each communicator, with a context of its
 * own, so that these messages never meet those of the user. {@code byteOffset} counts from the start of the buffer
 * object.
 */
public interface PointToPoint {

    /** The rank of this process in the communicator. */
    int rank();

    /** The number of processes in the communicator. */
    int size();

    /**
     * Memory that all members see, or null if there is none. To be asked exactly once in each collective of those that may use it,
     * by all members: they agree on it when it has been asked for some times.
     */
    default Board board() {
        return null;
    }

    /** Sends; returns when the buffer may be reused. */
    void send(Object buf, long byteOffset, long count, TypeMap type, int dest, int tag);

    /**
     * Receives.
     *
     * @throws MpiError if the message is longer than the buffer
     */
    void recv(Object buf, long byteOffset, long count, TypeMap type, int source, int tag);

    /** Starts to send; the result is for {@link #waitFor}. */
    Object isend(Object buf, long byteOffset, long count, TypeMap type, int dest, int tag);

    /** Starts to receive; the result is for {@link #waitFor}. */
    Object irecv(Object buf, long byteOffset, long count, TypeMap type, int source, int tag);

    /**
     * Waits for the end of what {@link #isend} or {@link #irecv} started.
     *
     * @throws MpiError if the message is longer than the buffer
     */
    void waitFor(Object handle);

    /**
     * Sends and receives at the same time.
     *
     * @throws MpiError if the message received is longer than the buffer
     */
    default void sendRecv(Block out, int dest, Block in, int source, int tag) {
        Object receive = irecv(in.buf(), in.start(), in.count(), in.type(), source, tag);
        send(out.buf(), out.start(), out.count(), out.type(), dest, tag);
        waitFor(receive);
    }

    /** Waits for all; then throws the first error there was, if any. */
    default void waitForAll(Object[] handles) {
        MpiError first = null;
        for (Object handle : handles) {
            try {
                waitFor(handle);
            } catch (MpiError e) {
                first = first == null ? e : first;
            }
        }
        if (first != null) {
            throw first;
        }
    }
}
