/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.match;

import java.util.Arrays;

/** A message that has arrived before its receive: the data of an eager one, the request of a rendezvous. */
public final class Message {
    final int source;
    final int tag;
    final long length;
    final byte[] data; // null for a rendezvous
    final int senderId;
    final long address; // of a rendezvous, where the receiver can read it, or 0
    final long arrival; // orders messages of different sources

    Message next;
    Message previous;

    Message(int source, int tag, byte[] data, long arrival) {
        this.source = source;
        this.tag = tag;
        this.length = data.length;
        this.data = data;
        this.senderId = 0;
        this.address = 0;
        this.arrival = arrival;
    }

    Message(int source, int tag, int senderId, long length, long address, long arrival) {
        this.source = source;
        this.tag = tag;
        this.length = length;
        this.data = null;
        this.senderId = senderId;
        this.address = address;
        this.arrival = arrival;
    }

    /** World rank of the sender. */
    public int source() {
        return source;
    }

    /** Its tag. */
    public int tag() {
        return tag;
    }

    /** Bytes of the message. */
    public long length() {
        return length;
    }

    @Override
    public String toString() {
        return length + " bytes from world rank " + source + ", tag " + tag
                + (data == null
                        ? " (at the sender)"
                        : ", starting with " + Arrays.toString(Arrays.copyOf(data, Math.min(8, data.length))));
    }
}
