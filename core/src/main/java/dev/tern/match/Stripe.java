/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.match;

import dev.tern.transport.Link;

/** A link by which pieces of long messages go to a peer, and the piece that is under way there. */
final class Stripe {
    final Link link;
    private SendOperation send; // whose piece it is, null if there is none
    private long at; // where the rest of the piece starts in the message
    private int left; // bytes of it

    Stripe(Link link) {
        this.link = link;
    }

    /** Whether a piece is under way. */
    boolean isBusy() {
        return send != null;
    }

    /** Whether the link has begun a record for a piece, before the end of which nothing else can go. */
    boolean isMidRecord() {
        return send != null && link.isMidRecord();
    }

    /** Sends as many pieces as fit of messages that are waiting; true if anything moved. */
    boolean send(OperationQueue<SendOperation> waiting) {
        boolean moved = false;
        while (send != null || begin(waiting)) {
            int place = (int) (at >>> RecordKind.OFFSET_SHIFT);
            int taken = link.stream(RecordKind.DATA, send.receiverId, place, send.buffer, send.offset + at, left);
            at += taken;
            left -= taken;
            send.sent += taken;
            moved |= taken > 0;
            if (left > 0) {
                break;
            }
            SendOperation served = send;
            send = null;
            if (served.sent == served.wanted) {
                served.complete();
            }
        }
        return moved;
    }

    /** Takes the next piece of the message that waits first; false if none does. */
    private boolean begin(OperationQueue<SendOperation> waiting) {
        send = waiting.first();
        if (send == null) {
            return false;
        }
        at = send.assigned;
        left = (int) Math.min(link.piece(send.preferredPiece()), send.wanted - at);
        send.assigned += left;
        if (send.assigned == send.wanted) {
            waiting.removeFirst();
        }
        return true;
    }
}
