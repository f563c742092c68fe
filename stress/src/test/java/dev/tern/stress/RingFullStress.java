/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * The ring is full; the reader makes room while the writer wants it. No record is overwritten before it was read, and none
 * is lost. The results: records that the writer got in, intact ones that the reader took, intact ones found afterwards
 * less those that must be there.
 */
@Description("A full ring takes records only where old ones were read")
@Outcome(id = "0, 2, 0", expect = Expect.ACCEPTABLE, desc = "the writer came too early")
@Outcome(id = "1, 2, 0", expect = Expect.ACCEPTABLE, desc = "room for one")
@Outcome(id = "2, 2, 0", expect = Expect.ACCEPTABLE, desc = "room for both")
public class RingFullStress {
    private static final int ATTEMPTS = 16; // so that the reader has time to make room

    private RingFullStress() {}

    /** All slots are taken. */
    @JCStressTest
    @JCStressMeta(RingFullStress.class)
    @State
    public static class Slots {
        private final FullRing ring = new FullRing(Records.SLOT, 14);

        @Actor
        public void writer(III_Result r) {
            ring.write(r);
        }

        @Actor
        public void reader(III_Result r) {
            ring.read(r);
        }

        @Arbiter
        public void rest(III_Result r) {
            ring.drain(r);
        }
    }

    /** There are slots, but no room for payloads. */
    @JCStressTest
    @JCStressMeta(RingFullStress.class)
    @State
    public static class Area {
        private final FullRing ring = new FullRing(Records.AREA, 8);

        @Actor
        public void writer(III_Result r) {
            ring.write(r);
        }

        @Actor
        public void reader(III_Result r) {
            ring.read(r);
        }

        @Arbiter
        public void rest(III_Result r) {
            ring.drain(r);
        }
    }

    /** A ring without room for one more record. */
    private static final class FullRing {
        private final Rings.Ends ends = Rings.connect();
        private final int length;
        private int filled;
        private int accepted;

        FullRing(int length, int rolled) {
            this.length = length;
            Records.roll(ends, rolled, length);
            while (Records.offer(ends.left(), filled + 1, length)) {
                filled++;
            }
        }

        void write(III_Result r) {
            for (int i = 0; i < ATTEMPTS; i++) {
                if (Records.offer(ends.left(), filled + accepted + 1, length)) {
                    accepted++;
                }
            }
            r.r1 = accepted;
        }

        void read(III_Result r) {
            for (int number = 1; number <= 2; number++) {
                r.r2 += Records.take(ends.right(), length) == number ? 1 : 0;
            }
        }

        void drain(III_Result r) {
            int number = 3;
            while (Records.take(ends.right(), length) == number) {
                number++;
            }
            r.r3 = number - 1 - filled - accepted;
        }
    }
}
