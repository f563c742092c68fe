/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.stress;

import dev.tern.match.RecvOperation;
import dev.tern.match.SendOperation;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/** Whoever sees that an operation is done sees all that it has done. */
public class CompletionStress {
    private static final int SHORT = Records.SLOT;
    private static final int LONG = Records.AREA; // more than the eager limit
    private static final int NUMBER = 7;
    private static final int ATTEMPTS = 16; // request, go-ahead and data take their time
    private static final int LOOKS = 1024; // so many that the end comes in between

    private CompletionStress() {}

    /** 0 if it is not done, 1 if it is and the message is there, -1 if only one of the two is true. */
    private static int seen(boolean done, RecvOperation receive, byte[] buffer) {
        if (!done) {
            return 0;
        }
        return receive.bytes() == buffer.length
                        && receive.source() == 0
                        && receive.tag() == Lanes.TAG
                        && Records.isPayload(NUMBER, buffer, buffer.length)
                ? 1
                : -1;
    }

    /** Looks again and again, without the lock; the last result of {@link #seen}. */
    private static int watch(RecvOperation receive, byte[] buffer) {
        int seen = 0;
        for (int i = 0; i < LOOKS && seen == 0; i++) {
            seen = seen(receive.isDone(), receive, buffer);
        }
        return seen;
    }

