/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.engine;

import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/** Whenever the turn is free and threads sleep for want of it, one of them has been woken. */
public class PollingTurnStress {
    private static final int ATTEMPTS = 64; // to take or to miss the turn while the other has it

    private static final int SLEEPS = 0;
    private static final int TAKES = 1;
    private static final int TAKES_NEXT = 2;

    private PollingTurnStress() {}

    /** A thread that waits long, or its place; it is woken by one other at most at a time. */
    private static final class Sleeper extends PollingTurn.Sleeper {
        private boolean woken;

        @Override
        public void wake() {
            woken = true;
        }
    }

    /** What a thread does that waits long: whether it sleeps then. */
    private static int takeOrSleep(PollingTurn turn, Sleeper sleeper) {
        if (turn.take()) {
            return TAKES;
        }
        return turn.await(sleeper) ? SLEEPS : TAKES_NEXT;
    }

    /** What a thread does whose wait is over. */
    private static void leave(PollingTurn turn, List<Sleeper> others) {
        turn.giveIfMine();
        turn.passOn(others);
    }

    /** The wait of one is over while another one goes to sleep. */
    @JCStressTest
    @Description("Who sleeps because another has the turn is woken when that one leaves")
    @Outcome(id = "1, 0, 1", expect = Expect.ACCEPTABLE, desc = "went to sleep and was woken")
    @Outcome(id = "1, 1, 0", expect = Expect.ACCEPTABLE, desc = "took the turn afterwards")
    @Outcome(id = "1, 2, 0", expect = Expect.ACCEPTABLE, desc = "saw that the turn is free")
    @Outcome(id = "1, 2, 1", expect = Expect.ACCEPTABLE, desc = "saw that, and was woken too")
    @Outcome(id = "0, 1, 0", expect = Expect.ACCEPTABLE, desc = "had the turn first")
    @Outcome(id = "1, 0, 0", expect = Expect.FORBIDDEN, desc = "sleeps, and nobody looks")
    @State
    public static class LeaveAndSleep {
        private final PollingTurn turn = new PollingTurn();
        private final Sleeper sleeper = new Sleeper();
        private final List<Sleeper> sleepers = List.of(sleeper);

        @Actor
        public void leaver(III_Result r) {
            for (int i = 0; i < ATTEMPTS && r.r1 == 0; i++) {
                r.r1 = turn.take() ? 1 : 0;
            }
            leave(turn, sleepers);
        }

        @Actor
        public void sleeper(III_Result r) {
            r.r2 = TAKES;
            for (int i = 0; i < ATTEMPTS && r.r2 == TAKES; i++) {
                turn.giveIfMine();
                r.r2 = takeOrSleep(turn, sleeper);
            }
        }

        @Arbiter
        public void end(III_Result r) {
            r.r3 = sleeper.woken ? 1 : 0;
        }
    }

    /** Who leaves wakes one that is about to leave as well, and a third one sleeps: that one has to hand the turn on. */
    @JCStressTest
    @Description("A turn that is given to one who leaves is handed on")
    @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "the third was woken at once")
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "it was woken by the one who was woken")
    @Outcome(id = "0, 0", expect = Expect.FORBIDDEN, desc = "nobody was woken")
    @Outcome(id = "1, 0", expect = Expect.FORBIDDEN, desc = "only the one who left was woken")
    @State
    public static class TwoLeave {
        private final PollingTurn turn = new PollingTurn();
        private final Sleeper second = new Sleeper();
        private final Sleeper third = new Sleeper();
        private final List<Sleeper> both = List.of(second, third);
        private final List<Sleeper> onlyThird = List.of(third);

        /** Two have gone to sleep. */
        public TwoLeave() {
            turn.await(second);
            turn.await(third);
        }

        @Actor
        public void first() {
            turn.take();
            leave(turn, both);
        }

        @Actor
        public void second() {
            turn.awake(second);
            leave(turn, onlyThird);
        }

        @Arbiter
        public void end(II_Result r) {
            r.r1 = second.woken ? 1 : 0;
            r.r2 = third.woken ? 1 : 0;
        }
    }
}
