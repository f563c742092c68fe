/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.stress;

import dev.tern.engine.Endpoint;
import dev.tern.engine.Endpoints;
import dev.tern.match.Context;
import dev.tern.match.Lane;
import dev.tern.match.Limits;
import dev.tern.match.Operation;
import dev.tern.match.RecvOperation;
import dev.tern.match.SendOperation;
import dev.tern.transport.Link;

/** Rank 0, which sends, and rank 1, which receives, both with several threads. Each is used as the engine does. */
final class Lanes {
    static final int TAG = 5;

    private static final int WORLD = 0;
    private static final int EAGER_LIMIT = 512;
    private static final int[] RANKS = {0, 1};

    private final Lane sender;
    private final Lane receiver;

    Lanes() {
        Rings.Ends ends = Rings.connect();
        sender = lane(new Link[] {null, ends.left()});
        receiver = lane(new Link[] {ends.right(), null});
    }

    private static Lane lane(Link[] links) {
        Lane lane = new Lane(links, new Limits(EAGER_LIMIT, Integer.MAX_VALUE, Integer.MAX_VALUE), null, true);
        lane.context(WORLD).describe("MPI_COMM_WORLD", RANKS);
        return lane;
    }

    /** What rank 0 sends by. */
    Endpoint sender() {
        return Endpoints.of(sender, WORLD);
    }

    /** What rank 1 receives by. */
    Endpoint receiver() {
        return Endpoints.of(receiver, WORLD);
    }

    /** The queues of rank 1. */
    Context context() {
        return receiver.context(WORLD);
    }

    /** Starts to send; null if it was done at once. */
    SendOperation send(byte[] data, int length, boolean synchronous) {
        sender.enter();
        try {
            Context context = sender.context(WORLD);
            if (!synchronous && sender.sendNow(sender.peer(1), context, TAG, data, 0, length)) {
                return null;
            }
            return sender.send(sender.peer(1), context, TAG, data, 0, length, synchronous);
        } finally {
            sender.exit();
        }
    }

    /** Whether rank 0 has sent everything; makes progress if it has not. */
    boolean isAllSent() {
        sender.enter();
        try {
            if (sender.hasUnsent()) {
                sender.progress();
            }
            return !sender.hasUnsent();
        } finally {
            sender.exit();
        }
    }

    RecvOperation post(byte[] buffer) {
        return post(buffer, 0, TAG);
    }

    RecvOperation postForAny(byte[] buffer) {
        return post(buffer, Operation.ANY, Operation.ANY);
    }

    private RecvOperation post(byte[] buffer, int source, int tag) {
        receiver.enter();
        try {
            RecvOperation receive = receiver.newReceive(receiver.context(WORLD), source, tag, buffer, 0, buffer.length);
            receiver.post(receive);
            return receive;
        } finally {
            receiver.exit();
        }
    }

    /** Whether a send is done; makes progress if it is not. */
    boolean testSend(Operation operation) {
        return test(sender, operation);
    }

    /** Whether a receive is done; makes progress if it is not. */
    boolean testReceive(Operation operation) {
        return test(receiver, operation);
    }

    private static boolean test(Lane lane, Operation operation) {
        lane.enter();
        try {
            if (operation.isDone()) {
                return true;
            }
            lane.progress();
            return operation.isDone();
        } finally {
            lane.exit();
        }
    }

    /** Whether a receive is done, without any progress. */
    boolean isReceived(Operation operation) {
        receiver.enter();
        try {
            return operation.isDone();
        } finally {
            receiver.exit();
        }
    }

    void cancel(RecvOperation receive) {
        receiver.enter();
        try {
            receiver.cancel(receive);
        } finally {
            receiver.exit();
        }
    }

    /** Whether a message waits that nobody has received. */
    boolean hasUnexpected() {
        receiver.enter();
        try {
            receiver.progress();
            return receiver.probe(receiver.context(WORLD), 0, TAG) != null;
        } finally {
            receiver.exit();
        }
    }
}