    /** One sends while the other tests. */
    @JCStressTest
    @Description("A receive that is done holds the message: sent at once")
    @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "came after the look")
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "came before the look")
    @State
    public static class Eager {
        private final Lanes lanes = new Lanes();
        private final byte[] buffer = new byte[SHORT];
        private final RecvOperation receive = lanes.post(buffer);

        @Actor
        public void sender() {
            lanes.send(Records.payload(NUMBER), SHORT, false);
        }

        @Actor
        public void receiver(II_Result r) {
            r.r1 = seen(lanes.testReceive(receive), receive, buffer);
        }

        @Arbiter
        public void end(II_Result r) {
            r.r2 = seen(lanes.testReceive(receive), receive, buffer);
        }
    }

    /** Request, go-ahead and data pass in between; the sender is done when all data have left. */
    @JCStressTest
    @Description("A receive that is done holds the message: rendezvous")
    @Outcome(id = "0, 0, 1", expect = Expect.ACCEPTABLE, desc = "neither was done")
    @Outcome(id = "1, 0, 1", expect = Expect.ACCEPTABLE, desc = "all data have left")
    @Outcome(id = "1, 1, 1", expect = Expect.ACCEPTABLE, desc = "all data have arrived")
    @State
    public static class Rendezvous {
        private final Lanes lanes = new Lanes();
        private final byte[] buffer = new byte[LONG];
        private final RecvOperation receive = lanes.post(buffer);
        private SendOperation send;

        @Actor
        public void sender(III_Result r) {
            send = lanes.send(Records.payload(NUMBER), LONG, false);
            for (int i = 0; i < ATTEMPTS && r.r1 == 0; i++) {
                r.r1 = lanes.testSend(send) ? 1 : 0;
            }
        }

        @Actor
        public void receiver(III_Result r) {
            for (int i = 0; i < ATTEMPTS && r.r2 == 0; i++) {
                r.r2 = seen(lanes.testReceive(receive), receive, buffer);
            }
        }

        @Arbiter
        public void end(III_Result r) {
            lanes.testReceive(receive);
            boolean sent = lanes.testSend(send);
            r.r3 = sent ? seen(lanes.testReceive(receive), receive, buffer) : -2;
        }
    }

    /** Of two threads of one rank one makes progress, the other only looks. */
    @JCStressTest
    @Description("A receive that another thread has completed holds the message")
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "the look came first")
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "the progress came first")
    @State
    public static class OtherThread {
        private final Lanes lanes = new Lanes();
        private final byte[] buffer = new byte[SHORT];
        private final RecvOperation receive = lanes.post(buffer);

        /** The message is in the ring. */
        public OtherThread() {
            lanes.send(Records.payload(NUMBER), SHORT, false);
        }

        @Actor
        public void tester(II_Result r) {
            r.r1 = seen(lanes.testReceive(receive), receive, buffer);
        }

        @Actor
        public void watcher(II_Result r) {
            r.r2 = seen(lanes.isReceived(receive), receive, buffer);
        }
    }

    /** The same, but the look takes no lock, and the source and the tag are known only with the message. */
    @JCStressTest
    @Description("A receive that is seen to be done without the lock holds the message: sent at once")
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "all looks came first")
    @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "the progress came between two looks")
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "the progress came first")
    @State
    public static class WithoutLock {
        private final Lanes lanes = new Lanes();
        private final byte[] buffer = new byte[SHORT];
        private final RecvOperation receive = lanes.postForAny(buffer);

        /** The message is in the ring. */
        public WithoutLock() {
            lanes.send(Records.payload(NUMBER), SHORT, false);
        }

        @Actor
        public void tester() {
            lanes.testReceive(receive);
        }

        @Actor
        public void watcher(II_Result r) {
            r.r1 = seen(receive.isDone(), receive, buffer);
            r.r2 = watch(receive, buffer);
        }
    }

    /** One thread makes all progress, also that of the sender. */
    @JCStressTest
    @Description("A receive that is seen to be done without the lock holds the message: rendezvous")
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "all looks came first")
    @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "the progress came between two looks")
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "the progress came first")
    @State
    public static class RendezvousWithoutLock {
        private final Lanes lanes = new Lanes();
        private final byte[] buffer = new byte[LONG];
        private final RecvOperation receive = lanes.postForAny(buffer);
        private final SendOperation send = lanes.send(Records.payload(NUMBER), LONG, false);

        @Actor
        public void tester() {
            for (int i = 0; i < ATTEMPTS && !lanes.testReceive(receive); i++) {
                lanes.testSend(send);
            }
        }

        @Actor
        public void watcher(II_Result r) {
            r.r1 = seen(receive.isDone(), receive, buffer);
            r.r2 = watch(receive, buffer);
        }
    }

    /** Two threads of one rank, a receive each, and both messages in the ring: whoever comes first takes both. */
    @JCStressTest
    @Description("Each of two threads sees its receive done after one test")
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "both have their messages")
    @State
    public static class TwoReceives {
        private final Lanes lanes = new Lanes();
        private final byte[] buffer1 = new byte[SHORT];
        private final byte[] buffer2 = new byte[SHORT];
        private final RecvOperation receive1 = lanes.post(buffer1);
        private final RecvOperation receive2 = lanes.post(buffer2);

        /** The messages are in the ring. */
        public TwoReceives() {
            lanes.send(Records.payload(NUMBER), SHORT, false);
            lanes.send(Records.payload(NUMBER), SHORT, false);
        }

        @Actor
        public void one(II_Result r) {
            r.r1 = seen(lanes.testReceive(receive1), receive1, buffer1);
        }

        @Actor
        public void two(II_Result r) {
            r.r2 = seen(lanes.testReceive(receive2), receive2, buffer2);
        }
    }

    /** A message arrives while its receive is cancelled: it goes to the one or stays for another, and both know. */
    @JCStressTest
    @Description("A cancelled receive has not received")
    @Outcome(id = "0, 1, 0", expect = Expect.ACCEPTABLE, desc = "matched, hence not cancelled")
    @Outcome(id = "1, 0, 1", expect = Expect.ACCEPTABLE, desc = "cancelled; the message waits")
    @State
    public static class Cancel {
        private final Lanes lanes = new Lanes();
        private final byte[] buffer = new byte[SHORT];
        private final RecvOperation receive = lanes.post(buffer);

        /** The message is in the ring. */
        public Cancel() {
            lanes.send(Records.payload(NUMBER), SHORT, false);
        }

        @Actor
        public void tester() {
            lanes.testReceive(receive);
        }

        @Actor
        public void canceller() {
            lanes.cancel(receive);
        }

        @Arbiter
        public void end(III_Result r) {
            r.r1 = receive.isCancelled() ? 1 : 0;
            r.r2 = Records.isPayload(NUMBER, buffer, SHORT) ? 1 : 0;
            r.r3 = lanes.hasUnexpected() ? 1 : 0;
        }
    }
}
