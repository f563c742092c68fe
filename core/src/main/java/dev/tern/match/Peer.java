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
    /** What a message costs that is kept, beside its bytes. */
    private static final int KEPT = 128;

    /** Parts of the window in which the receiver gives it back. */
    private static final int PARTS = 8;

    final Link link;
    final int eagerLimit;
    final int longestAtOnce; // of those, the longest that goes into the link as a whole or not at all
    int sendsInFlight;
    private long credit; // bytes of messages that may be sent without asking
    private long owed; // bytes of such messages that were received, of which the peer has not been told
    private long held; // bytes of such messages that are kept here
    private final long debtLimit; // when it is told
    private boolean
            midRecord; // the link has begun a record of the first in the outgoing queue, to be finished before any
    // other

    // The message without request that is coming in and is longer than what the link holds.
    private RecvOperation taker; // the receive it belongs to, or null
    private byte[] kept; // where it goes if there is no receive, or one that is too short for it
    private int keptBytes;

    private final OperationQueue<Operation> outgoing = new OperationQueue<>();
    private final OperationQueue<SendOperation> streams = new OperationQueue<>(); // those with bytes that no stripe has
    final Stripe[] stripes; // that of the link is the first
    private final OperationQueue<RecvOperation> reads = new OperationQueue<>();

    /** @param eagerLimit longest message that is sent without asking, where the link has no other */
    Peer(Link link, int eagerLimit) {
        this.link = link;
        this.eagerLimit = link.eagerLimit(eagerLimit);
        this.longestAtOnce = Math.min(this.eagerLimit, link.maxPayload());
        this.credit = link.window();
        this.debtLimit = link.window() / PARTS;
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
        return !outgoing.isEmpty() || !streams.isEmpty() || !reads.isEmpty() || owed > debtLimit || areStripesBusy();
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

    /** Whether the peer will keep a message of this length if it must. */
    boolean affords(long length) {
        return length + KEPT <= credit;
    }

    /** A message of this length is sent without asking. */
    void spend(long length) {
        credit -= length + KEPT;
    }

    /** The peer has received messages that it had been sent without asking. */
    void earn(int bytes) {
        long earned = bytes & 0xffff_ffffL;
        if (earned > link.window() - credit) {
            throw Lane.corrupt("credit of " + earned + " bytes");
        }
        credit += earned;
    }

    /** A message of this length was received here that the peer had sent without asking. */
    void owe(long length) {
        owed += length + KEPT;
        if (owed > debtLimit) {
            repay();
        }
    }

    /** A message of this length that the peer has sent without asking is kept here. */
    void keep(long length) {
        held += length + KEPT;
        if (held > link.window()) {
            throw Lane.corrupt("message of " + length + " bytes beyond its window of " + link.window());
        }
    }

    /** It was received. */
    void giveUp(long length) {
        held -= length + KEPT;
        owe(length);
    }

    private void repay() {
        int part = (int) Math.min(owed, Integer.MAX_VALUE);
        if (link.offer(RecordKind.CREDIT, part, 0, null, 0, 0)) {
            owed -= part;
        }
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
        if (owed > debtLimit) {
            repay();
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

    // Receiving what the link does not hold as a whole

    /** Whether such a message was begun and has not ended. */
    boolean isTaking() {
        return taker != null || kept != null;
    }

    /** Begins to take a message. A receive that cannot take all of it gets it in the end, as if it had been kept. */
    void beginToTake(RecvOperation receive, int tag, int size) {
        taker = receive;
        keptBytes = 0;
        if (receive == null || !receive.beginEager(link.peer, tag, size)) {
            kept = new byte[size];
        }
    }

    /** Takes what has come; true if that was the rest. */
    boolean take(long header) {
        if (kept == null) {
            return taker.takeEager(link, header);
        }
        keptBytes += link.drain(header, kept, keptBytes);
        return keptBytes == kept.length;
    }

    /** The receive that was there when the message that was taken began to come, or null. */
    RecvOperation taker() {
        return taker;
    }

    /** The message if it was kept, or null if the receive has it. */
    byte[] kept() {
        return kept;
    }

    /** The message was passed on. */
    void endTaking() {
        taker = null;
        kept = null;
    }
}
