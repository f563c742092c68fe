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
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/** Two threads of one rank use one lane: what each sends arrives in its order, and what each receives it gets in the order sent. */
public class OrderStress {
    private static final int LENGTH = Records.FIRST_LINE;

    /** Tags of the two threads; the messages of the second have greater numbers. */
    private static final int TAG1 = 1;

    private static final int TAG2 = 2;
    private static final int NUMBERS_OF_SECOND = 20;

    private OrderStress() {}

    private static int firstNumber(int tag) {
        return tag == TAG1 ? 1 : 1 + NUMBERS_OF_SECOND;
    }

    private static void send(Endpoint sender, int tag, int number) {
        sender.isend(Records.payload(number), 0, LENGTH, TypeMap.BYTE, 1, tag, false);
    }

    /** Whether a receive has this message and nothing else. */
    private static boolean isMessage(RecvOperation receive, byte[] buffer, int tag, int number) {
        return receive.tag() == tag && receive.bytes() == LENGTH && Records.isPayload(number, buffer, LENGTH);
    }

    /** Two threads that send, and what arrives of it. */
    private static final class Senders {
        private static final int BEFORE_ROOM = 4; // messages of each thread: together more than fit into the ring

        private final Lanes lanes = new Lanes();
        private final Endpoint sender = lanes.sender();
        private final int messages;

        Senders(int messages) {
            this.messages = messages;
        }

        void send(int tag) {
            int first = firstNumber(tag);
            for (int i = 0; i < messages; i++) {
                OrderStress.send(sender, tag, first + i);
                if (i == BEFORE_ROOM) {
                    lanes.hasUnexpected(); // rank 1 takes all from the ring
                }
            }
        }

        /** The results: messages of each thread that came in order, and whether they were mixed. */
        void receive(III_Result r) {
            int last = 0;
            int changes = 0;
            for (int i = 0; i < 2 * messages; i++) {
                int tag = receiveNext(r);
                changes += tag != last ? 1 : 0;
                last = tag;
            }
            r.r3 = changes > 2 ? 1 : 0;
        }

        private int receiveNext(III_Result r) {
            byte[] buffer = new byte[LENGTH];
            RecvOperation receive = lanes.postForAny(buffer);
            boolean done = lanes.testReceive(receive);
            lanes.isAllSent();
            if (!done && !lanes.testReceive(receive)) {
                return 0;
            }
            if (isMessage(receive, buffer, TAG1, firstNumber(TAG1) + r.r1)) {
                r.r1++;
            } else if (isMessage(receive, buffer, TAG2, firstNumber(TAG2) + r.r2)) {
                r.r2++;
            }
            return receive.tag();
        }
    }

    /** All messages fit into the ring. */
    @JCStressTest
    @Description("Messages of each of two threads arrive in the order in which it has sent them")
    @Outcome(id = "3, 3, 0", expect = Expect.ACCEPTABLE, desc = "one thread after the other")
    @Outcome(id = "3, 3, 1", expect = Expect.ACCEPTABLE, desc = "mixed")
    @State
    public static class TwoSend {
        private final Senders senders = new Senders(3);

        @Actor
        public void one() {
            senders.send(TAG1);
        }

        @Actor
        public void two() {
            senders.send(TAG2);
        }

        @Arbiter
        public void end(III_Result r) {
            senders.receive(r);
        }
    }

    /** The ring is full at some time: what does not fit waits at the sender, and must not be overtaken when there is room again. */
    @JCStressTest
    @Description("The same if not all messages fit into the ring")
    @Outcome(id = "7, 7, 0", expect = Expect.ACCEPTABLE, desc = "one thread after the other")
    @Outcome(id = "7, 7, 1", expect = Expect.ACCEPTABLE, desc = "mixed")
    @State
    public static class TwoSendMore {
        private final Senders senders = new Senders(7);

        @Actor
        public void one() {
            senders.send(TAG1);
        }

        @Actor
        public void two() {
            senders.send(TAG2);
        }

        @Arbiter
        public void end(III_Result r) {
            senders.receive(r);
        }
    }

