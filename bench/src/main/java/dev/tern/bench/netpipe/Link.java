/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.netpipe;

import dev.tern.bench.pattern.Buffers;

/**
 * One of the two ends of what is measured.
 *
 * @param <X> how it fails
 */
public interface Link<X extends Exception> {
    /** Whether this end decides and prints; the other follows. */
    boolean leads();

    /** What messages are sent from and received into. */
    Buffers buffers();

    /**
     * Sends a message.
     *
     * @param size its bytes
     * @throws X when the link fails
     */
    void send(int size) throws X;

    /**
     * Receives a message.
     *
     * @param size its bytes
     * @throws X when the link fails
     */
    void receive(int size) throws X;

    /**
     * Sends and receives a message at the same time.
     *
     * @param size bytes of each
     * @throws X when the link fails
     */
    void exchange(int size) throws X;

    /**
     * Tells the other end a number.
     *
     * @param number the number
     * @throws X when the link fails
     */
    void tell(double number) throws X;

    /**
     * Hears a number from the other end.
     *
     * @return what it told
     * @throws X when the link fails
     */
    double hear() throws X;
}
