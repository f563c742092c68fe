/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.stress;

import dev.tern.datatype.TypeMap;
import dev.tern.engine.Endpoint;
import dev.tern.match.Operation;
import dev.tern.match.RecvOperation;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/** Two threads of one rank use an endpoint as requests do: the lane goes from hand to hand, and operations are used again. */
public class RequestStress {
    private static final int LENGTH = Records.SLOT;
    private static final int FIRST = 1;
    private static final int SECOND = 2;
    private static final int OTHER_TAG = Lanes.TAG + 1;
    private static final int LOOKS = 1024; // so many that the end comes in between
    private static final int CANCELLED = 2;

    private RequestStress() {}

    private static void send(Lanes lanes, int number, int tag) {
        lanes.sender().isend(Records.payload(number), 0, LENGTH, TypeMap.BYTE, 1, tag, false);
    }

    private static RecvOperation ireceive(Endpoint receiver, byte[] buffer, int tag) {
        return receiver.ireceive(buffer, 0, buffer.length, TypeMap.BYTE, 0, tag);
    }

    /** Of a receive that is done: 1 if it has this message, 2 if it is cancelled and has none, -1 else. */
    private static int ending(RecvOperation receive, byte[] buffer, int number) {
        boolean received = receive.bytes() == LENGTH && Records.isPayload(number, buffer, LENGTH);
        if (receive.isCancelled()) {
            return received || receive.bytes() > 0 ? -1 : CANCELLED;
        }
        return received ? 1 : -1;
    }

    /** Both messages are in the ring. Who finds the lane taken does not wait: the other one takes both. */
    @JCStressTest
    @Description("What one of two threads leaves to the other is done")
    @Outcome(id = "1, 1, 1", expect = Expect.ACCEPTABLE, desc = "both have seen it")
    @Outcome(id = "0, 1, 1", expect = Expect.ACCEPTABLE, desc = "the second had the lane")
    @Outcome(id = "1, 0, 1", expect = Expect.ACCEPTABLE, desc = "the first had the lane")
    @State
    public static class HandOver {
        private final Lanes lanes = new Lanes();
        private final Endpoint receiver = lanes.receiver();
        private final byte[] buffer1 = new byte[LENGTH];
        private final byte[] buffer2 = new byte[LENGTH];
        private final RecvOperation receive1 = ireceive(receiver, buffer1, Lanes.TAG);
        private final RecvOperation receive2 = ireceive(receiver, buffer2, OTHER_TAG);

        /** The messages are in the ring. */
        public HandOver() {
            send(lanes, FIRST, Lanes.TAG);
            send(lanes, SECOND, OTHER_TAG);
        }

        @Actor
        public void one(III_Result r) {
            r.r1 = receiver.test(receive1) ? ending(receive1, buffer1, FIRST) : 0;
        }

        @Actor
        public void two(III_Result r) {
            r.r2 = receiver.test(receive2) ? ending(receive2, buffer2, SECOND) : 0;
        }

        /** Looks without any progress. */
        @Arbiter
        public void end(III_Result r) {
            boolean both = receive1.isDone() && receive2.isDone();
            r.r3 = both ? ending(receive1, buffer1, FIRST) * ending(receive2, buffer2, SECOND) : 0;
        }
    }

