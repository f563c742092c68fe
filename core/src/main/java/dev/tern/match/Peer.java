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
    private final OperationQueue<Operation> outgoing = new OperationQueue<>();
    private final OperationQueue<SendOperation> streams = new OperationQueue<>();
    private final OperationQueue<RecvOperation> reads = new OperationQueue<>();

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
        return outgoing.isEmpty();
    }

    boolean hasWork() {
        return !outgoing.isEmpty() || !streams.isEmpty() || !reads.isEmpty() || !link.isFlushed();
    }

    /** Adds an operation whose next record is to go. */
    void enqueue(Operation operation) {
        outgoing.add(operation);
    }

    /** Adds a send whose message is to be sent in pieces. */
    void addStream(SendOperation send) {
        streams.add(send);
    }

    /** Adds a receive whose message is to be read from the peer's memory. */
    void addRead(RecvOperation receive) {
        reads.add(receive);
    }

    /** Sends what fits into the link, and reads some of what is to be read; true if anything moved. */
    boolean flush() {
        if (!link.isFlushed()) {
            link.flush();
        }
        boolean moved = !reads.isEmpty();
        if (moved) {
            read();
        }
        moved |= sendOutgoing();
        moved |= sendStreams();
        return moved;
    }

    private void read() {
        RecvOperation receive = reads.first();
        if (receive.read(link)) {
            reads.removeFirst();
            outgoing.add(receive);
        }
    }

    private boolean sendOutgoing() {
        boolean moved = false;
        for (Operation operation = outgoing.first(); operation != null; operation = outgoing.first()) {
            if (!operation.transmit(link)) {
                break;
            }
            outgoing.removeFirst();
            operation.transmitted(this);
            moved = true;
        }
        return moved;
    }

    private boolean sendStreams() {
        boolean moved = false;
        for (SendOperation send = streams.first(); send != null; send = streams.first()) {
            long before = send.sent;
            boolean all = send.stream(link);
            moved |= send.sent != before;
            if (!all) {
                break;
            }
            streams.removeFirst();
            send.complete();
        }
        return moved;
    }
}
