/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.match;

import dev.tern.transport.Link;

/**
 * One process as a lane sees it: the link, what waits to go out in order, and the rendezvous messages that are being
 * streamed. Records of a stream are addressed by an id and an offset, so they may overtake what waits.
 */
public final class Peer {
    final Link link;
    int sendsInFlight;
    private Operation firstOutgoing;
    private Operation lastOutgoing;
    private SendOperation firstStream;
    private SendOperation lastStream;
    private RecvOperation firstRead;
    private RecvOperation lastRead;

    Peer(Link link) {
        this.link = link;
    }

    /** World rank. */
    public int rank() {
        return link.peer;
    }

    /** Wakes the process if it sleeps; for what it waits for elsewhere than in the link. */
    public void wake() {
        link.wake();
    }

    /** Whether a new record may go straight into the link without overtaking one that was to go before it. */
    boolean isClear() {
        return firstOutgoing == null;
    }

    boolean hasWork() {
        return firstOutgoing != null || firstStream != null || firstRead != null;
    }

    void enqueue(Operation operation) {
        operation.next = null;
        if (lastOutgoing == null) {
            firstOutgoing = operation;
        } else {
            lastOutgoing.next = operation;
        }
        lastOutgoing = operation;
    }

    void addStream(SendOperation send) {
        send.next = null;
        if (lastStream == null) {
            firstStream = send;
        } else {
            lastStream.next = send;
        }
        lastStream = send;
    }

    /** Adds a receive whose message is to be read from the peer's memory. */
    void addRead(RecvOperation receive) {
        receive.next = null;
        if (lastRead == null) {
            firstRead = receive;
        } else {
            lastRead.next = receive;
        }
        lastRead = receive;
    }

    /** Sends what fits into the link, and reads some of what is to be read; true if anything moved. */
    boolean flush() {
        boolean moved = firstRead != null;
        if (moved) {
            read();
        }
        moved |= sendOutgoing();
        moved |= sendStreams();
        return moved;
    }

    private void read() {
        RecvOperation receive = firstRead;
        if (receive.read(link)) {
            firstRead = (RecvOperation) receive.next;
            if (firstRead == null) {
                lastRead = null;
            }
            enqueue(receive);
        }
    }

    private boolean sendOutgoing() {
        boolean moved = false;
        while (firstOutgoing != null) {
            Operation operation = firstOutgoing;
            if (!operation.transmit(link)) {
                break;
            }
            firstOutgoing = operation.next;
            if (firstOutgoing == null) {
                lastOutgoing = null;
            }
            operation.next = null;
            operation.transmitted(this);
            moved = true;
        }
        return moved;
    }

    private boolean sendStreams() {
        boolean moved = false;
        while (firstStream != null) {
            SendOperation send = firstStream;
            long before = send.sent;
            boolean all = send.stream(link);
            moved |= send.sent != before;
            if (!all) {
                break;
            }
            firstStream = (SendOperation) send.next;
            if (firstStream == null) {
                lastStream = null;
            }
            send.next = null;
            send.complete();
        }
        return moved;
    }
}
