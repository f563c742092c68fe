/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.match;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * Operations that are given back are taken once each. Their numbers are written by who gives them, so who takes one sees also whether
 * it has what was written before. What is left in the end is a number of several digits, in the order in which it is taken.
 */
public class FreeListStress {
    private FreeListStress() {}

    /** The list, and two operations for it. */
    private static final class Operations {
        private final FreeList list = new FreeList(true);
        private final Operation[] all = {new SendOperation(null), new SendOperation(null)};

        void give(int number) {
            Operation operation = all[number - 1];
            operation.tag = number;
            list.give(operation);
        }

        /** The number of one that is taken out, 0 if there is none, -1 if it is not what was given. */
        int take() {
            Operation operation = list.take();
            if (operation == null) {
                return 0;
            }
            int number = operation.tag;
            return number > 0 && all[number - 1] == operation && operation.next == null ? number : -1;
        }

        int takeRest() {
            int rest = 0;
            for (int i = 0; i <= all.length; i++) { // one more than there may be
                int number = take();
                rest = number == 0 ? rest : 10 * rest + number;
            }
            return rest;
        }
    }

    /** One gives while the other, who has the lane's lock, takes. */
    @JCStressTest
    @Description("What one thread gives the other takes once")
    @Outcome(id = "0, 0, 21", expect = Expect.ACCEPTABLE, desc = "both came later")
    @Outcome(id = "0, 1, 2", expect = Expect.ACCEPTABLE, desc = "the first came between")
    @Outcome(id = "0, 2, 1", expect = Expect.ACCEPTABLE, desc = "both came between")
    @Outcome(id = "1, 0, 2", expect = Expect.ACCEPTABLE, desc = "the first was there")
    @Outcome(id = "1, 2, 0", expect = Expect.ACCEPTABLE, desc = "the first was there, the second came between")
    @Outcome(id = "2, 1, 0", expect = Expect.ACCEPTABLE, desc = "both were there")
    @State
    public static class GiveAndTake {
        private final Operations operations = new Operations();

        @Actor
        public void giver() {
            operations.give(1);
            operations.give(2);
        }

        @Actor
        public void taker(III_Result r) {
            r.r1 = operations.take();
            r.r2 = operations.take();
        }

        @Arbiter
        public void end(III_Result r) {
            r.r3 = operations.takeRest();
        }
    }

    /** Who takes one gives it back while the other gives: the head may be the same again though the list is another. */
    @JCStressTest
    @Description("One that is given again meanwhile does not take others away")
    @Outcome(id = "1, 12", expect = Expect.ACCEPTABLE, desc = "given again after the other came")
    @Outcome(id = "1, 21", expect = Expect.ACCEPTABLE, desc = "given again before the other came")
    @Outcome(id = "2, 12", expect = Expect.ACCEPTABLE, desc = "the other was taken")
    @State
    public static class GiveAgain {
        private final Operations operations = new Operations();

        /** One is there. */
        public GiveAgain() {
            operations.give(1);
        }

        @Actor
        public void giver() {
            operations.give(2);
        }

        @Actor
        public void taker(II_Result r) {
            r.r1 = operations.take();
            operations.give(r.r1);
        }

        @Arbiter
        public void end(II_Result r) {
            r.r2 = operations.takeRest();
        }
    }

    /** Any thread gives back without a lock. */
    @JCStressTest
    @Description("What two threads give at once is there")
    @Outcome(id = "12", expect = Expect.ACCEPTABLE, desc = "the first came last")
    @Outcome(id = "21", expect = Expect.ACCEPTABLE, desc = "the second came last")
    @State
    public static class TwoGive {
        private final Operations operations = new Operations();

        @Actor
        public void one() {
            operations.give(1);
        }

        @Actor
        public void two() {
            operations.give(2);
        }

        @Arbiter
        public void end(I_Result r) {
            r.r1 = operations.takeRest();
        }
    }
}
