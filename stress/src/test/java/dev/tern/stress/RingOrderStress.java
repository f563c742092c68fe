/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * One end writes two records while the other looks twice: it sees whole records, in order, whether they are the first of
 * the ring or go over its end, where the old ones of the last rounds lie.
 */
@Description("Records of a ring are seen whole and in order")
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "none was there yet")
@Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "the first came late")
@Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "the second was not there yet")
@Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "both were there")
public class RingOrderStress {
    private RingOrderStress() {}

    /** Payloads in the first line of a slot. */
    @JCStressTest
    @JCStressMeta(RingOrderStress.class)
    @State
    public static class FirstLineOfANewRing {
        private final Rings.Ends ends = Rings.connect();

        /** Prepares the ring. */
        public FirstLineOfANewRing() {
            Records.roll(ends, 0, Records.FIRST_LINE);
        }

        @Actor
        public void writer() {
            Records.offer(ends.left(), 1, Records.FIRST_LINE);
            Records.offer(ends.left(), 2, Records.FIRST_LINE);
        }

        @Actor
        public void reader(II_Result r) {
            r.r1 = Records.take(ends.right(), Records.FIRST_LINE);
            r.r2 = Records.take(ends.right(), Records.FIRST_LINE);
        }
    }

    /** The same, the second record in the first slot again. */
    @JCStressTest
    @JCStressMeta(RingOrderStress.class)
    @State
    public static class FirstLineOverTheEnd {
        private final Rings.Ends ends = Rings.connect();

        /** Prepares the ring. */
        public FirstLineOverTheEnd() {
            Records.roll(ends, 15, Records.FIRST_LINE);
        }

        @Actor
        public void writer() {
            Records.offer(ends.left(), 1, Records.FIRST_LINE);
            Records.offer(ends.left(), 2, Records.FIRST_LINE);
        }

        @Actor
        public void reader(II_Result r) {
            r.r1 = Records.take(ends.right(), Records.FIRST_LINE);
            r.r2 = Records.take(ends.right(), Records.FIRST_LINE);
        }
    }

    /** Payloads that take the whole slot. */
    @JCStressTest
    @JCStressMeta(RingOrderStress.class)
    @State
    public static class SlotOverTheEnd {
        private final Rings.Ends ends = Rings.connect();

        /** Prepares the ring. */
        public SlotOverTheEnd() {
            Records.roll(ends, 15, Records.SLOT);
        }

        @Actor
        public void writer() {
            Records.offer(ends.left(), 1, Records.SLOT);
            Records.offer(ends.left(), 2, Records.SLOT);
        }

        @Actor
        public void reader(II_Result r) {
            r.r1 = Records.take(ends.right(), Records.SLOT);
            r.r2 = Records.take(ends.right(), Records.SLOT);
        }
    }

    /** Payloads apart from the slots, the second at the start of the area again. */
    @JCStressTest
    @JCStressMeta(RingOrderStress.class)
    @State
    public static class AreaOverTheEnd {
        private final Rings.Ends ends = Rings.connect();

        /** Prepares the ring. */
        public AreaOverTheEnd() {
            Records.roll(ends, 7, Records.AREA);
        }

        @Actor
        public void writer() {
            Records.offer(ends.left(), 1, Records.AREA);
            Records.offer(ends.left(), 2, Records.AREA);
        }

        @Actor
        public void reader(II_Result r) {
            r.r1 = Records.take(ends.right(), Records.AREA);
            r.r2 = Records.take(ends.right(), Records.AREA);
        }
    }
}
