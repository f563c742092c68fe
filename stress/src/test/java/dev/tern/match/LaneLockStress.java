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

/** Who has the lock of a lane sees all that the last one has changed, and nobody else is there. */
public class LaneLockStress {
    private static final int BUSY = -2;

    private LaneLockStress() {}

    /** Fields that are changed together. */
    private static final class Guarded {
        private final LaneLock lock = new LaneLock();
        private int first;
        private int second;

        /** The changes before this one, or -1 if only half of one was seen. With the lock. */
        int change() {
            int seen = first;
            first = seen + 1;
            int other = second;
            second = other + 1;
            return other == seen ? seen : -1;
        }

        /** How often the lock was taken, or -1 if somebody still wants it. */
        int uses() {
            return lock.isWanted() ? -1 : lock.uses();
        }
    }

    /** Both wait for the lock if they must. */
    @JCStressTest
    @Description("Two threads that lock come one after the other")
    @Outcome(id = "0, 1, 2", expect = Expect.ACCEPTABLE, desc = "in this order")
    @Outcome(id = "1, 0, 2", expect = Expect.ACCEPTABLE, desc = "in the other")
    @State
    public static class Lock {
        private final Guarded guarded = new Guarded();

        @Actor
        public void one(III_Result r) {
            r.r1 = change();
        }

        @Actor
        public void two(III_Result r) {
            r.r2 = change();
        }

        private int change() {
            guarded.lock.lock();
            try {
                return guarded.change();
            } finally {
                guarded.lock.unlock();
            }
        }

        @Arbiter
        public void end(III_Result r) {
            r.r3 = guarded.uses();
        }
    }

    /** One of them does not wait. */
    @JCStressTest
    @Description("Who only tries is alone or not there at all")
    @Outcome(id = "0, 1, 2", expect = Expect.ACCEPTABLE, desc = "tried afterwards")
    @Outcome(id = "1, 0, 2", expect = Expect.ACCEPTABLE, desc = "tried before")
    @Outcome(id = "0, -2, 1", expect = Expect.ACCEPTABLE, desc = "tried in vain")
    @State
    public static class TryLock {
        private final Guarded guarded = new Guarded();

        @Actor
        public void locker(III_Result r) {
            guarded.lock.lock();
            r.r1 = guarded.change();
            guarded.lock.unlock();
        }

        @Actor
        public void trier(III_Result r) {
            r.r2 = BUSY;
            if (guarded.lock.tryLock()) {
                r.r2 = guarded.change();
                guarded.lock.unlock();
            }
        }

        @Arbiter
        public void end(III_Result r) {
            r.r3 = guarded.uses();
        }
    }
}
