/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.match;

import dev.tern.transport.Link;

/**
 * How much two processes may have sent each other without asking that was not received yet. What one of them keeps for messages
 * that nobody receives is limited by that; beyond it the other one asks first, and its messages wait where they are.
 */
final class Window {
    /** What a message costs that is kept, beside its bytes. */
    private static final int KEPT = 128;

    /** Parts in which a receiver gives the window back. */
    private static final int PARTS = 8;

    private final Link link;
    private final long size;
    private final long debtLimit; // when the peer is told
    private long credit; // what may be sent
    private long owed; // what was received, and the peer has not been told
    private long held; // what is kept here until it is received

    Window(Link link) {
        this.link = link;
        this.size = link.window();
        this.debtLimit = size / PARTS;
        this.credit = size;
    }

    // Sending

    /** Whether the peer will keep a message of this length if it must. */
    boolean affords(long length) {
        return length + KEPT <= credit;
    }

    /** A message of this length is sent without asking. */
    void spend(long length) {
        credit -= length + KEPT;
    }

    /** The peer has received messages. */
    void earn(int bytes) {
        long earned = bytes & 0xffff_ffffL;
        if (earned > size - credit) {
            throw Lane.corrupt("credit of " + earned + " bytes");
        }
        credit += earned;
    }

    // Receiving

    /** A message of this length was received. */
    void owe(long length) {
        owed += length + KEPT;
        if (owed > debtLimit) {
            repay();
        }
    }

    /** A message of this length is kept. */
    void keep(long length) {
        held += length + KEPT;
        if (held > size) {
            throw Lane.corrupt("message of " + length + " bytes beyond its window of " + size);
        }
    }

    /** It was received. */
    void giveUp(long length) {
        held -= length + KEPT;
        owe(length);
    }

    /** Whether the peer is to be told what was received. */
    boolean isDue() {
        return owed > debtLimit;
    }

    /** Tells it, if the link has room. */
    void repay() {
        int part = (int) Math.min(owed, Integer.MAX_VALUE);
        if (link.offer(RecordKind.CREDIT, part, 0, null, 0, 0)) {
            owed -= part;
        }
    }
}