    /** Who sees that a receive is done uses its operation again at once, while the one who has completed it may still be at it. */
    @JCStressTest
    @Description("An operation that is used again is not touched by the end of its first use")
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "all looks came first")
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "was used for both messages")
    @State
    public static class UseAgain {
        private final Lanes lanes = new Lanes();
        private final Endpoint receiver = lanes.receiver();
        private final byte[] buffer1 = new byte[LENGTH];
        private final byte[] buffer2 = new byte[LENGTH];
        private final RecvOperation first = ireceive(receiver, buffer1, Lanes.TAG);
        private RecvOperation second;

        /** The first message is in the ring, and another operation on the list to which this one is given back. */
        public UseAgain() {
            RecvOperation other = ireceive(receiver, buffer2, OTHER_TAG);
            receiver.cancel(() -> other);
            receiver.recycle(other);
            send(lanes, FIRST, Lanes.TAG);
        }

        @Actor
        public void completer() {
            receiver.test(first);
        }

        @Actor
        public void owner(II_Result r) {
            for (int i = 0; i < LOOKS && second == null; i++) {
                if (first.isDone()) {
                    receiver.recycle(first); // at once, before anything else is looked at
                    second = ireceive(receiver, buffer2, Lanes.TAG);
                    r.r1 = Records.isPayload(FIRST, buffer1, LENGTH) ? 1 : -1;
                }
            }
        }

        @Arbiter
        public void end(II_Result r) {
            if (second != null) {
                boolean early = second.isDone();
                send(lanes, SECOND, Lanes.TAG);
                boolean done = receiver.test(second);
                r.r2 = second == first && !early && done ? ending(second, buffer2, SECOND) : -1;
            }
        }
    }

    /**
     * One waits, forgets the operation, gives it back, and starts another receive, which gets the same one; the other cancels what
     * it knows. The results: the end of the first receive, whether a message is left, and the end of the second receive.
     */
    @JCStressTest
    @Description("To cancel a receive is to cancel no other")
    @Outcome(id = "1, 0, 1", expect = Expect.ACCEPTABLE, desc = "the first was received")
    @Outcome(id = "2, 1, 1", expect = Expect.ACCEPTABLE, desc = "the first was cancelled; its message waits")
    @State
    public static class CancelWhileUsedAgain {
        private final Lanes lanes = new Lanes();
        private final Endpoint receiver = lanes.receiver();
        private final byte[] buffer1 = new byte[LENGTH];
        private final byte[] buffer2 = new byte[LENGTH];
        private Operation operation =
                ireceive(receiver, buffer1, Lanes.TAG); // as in a request: without order of its own
        private RecvOperation second;

        /** The first message is in the ring. */
        public CancelWhileUsedAgain() {
            send(lanes, FIRST, Lanes.TAG);
        }

        @Actor
        public void owner(III_Result r) {
            RecvOperation first = (RecvOperation) operation;
            receiver.await(first);
            r.r1 = ending(first, buffer1, FIRST);
            operation = null;
            receiver.recycle(first);
            second = ireceive(receiver, buffer2, OTHER_TAG);
            r.r3 = second == first ? 0 : -1;
        }

        @Actor
        public void canceller() {
            receiver.cancel(() -> operation);
        }

        @Arbiter
        public void end(III_Result r) {
            boolean early = second.isDone();
            send(lanes, SECOND, OTHER_TAG);
            boolean done = receiver.test(second);
            r.r2 = lanes.hasUnexpected() ? 1 : 0;
            r.r3 += !early && done ? ending(second, buffer2, SECOND) : -1;
        }
    }

    /** One message, which both want to reserve. */
    @JCStressTest
    @Description("A message is reserved for one thread only")
    @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "for the second")
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "for the first")
    @State
    public static class Reserve {
        private final Lanes lanes = new Lanes();
        private final Endpoint receiver = lanes.receiver();

        /** The message is in the ring. */
        public Reserve() {
            send(lanes, FIRST, Lanes.TAG);
        }

        @Actor
        public void one(II_Result r) {
            r.r1 = reserve();
        }

        @Actor
        public void two(II_Result r) {
            r.r2 = reserve();
        }

        private int reserve() {
            var message = receiver.iprobe(Operation.ANY, Operation.ANY, true);
            if (message == null) {
                return 0;
            }
            byte[] buffer = new byte[LENGTH];
            return ending(receiver.receive(message, buffer, 0, LENGTH, TypeMap.BYTE), buffer, FIRST);
        }
    }
}
