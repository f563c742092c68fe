/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.transport;

import dev.tern.datatype.MappedMemory;

/**
 * The way to one peer and back: two FIFO queues of records, one for each direction. This is the whole contract between
 * matching and a transport. A transport knows nothing of communicators or requests; it moves records.
 *
 * <p>A record is a header (kind and payload length), two 32-bit words {@code a} and {@code b} that the sender chooses,
 * and a payload of at most {@link #maxPayload()} bytes. Records arrive complete, in order, exactly once.
 *
 * <p>Each direction is used by one thread at a time; the caller sees to that. No method blocks.
 */
public abstract class Link {
    private static final Link[] NONE = {};

    /** World rank of the process at the other end. */
    public final int peer;

    protected Link(int peer) {
        this.peer = peer;
    }

    /** Further links to the same process, for pieces of long messages in any order. */
    public Link[] further() {
        return NONE;
    }

    /** Largest payload of a record, in bytes; a multiple of 64. Longer ones can be sent by {@link #stream}. */
    public abstract int maxPayload();

    /**
     * Longest message in bytes to send without asking the receiver; above {@link #maxPayload} only if {@link #stream} can send it as
     * one record.
     *
     * @param common what suits most links
     */
    public int eagerLimit(int common) {
        return Math.min(common, maxPayload());
    }

    /**
     * Bytes of messages sent without asking that may be under way or wait at the other end for receives which are not posted yet: what
     * this process may make the other one keep.
     */
    public long window() {
        return Long.MAX_VALUE;
    }

    /**
     * Appends a record with a payload from a user buffer.
     *
     * @param kind what the record is, 1 to 255
     * @param a any word
     * @param b any word
     * @param buf a user buffer as {@link dev.tern.datatype.Memory} knows them; anything if {@code length} is 0
     * @param offset where the payload starts in {@code buf}, in bytes
     * @param length payload in bytes, 0 to {@link #maxPayload()}
     * @return false if there is no room now
     */
    public abstract boolean offer(int kind, int a, int b, Object buf, long offset, int length);

    /** Appends a record whose payload is the words {@code x}, {@code y} and {@code z}; false if there is no room now. */
    public abstract boolean offer(int kind, int a, int b, long x, long y, long z);

    /**
     * Bytes of a long payload for which to call {@link #stream} at once.
     *
     * @param preferred what suits a receiver that copies while the sender does
     */
    public int piece(int preferred) {
        return Math.min(preferred, maxPayload());
    }

    /**
     * Sends some of a long payload. The record that it begins may be shorter than the payload, and is perhaps not finished by
     * this call: then the next calls go on with it, and nothing else can be offered until it is.
     *
     * @param length of the payload that is left
     * @return bytes taken, perhaps 0; a next record begins where a record was finished
     */
    public int stream(int kind, int a, int b, Object buf, long offset, int length) {
        return offer(kind, a, b, buf, offset, length) ? length : 0;
    }

    /** Whether {@link #stream} has begun a record that it has not finished. */
    public boolean isMidRecord() {
        return false;
    }

    /** Whether everything that was taken has left this process. */
    public boolean isFlushed() {
        return true;
    }

    /** Tries again to send what was taken and has not left; true if nothing of it is left. */
    public boolean flush() {
        return true;
    }

    /**
     * The header of the first record that has arrived and was not yet {@link #advance advanced} over, or 0. Of a record that
     * {@link #stream} has begun, the payload need not be there yet.
     */
    public abstract long peek();

    /** Whether the payload of the record last seen is all there; if not, {@link #drain} takes it. */
    public boolean isWhole(long header) {
        return true;
    }

    /** Between two {@link #peek}s of a thread that does nothing else. */
    public void pause() {
        Thread.onSpinWait();
    }

    /** As {@link #peek}, for those who look at many links; does not always look if a look is expensive. */
    public long glance() {
        return peek();
    }

    /** Bytes of the payload of the record last seen that {@link #drain} has taken. */
    public int drained() {
        return 0;
    }

    /**
     * Takes what has arrived of a payload that was sent by {@link #stream}.
     *
     * @param header of the record last seen
     * @param buf a user buffer with room for what was not {@link #drained} yet, from {@code offset} on
     * @return bytes taken; the record can be {@link #advance advanced} over when all are
     */
    public int drain(long header, Object buf, long offset) {
        payload().copyTo(payloadOffset(header), buf, offset, length(header));
        return length(header);
    }

    /** Word {@code a} in the lower and word {@code b} in the upper half of the record last seen by {@link #peek()}. */
    public abstract long words();

    /** Memory that holds the payload of the record last seen by {@link #peek()}. */
    public abstract MappedMemory payload();

    /** Where in {@link #payload()} the payload of the record with this header starts, in bytes. */
    public abstract long payloadOffset(long header);

    /** Gives the record last seen by {@link #peek()} back to the sender. Its payload must not be touched any more. */
    public abstract void advance(long header);

    /** What can be read of the other end's memory without its help. */
    public PeerMemory memory() {
        return PeerMemory.NONE;
    }

    /** Makes the other end look, as a record would. */
    public void wake() {}

    /** Whether the other end has left without saying goodbye; looked at only while waiting long. */
    public abstract boolean peerIsGone();

    /** Kind of the record with this header. */
    public static int kind(long header) {
        return (int) header >>> 24;
    }

    /** Payload length in bytes of the record with this header. */
    public static int length(long header) {
        return (int) header & 0xff_ffff;
    }
}
