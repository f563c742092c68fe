/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.stress;

import dev.tern.match.Message;
import dev.tern.match.RecvOperation;
import dev.tern.match.Waker;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * One thread finds what another is going to sleep for: that one is woken, or is told that it need not sleep and sees what came. The
 * results: whether it has seen that, and how often it was woken.
 */
public class WakeStress {
    private static final int LENGTH = Records.SLOT;
    private static final int NUMBER = 7;
    private static final int TOO_EARLY = -100;

    private WakeStress() {}

    /** A receive is completed. */
    @JCStressTest
    @Description("Who goes to sleep for a receive is woken or sees its end")
    @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "went to sleep and was woken")
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "saw that it is done")
    @Outcome(id = "0, 0", expect = Expect.FORBIDDEN, desc = "sleeps though it is done")
    @State
    public static class Receive {
        private final Lanes lanes = new Lanes();
        private final byte[] buffer = new byte[LENGTH];
        private final RecvOperation receive = lanes.postForAny(buffer);
        private int woken; // by the finder only

        /** The message is in the ring. */
        public Receive() {
            lanes.send(Records.payload(NUMBER), LENGTH, false);
        }

        @Actor
        public void finder() {
            lanes.testReceive(receive);
        }

        @Actor
        public void sleeper(II_Result r) {
            Waker waker = () -> woken += receive.isDone() ? 1 : TOO_EARLY;
            if (!receive.wakeAtEnd(waker)) {
                r.r1 = receive.bytes() == LENGTH
                                && receive.source() == 0
                                && receive.tag() == Lanes.TAG
                                && Records.isPayload(NUMBER, buffer, LENGTH)
                        ? 1
                        : -1;
            }
        }

        @Arbiter
        public void end(II_Result r) {
            r.r2 = woken;
        }
    }

    /** A message that nobody receives is found. */
    @JCStressTest
    @Description("Who goes to sleep for a probe is woken or sees the message")
    @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "went to sleep and was woken")
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "saw the message")
    @Outcome(id = "0, 0", expect = Expect.FORBIDDEN, desc = "sleeps though the message is there")
    @State
    public static class Probe {
        private final Lanes lanes = new Lanes();
        private int woken; // by the finder only

        /** The message is in the ring. */
        public Probe() {
            lanes.send(Records.payload(NUMBER), LENGTH, false);
        }

        @Actor
        public void finder() {
            lanes.hasUnexpected();
        }

        @Actor
        public void sleeper(II_Result r) {
            Waker waker = () -> woken++;
            if (!lanes.context().wakeAtMessage(0, Lanes.TAG, waker)) {
                Message message = lanes.receiver().iprobe(0, Lanes.TAG, false);
                r.r1 = message != null && message.length() == LENGTH ? 1 : -1;
            }
        }

        @Arbiter
        public void end(II_Result r) {
            r.r2 = woken;
        }
    }
}
