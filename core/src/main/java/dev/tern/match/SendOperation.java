/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.match;

import dev.tern.transport.Link;

/** A send that could not be finished at once. */
public final class SendOperation extends Operation {
    /** Messages of fewer pieces are cut into smaller ones, so that the receiver can start sooner. */
    private static final long SHORT = 8;

    Peer peer;
    boolean rendezvous;
    long address; // where the receiver can read the message, 0 if it cannot
    int receiverId;
    long wanted; // -1 until the receiver is ready
    long assigned; // of the wanted bytes, those that were given to a stripe
    long sent;
    boolean asked; // the request has left

    SendOperation(Lane lane) {
        super(lane);
    }

    /** An operation that has ended well before anybody asked, for sends that need none. */
    public static SendOperation completed(Lane lane) {
        var operation = new SendOperation(lane);
        operation.end();
        return operation;
    }

    @Override
    boolean transmit(Link link) {
        if (rendezvous) {
            return link.offer(RecordKind.REQUEST, context.id, tag, id, length, address);
        }
        if (length <= link.maxPayload()) {
            return link.offer(RecordKind.EAGER, context.id, tag, buffer, offset, (int) length);
        }
        sent += link.stream(RecordKind.EAGER, context.id, tag, buffer, offset + sent, (int) (length - sent));
        return sent == length;
    }

    @Override
    void transmitted(Peer to) {
        if (rendezvous) {
            asked = true;
        } else {
            complete();
        }
    }

    /** The receiver has a buffer for the first {@code bytesWanted} bytes. */
    void ready(int idOfReceiver, long bytesWanted) {
        if (!asked) {
            throw Lane.corrupt("answer to send " + id + " before its request");
        }
        if (wanted >= 0) {
            throw Lane.corrupt("second go-ahead for send " + id);
        }
        receiverId = idOfReceiver;
        wanted = Math.clamp(bytesWanted, 0, length);
        assigned = 0;
        sent = 0;
        if (wanted == 0) {
            complete();
        } else {
            peer.addStream(this);
        }
    }

    /** The receiver has read the message. */
    void read() {
        if (!asked || address == 0 || wanted >= 0) {
            throw Lane.corrupt("word that send " + id + ", which nobody may read, was read");
        }
        complete();
    }

    /** Bytes of the pieces in which it is sent, where the receiver copies while the sender does. */
    int preferredPiece() {
        return wanted < SHORT * lane.piece ? lane.piece / 2 : lane.piece;
    }

    @Override
    public long moved() {
        return sent;
    }

    void complete() {
        if (rendezvous) {
            lane.operations.remove(id);
        }
        buffer = null;
        lane.sendsInFlight--;
        peer.sendsInFlight--;
        end();
    }

    @Override
    public int peerRank() {
        return peer == null ? ANY : context.rankOf(peer.link.peer);
    }

    @Override
    public int awaitedPeer() {
        return peer == null ? ANY : peer.link.peer;
    }

    @Override
    public String describe() {
        return "send of " + length + " bytes to rank " + peerRank() + ", tag " + tag + " (" + context.name() + ")"
                + (!rendezvous && sent == 0
                        ? ", for which there is no room yet"
                        : rendezvous && wanted < 0
                                ? ", which waits for a matching receive"
                                : ", of which " + sent + " have left");
    }
}
