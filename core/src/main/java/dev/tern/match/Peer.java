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
    final Window window;
    final LongArrival arrival;
    final Stripe[] stripes; // that of the link is the first
    final int eagerLimit;
    final int longestAtOnce; // of those, the longest that goes into the link as a whole or not at all
    int sendsInFlight;
    private final OperationQueue<Operation> outgoing = new OperationQueue<>();
    private boolean
            midRecord; // the link has begun a record of the first of these, and can take no other before its end
    private final OperationQueue<SendOperation> streams = new OperationQueue<>(); // those with bytes that no stripe has
    private final OperationQueue<RecvOperation> reads = new OperationQueue<>();

    /** @param eagerLimit longest message that is sent without asking, where the link has no other */
    Peer(Link link, int eagerLimit) {
        this.link = link;
        this.eagerLimit = link.eagerLimit(eagerLimit);
        this.longestAtOnce = Math.min(this.eagerLimit, link.maxPayload());
        this.window = new Window(link);
        this.arrival = new LongArrival(link);
        Link[] further = link.further();
        this.stripes = new Stripe[1 + further.length];
        for (int i = 0; i < stripes.length; i++) {
            stripes[i] = new Stripe(i == 0 ? link : further[i - 1]);
        }
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
        return !outgoing.isEmpty() || !streams.isEmpty() || !reads.isEmpty() || window.isDue() || areStripesBusy();
    }

    private boolean areStripesBusy() {
        for (Stripe stripe : stripes) {
            if (stripe.isBusy() || !stripe.link.isFlushed()) {
                return true;
            }
        }
        return false;
    }

    /** Whether everything that was sent has left this process. */
    boolean isFlushed() {
        for (Stripe stripe : stripes) {
            if (!stripe.link.isFlushed()) {
                return false;
            }
        }
        return true;
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
        for (Stripe stripe : stripes) {
            if (!stripe.link.isFlushed()) {
                stripe.link.flush();
            }
        }
        if (window.isDue()) {
            window.repay();
        }
        boolean moved = !reads.isEmpty();
        if (moved) {
            read();
        }
        if (!stripes[0].isMidRecord()) {
            moved |= sendOutgoing();
        }
        for (Stripe stripe : stripes) {
            if (stripe.link != link || !midRecord) {
                moved |= stripe.send(streams);
            }
        }
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
            long before = operation.moved();
            if (!operation.transmit(link)) {
                midRecord = link.isMidRecord();
                return moved || operation.moved() != before;
            }
            midRecord = false;
            outgoing.removeFirst();
            operation.transmitted(this);
            moved = true;
        }
        return moved;
    }
}