    /** Messages of both tags, in turn, each for a thread that waits for it. Whoever has the lane takes also those of the other. */
    @JCStressTest
    @Description("Each of two threads receives the messages with its tag in order")
    @Outcome(id = "3, 3", expect = Expect.ACCEPTABLE, desc = "all that were sent")
    @State
    public static class TwoReceiveByTag {
        private static final int MESSAGES = 3;

        private final Endpoint receiver;

        /** The messages are in the ring. */
        public TwoReceiveByTag() {
            var lanes = new Lanes();
            receiver = lanes.receiver();
            Endpoint sender = lanes.sender();
            for (int i = 0; i < MESSAGES; i++) {
                send(sender, TAG1, firstNumber(TAG1) + i);
                send(sender, TAG2, firstNumber(TAG2) + i);
            }
        }

        @Actor
        public void one(II_Result r) {
            r.r1 = receive(TAG1);
        }

        @Actor
        public void two(II_Result r) {
            r.r2 = receive(TAG2);
        }

        private int receive(int tag) {
            int inOrder = 0;
            for (int i = 0; i < MESSAGES; i++) {
                byte[] buffer = new byte[LENGTH];
                RecvOperation receive = receiver.receive(buffer, 0, LENGTH, TypeMap.BYTE, 0, tag);
                inOrder += isMessage(receive, buffer, tag, firstNumber(tag) + i) ? 1 : 0;
                receiver.recycle(receive);
            }
            return inOrder;
        }
    }

    /** What two threads get that take any of four messages, two each. */
    @Outcome(id = "12, 34", expect = Expect.ACCEPTABLE, desc = "the first came first")
    @Outcome(id = "34, 12", expect = Expect.ACCEPTABLE, desc = "the second came first")
    @Outcome(id = "13, 24", expect = Expect.ACCEPTABLE, desc = "in turn")
    @Outcome(id = "24, 13", expect = Expect.ACCEPTABLE, desc = "in turn")
    @Outcome(id = "14, 23", expect = Expect.ACCEPTABLE, desc = "the second came between")
    @Outcome(id = "23, 14", expect = Expect.ACCEPTABLE, desc = "the first came between")
    private static class TwoReceive {
        private final Endpoint receiver;
        private final int source;

        TwoReceive(int source) {
            this.source = source;
            var lanes = new Lanes();
            receiver = lanes.receiver();
            Endpoint sender = lanes.sender();
            for (int number = 1; number <= 4; number++) {
                send(sender, TAG1, number);
            }
        }

        int receiveTwo() {
            return 10 * receive() + receive();
        }

        private int receive() {
            byte[] buffer = new byte[LENGTH];
            RecvOperation receive = receiver.receive(buffer, 0, LENGTH, TypeMap.BYTE, source, Operation.ANY);
            int number = 1;
            while (number <= 4 && !isMessage(receive, buffer, TAG1, number)) {
                number++;
            }
            receiver.recycle(receive);
            return number;
        }
    }

    /** The link that brings them is known: who comes first may copy from there. */
    @JCStressTest
    @JCStressMeta(TwoReceive.class)
    @Description(
            "Each of two threads that receive from one source gets its messages in order, and each message has one receiver")
    @State
    public static class TwoReceiveFromOne {
        private final TwoReceive receivers = new TwoReceive(0);

        @Actor
        public void one(II_Result r) {
            r.r1 = receivers.receiveTwo();
        }

        @Actor
        public void two(II_Result r) {
            r.r2 = receivers.receiveTwo();
        }
    }

    /** All receives are posted. */
    @JCStressTest
    @JCStressMeta(TwoReceive.class)
    @Description("The same if they receive from any source")
    @State
    public static class TwoReceiveFromAny {
        private final TwoReceive receivers = new TwoReceive(Operation.ANY);

        @Actor
        public void one(II_Result r) {
            r.r1 = receivers.receiveTwo();
        }

        @Actor
        public void two(II_Result r) {
            r.r2 = receivers.receiveTwo();
        }
    }
}
