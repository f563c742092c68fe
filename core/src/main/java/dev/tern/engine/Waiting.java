/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.engine;

import dev.tern.config.Automatic;
import dev.tern.config.Parameter;
import dev.tern.config.Parameters;
import dev.tern.error.ErrorClass;
import dev.tern.error.MpiError;
import dev.tern.match.Awaited;
import dev.tern.transport.ring.SleepFlag;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntPredicate;

/**
 * How a rank waits: it spins, then gives its core to others, then sleeps. Where each rank has a core it spins long, for
 * waking a process on an idle core takes tens of microseconds on virtual machines; where ranks share cores it gives the
 * core away at once, for the one that is waited for may need it.
 */
final class Waiting {
    private static final long SHORTEST_SLEEP_NANOS = 20_000;
    private static final long LONGEST_SLEEP_NANOS = 1_000_000;

    /** Who has waited for a fifth of a second and cannot be woken does not look every millisecond any more: looks are what a long wait costs. */
    private static final int SLEEPS_OF_A_SHORT_WAIT = 200;

    private static final long LONGEST_SLEEP_IN_LONG_WAIT_NANOS = 4_000_000;

    /**
     * How long a wait for a process that has left goes on. Its last messages may not have been seen yet; and if it has
     * failed, the launcher knows how and ends the job with the right exit code, before those who waited report theirs.
     */
    private static final long GRACE_NANOS = 1_000_000_000;

    /**
     * A yield that takes longer has let somebody work who does not wait: to yield again and again would be to wait for the end
     * of his time slice each time, some milliseconds, while a thread that is woken gets its core at once or soon.
     */
    private static final long LONG_YIELD_NANOS = 300_000;

    /** So many of them in a row, for any process may have to work for a moment. */
    private static final int LONG_YIELDS = 2;

    /**
     * While spinning, how many polls there are to a yield: so many that the yields cost little. They matter when the one that is
     * waited for has been put on the same core.
     */
    private static final int POLLS_PER_YIELD = 1024;

    /** Polls between two of these yields that take longer are not yet compiled, or somebody else has had the core. */
    private static final long LONG_SPIN_NANOS = 300_000;

    /** Waits after a long yield during which nobody yields. */
    private static final int WAITS_WITHOUT_YIELD = 100;

    /**
     * Waits with sleep before a thread sleeps such that it can be woken. It takes 50 to 110 ms of work to make that possible, more
     * than a program that seldom waits spends on looking every millisecond.
     */
    private static final int WAITS_UNTIL_WOKEN = 20;

    private final int spins;
    private final int yields;
    private final boolean coreForEach;
    private final SleepFlag sleepFlag; // null if nobody could wake this process
    private final IntPredicate isGone;
    private final Map<Thread, Wait> sleepers = new ConcurrentHashMap<>();
    private int sleptWaits; // waits that were so long that the thread slept; any thread that waits, as the next
    private long lastYield; // while spinning
    private int longYields;
    private int waitsWithoutYield; // any thread that waits; a lost update does no harm

    /** What a thread waits for, registered once it stops spinning. */
    private static final class Wait {
        final Object what;
        final long since;
        boolean interrupted; // this and the next are read and written by the waiting thread only
        long hopelessSince; // 0 if there is hope

        Wait(Object what, long since) {
            this.what = what;
            this.since = since;
        }
    }

    /**
     * @param localRanks processes that share this machine's cores
     * @param sleepFlag says to those processes that this one sleeps; null if there are none
     * @param isGone tells whether the process with a world rank has ended without Finalize
     */
    Waiting(Parameters parameters, int localRanks, SleepFlag sleepFlag, IntPredicate isGone) {
        coreForEach = localRanks <= parameters.cores();
        spins = parameters.number(
                Parameter.SPIN, 0, Integer.MAX_VALUE / 4, Automatic.spins(localRanks, parameters.cores()));
        yields = parameters.number(Parameter.YIELD, 0, Integer.MAX_VALUE / 4, Automatic.yields());
        this.sleepFlag = sleepFlag;
        this.isGone = isGone;
    }

    /** Polls that a receive makes before it is posted and waited for. */
    int spins() {
        return Math.min(spins, POLLS_PER_YIELD);
    }

    /**
     * Passes the time after a look that found nothing.
     *
     * @param looks looks in a row that found nothing, from 0
     * @param what an {@link Awaited}, or a text that says what is waited for
     * @return the looks for the next time
     */
    int pause(int looks, Object what) {
        if (looks < spins) {
            if ((looks & POLLS_PER_YIELD - 1) == POLLS_PER_YIELD - 1) {
                return spinOn(looks);
            }
            Thread.onSpinWait();
            return looks + 1;
        }
        return looks < spins + yields ? giveCoreAway(looks) : pauseLong(looks, what);
    }

    /** Polls are counted, not timed; but a rank that has just started takes long for each, and is not to spin that much longer. */
    private int spinOn(int looks) {
        Thread.yield();
        long now = System.nanoTime();
        boolean isSlow = looks > POLLS_PER_YIELD && now - lastYield > LONG_SPIN_NANOS;
        lastYield = now;
        return isSlow ? spins : looks + 1;
    }

    private int giveCoreAway(int looks) {
        if (coreForEach) {
            Thread.yield();
            return looks + 1;
        }
        if (waitsWithoutYield > 0) {
            waitsWithoutYield--;
            return spins + yields;
        }
        long start = System.nanoTime();
        Thread.yield();
        if (System.nanoTime() - start < LONG_YIELD_NANOS) {
            longYields = 0;
            return looks + 1;
        }
        if (++longYields < LONG_YIELDS) {
            return looks + 1;
        }
        waitsWithoutYield = WAITS_WITHOUT_YIELD;
        return spins + yields;
    }

    /** Sleeps; the time before with the flag up, so that there is another look between the two. */
    private int pauseLong(int looks, Object what) {
        int pauses = looks - spins - yields;
        if (pauses == 0) {
            sleepers.put(Thread.currentThread(), new Wait(what, System.nanoTime()));
            sleptWaits++;
        }
        if (!canBeWoken()) {
            failIfHopeless(what);
            long longest = pauses < SLEEPS_OF_A_SHORT_WAIT ? LONGEST_SLEEP_NANOS : LONGEST_SLEEP_IN_LONG_WAIT_NANOS;
            park(Math.min(SHORTEST_SLEEP_NANOS * (1L + pauses), longest));
        } else if ((pauses & 1) == 0) {
            sleepFlag.announce();
        } else {
            failIfHopeless(what);
            sleepFlag.sleep(LONGEST_SLEEP_NANOS);
        }
        return looks + 1;
    }

    private boolean canBeWoken() {
        return sleepFlag != null
                && sleptWaits > WAITS_UNTIL_WOKEN
                && !Thread.currentThread().isVirtual()
                && sleepFlag.isUsable();
    }

    private void park(long nanos) {
        if (Thread.interrupted()) { // an interrupted thread would not sleep; over() interrupts it again
            sleepers.get(Thread.currentThread()).interrupted = true;
        }
        LockSupport.parkNanos(this, nanos);
    }

    /**
     * One step of a wait after a look that did not end it: passes the time, unless something has moved. Then a long message
     * is on its way, and the wait starts anew.
     *
     * @param looks looks in a row that found nothing, from 0
     * @param moved whether anything moved since the last step
     * @param what as for {@link #pause}
     * @return the looks for the next step
     */
    int step(int looks, boolean moved, Object what) {
        if (moved) {
            over(looks);
            return 0;
        }
        return pause(looks, what);
    }

    /** To be called by a thread that has waited {@code looks} times in vain when its wait is over. */
    void over(int looks) {
        if (looks >= spins + yields) {
            stopWaiting();
        }
    }

    private void stopWaiting() {
        Wait wait = sleepers.remove(Thread.currentThread());
        if (sleepFlag != null && sleepers.isEmpty()) {
            sleepFlag.clear();
        }
        if (wait != null && wait.interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void failIfHopeless(Object what) {
        if (!(what instanceof Awaited awaited) || !awaited.isHopeless(isGone)) {
            return;
        }
        Wait wait = sleepers.get(Thread.currentThread());
        long now = System.nanoTime();
        if (wait.hopelessSince == 0) {
            wait.hopelessSince = now;
        } else if (now - wait.hopelessSince > GRACE_NANOS) {
            stopWaiting();
            throw new MpiError(
                    ErrorClass.PROC_ABORTED,
                    "waits for a " + awaited.describe() + ", but " + awaited.absentee()
                            + " ended without MPI.Finalize");
        }
    }

    /** One line for each thread that waits: what for, and how long. */
    String report() {
        var text = new StringBuilder();
        long now = System.nanoTime();
        sleepers.forEach((thread, wait) -> {
            String what = wait.what instanceof Awaited awaited ? "a " + awaited.describe() : wait.what.toString();
            long tenths = (now - wait.since) / 100_000_000;
            text.append("thread ").append(thread.getName());
            text.append(" waits for ").append(what).append(", ");
            text.append(tenths / 10).append('.').append(tenths % 10).append(" s\n");
        });
        return text.toString();
    }
}
