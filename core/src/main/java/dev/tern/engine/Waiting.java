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
import dev.tern.match.ThreadGuard;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntPredicate;

/**
 * How the threads of a rank wait: each spins, then gives its core to others, then sleeps. Where each rank has a core it spins long, for
 * waking a process on an idle core takes tens of microseconds on virtual machines; where ranks share cores it gives the
 * core away at once, for the one that is waited for may need it.
 *
 * <p>If several threads may call, each looks for itself while its wait is short. Of those that wait long one has the turn: it
 * looks for all, and the others sleep until it has found what they wait for, or hands the turn on because its own wait is over.
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

    /** Who has waited so long asks whether those who are far away are still reached. */
    private static final long SUSPICIOUS_NANOS = 3_000_000_000L;

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

    /**
     * The same if several threads may call: the one that is waited for may wait for a core that a thread of this rank has, while
     * that one waits for another. It may take several yields until the system lets it run; one that lets nobody run costs as much
     * as so many polls.
     */
    private static final int POLLS_PER_YIELD_AMONG_THREADS = 16;

    /** Polls before the first of these yields of a platform thread, several times what an answer takes. */
    private static final int POLLS_BEFORE_YIELD = 64;

    /** Bits of the time in nanoseconds that are zero when it yields: at one of four opportunities. */
    private static final long CHANCE = 3 << 2;

    /** Looks of one thread, of those at which it could yield, after which there is no crowd any more. */
    private static final int LOOKS_IN_CROWD = 1000;

    /** Looks at one lane between two at all of them: others may be at work there. */
    private static final int LOOKS_PER_LOOK_ELSEWHERE = 1024;

    private static final int YIELDS_PER_LOOK_ELSEWHERE = 8;

    /** Looks of a virtual thread before it sleeps: soon, for there may be thousands. */
    private static final int LOOKS_OF_VIRTUAL = 1024;

    /** Tests in vain of virtual threads until one of them leaves its carrier for a moment. */
    private static final int TESTS_OF_VIRTUAL = 64;

    /** How long a thread sleeps for which another one looks: so long until it sees that who it waits for has left. */
    private static final long OTHERS_NANOS = 100_000_000;

    private final int spins;
    private final int yields;
    private final boolean coreForEach;
    private final int pollsPerYield;
    private final Lookout lookout;
    private final PollingTurn turn; // null if only one thread calls, and looks at one lane
    private final ThreadGuard guard; // null if nothing is checked
    private final IntPredicate isGone;
    private final boolean wantsProgress;
    private final boolean mayProgress; // a progress thread for virtual threads
    private volatile ProgressThread progress; // null if there is none, or not yet
    private volatile boolean finished; // written by Finalize, read by threads that wait
    private final Map<Thread, Wait> sleepers = new ConcurrentHashMap<>();
    private Thread lastSpinner; // any thread that waits, as the next; a lost update does no harm
    private int testsOfVirtual; // by any of them; a lost update does no harm
    private int crowd; // looks of one thread until there is no crowd any more
    private int sleptWaits; // waits that were so long that the thread slept; any thread that waits, as the next
    private long lastYield; // while spinning
    private int longYields;
    private int waitsWithoutYield; // any thread that waits; a lost update does no harm

    /** What a thread waits for, registered once it stops spinning. */
    private static final class Wait extends PollingTurn.Sleeper {
        final Thread thread = Thread.currentThread();
        final Awaited what;
        final long since;
        final Lookout lookout;
        boolean interrupted; // this and the next are read and written by the waiting thread only
        long hopelessSince; // 0 if there is hope
        volatile boolean inSleepOfAll; // where other processes wake it; written by the waiting thread, read by others

        Wait(Awaited what, long since, Lookout lookout) {
            this.what = what;
            this.since = since;
            this.lookout = lookout;
        }

        @Override
        public void wake() {
            LockSupport.unpark(thread);
            if (inSleepOfAll) {
                lookout.wakeOwn();
            }
        }
    }

    /**
     * @param localRanks processes that share this machine's cores
     * @param lookout what a thread that waits long looks at
     * @param concurrent whether several threads may wait at once
     * @param severalLanes whether there is more to look at than one lane
     * @param isGone tells whether the process with a world rank has ended without Finalize
     */
    Waiting(
            Parameters parameters,
            int localRanks,
            Lookout lookout,
            boolean concurrent,
            boolean severalLanes,
            IntPredicate isGone) {
        coreForEach = localRanks <= parameters.cores();
        spins = parameters.number(
                Parameter.SPIN, 0, Integer.MAX_VALUE / 4, Automatic.spins(localRanks, parameters.cores()));
        yields = parameters.number(Parameter.YIELD, 0, Integer.MAX_VALUE / 4, Automatic.yields());
        turn = concurrent || severalLanes ? new PollingTurn() : null;
        pollsPerYield = turn != null ? POLLS_PER_YIELD_AMONG_THREADS : POLLS_PER_YIELD;
        wantsProgress = parameters.isTrue(Parameter.PROGRESS_THREAD);
        mayProgress = concurrent && (wantsProgress || parameters.isAuto(Parameter.PROGRESS_THREAD));
        this.lookout = lookout;
        this.guard = lookout.guard();
        this.isGone = isGone;
    }

    /** Starts the progress thread if the user wants it from the beginning. */
    void start() {
        if (turn != null && wantsProgress) {
            startProgressThread();
        }
    }

    private synchronized void startProgressThread() {
        if (progress == null && !finished) {
            progress = new ProgressThread(lookout::isPending, this);
        }
    }

    /** Nobody waits any more, and nothing is pending. */
    synchronized void finish() {
        finished = true;
        if (progress != null) {
            progress.stop();
        }
    }

    /** The looks at which a wait begins that is long from the beginning. */
    int longWait() {
        return spins + yields;
    }

    /** Something was started for which perhaps nobody will wait. */
    void started() {
        ProgressThread thread = progress;
        if (thread != null) {
            thread.nudge();
        }
    }

    /** Polls that a receive makes before it is posted and waited for. */
    int spins() {
        return Math.min(spins, turn == null ? POLLS_PER_YIELD : POLLS_BEFORE_YIELD);
    }

    /**
     * Passes the time after a look that found nothing.
     *
     * @param looks looks in a row that found nothing, from 0
     * @param what what is waited for
     * @return the looks for the next time
     */
    int pause(int looks, Awaited what) {
        if (guard != null) {
            guard.stay();
        }
        if (looks < spins) {
            if ((looks & pollsPerYield - 1) == pollsPerYield - 1) {
                return turn == null ? spinOn(looks) : spinOnAmongThreads(looks);
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
        boolean isSlow = looks > pollsPerYield && now - lastYield > LONG_SPIN_NANOS;
        lastYield = now;
        return isSlow ? spins : looks + 1;
    }

    /**
     * Several threads: other lanes, on which this thread has started something or on which nobody else looks, get a look too. When
     * a platform thread yields is left to chance: if two ranks changed threads at the same times, those that run could be those
     * that do not wait for each other, time and again.
     */
    private int spinOnAmongThreads(int looks) {
        if ((looks & LOOKS_PER_LOOK_ELSEWHERE - 1) == POLLS_BEFORE_YIELD - 1 && lookout.look()) {
            return 0;
        }
        Thread me = Thread.currentThread();
        if (me.isVirtual()) {
            Thread.yield();
            return looks < LOOKS_OF_VIRTUAL ? looks + 1 : spins + yields;
        }
        if (looks < POLLS_BEFORE_YIELD - 1) {
            return looks + 1;
        }
        if (!isCrowded(me)) {
            return (looks & POLLS_PER_YIELD - 1) == POLLS_PER_YIELD - 1 ? spinOn(looks) : looks + 1;
        }
        if ((System.nanoTime() & CHANCE) == 0) {
            Thread.yield();
        }
        return looks + 1;
    }

    /** Whether several threads have waited lately. One alone does not yield to others, who would not be of this rank. */
    private boolean isCrowded(Thread me) {
        if (lastSpinner != me) {
            lastSpinner = me;
            crowd = LOOKS_IN_CROWD;
        } else if (crowd > 0) {
            crowd--;
        }
        return crowd > 0;
    }

    /** To be called by a thread that looks at one lane again and again without a wait: sometimes it looks at the others. */
    void lookElsewhere(int uses) {
        if (turn != null) {
            if (uses % LOOKS_PER_LOOK_ELSEWHERE == 0) {
                lookout.look();
            }
            if (Thread.currentThread().isVirtual() && ++testsOfVirtual % TESTS_OF_VIRTUAL == 0) {
                leaveCarrier();
            }
        }
    }

    /**
     * A virtual thread has a carrier as long as it does nothing else than test, and others, for which it may wait, have none. A yield
     * is not enough: those that yield in turn keep those waiting that were woken by a thread which is not virtual.
     */
    private void leaveCarrier() {
        boolean interrupted = Thread.interrupted(); // it would not sleep
        LockSupport.parkNanos(this, SHORTEST_SLEEP_NANOS);
        if (interrupted) {
            LockSupport.parkNanos(
                    this, SHORTEST_SLEEP_NANOS); // the interrupt has left a permit too, with which it did not sleep
            Thread.currentThread().interrupt();
        }
    }

    private int giveCoreAway(int looks) {
        if (turn != null && (looks - spins) % YIELDS_PER_LOOK_ELSEWHERE == 0) {
            lookout.look();
        }
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
    private int pauseLong(int looks, Awaited what) {
        int pauses = looks - spins - yields;
        if (pauses == 0) {
            sleepers.putIfAbsent(Thread.currentThread(), new Wait(what, System.nanoTime(), lookout));
            sleptWaits++;
        }
        if (turn != null) {
            if (what.hasEnd()) {
                if (mayProgress && Thread.currentThread().isVirtual()) {
                    return leaveItToProgressThread(looks);
                }
                if (!turn.take()) {
                    return leaveItToAnother(looks);
                }
            }
            if (lookout.look() || what.hasEnd() && !what.wakeAtEnd(sleepers.get(Thread.currentThread()))) {
                return looks;
            }
        }
        if (!canBeWoken()) {
            failIfHopeless(what);
            long longest = pauses < SLEEPS_OF_A_SHORT_WAIT ? LONGEST_SLEEP_NANOS : LONGEST_SLEEP_IN_LONG_WAIT_NANOS;
            park(Math.min(SHORTEST_SLEEP_NANOS * (1L + pauses), longest));
        } else if ((pauses & 1) == 0) {
            sleepers.get(Thread.currentThread()).inSleepOfAll = true;
            lookout.announceSleep();
        } else {
            failIfHopeless(what);
            rememberInterrupt();
            lookout.sleep(LONGEST_SLEEP_NANOS);
            sleepers.get(Thread.currentThread()).inSleepOfAll = false;
        }
        return looks + 1;
    }

    /** Sleeps until another thread, who has the turn, finds what this one waits for, or gives the turn back. */
    private int leaveItToAnother(int looks) {
        Wait wait = sleepers.get(Thread.currentThread());
        if (willBeWoken(wait)) {
            if (turn.await(wait)) {
                park(OTHERS_NANOS);
            }
            turn.awake(wait);
        }
        return looks + 1;
    }

    /** A virtual thread that looks has a carrier; so it does not take the turn, and is not woken to take it. */
    private int leaveItToProgressThread(int looks) {
        if (progress == null) {
            startProgressThread();
        }
        if (willBeWoken(sleepers.get(Thread.currentThread()))) {
            started();
            park(OTHERS_NANOS);
        }
        return looks + 1;
    }

    /** Prepares the sleep of a thread that leaves the looking to another; false if it has to look itself once more. */
    private boolean willBeWoken(Wait wait) {
        failIfHopeless(wait.what);
        if (!wait.what.wakeAtEnd(wait)) {
            return false;
        }
        lookout.askForOther();
        return !lookout.look();
    }

    private boolean canBeWoken() {
        return sleptWaits > WAITS_UNTIL_WOKEN && !Thread.currentThread().isVirtual() && lookout.canSleep();
    }

    private void park(long nanos) {
        rememberInterrupt();
        LockSupport.parkNanos(this, nanos);
    }

    /** An interrupted thread would not sleep; {@link #over} interrupts it again. */
    private void rememberInterrupt() {
        if (Thread.interrupted()) {
            sleepers.get(Thread.currentThread()).interrupted = true;
        }
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
    int step(int looks, boolean moved, Awaited what) {
        if (moved) {
            over(looks);
            return 0;
        }
        return pause(looks, what);
    }

    /** To be called by a thread that has waited {@code looks} times in vain when its wait is over. */
    void over(int looks) {
        if (guard != null) {
            guard.leave();
        }
        if (looks >= spins + yields) {
            stopWaiting();
        }
    }

    private void stopWaiting() {
        Wait wait = sleepers.remove(Thread.currentThread());
        if (turn == null) {
            lookout.endSleep();
        } else {
            if (turn.giveIfMine() || sleepers.isEmpty()) {
                lookout.endSleep();
            }
            turn.passOn(sleepers.values());
        }
        if (wait != null && wait.interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void failIfHopeless(Awaited what) {
        if (finished && !(what instanceof ProgressThread)) {
            throw new MpiError(
                    ErrorClass.OTHER,
                    "waits for a " + what.describe() + ", but another thread has called MPI.Finalize");
        }
        Wait wait = sleepers.get(Thread.currentThread());
        long now = System.nanoTime();
        String lost = lookout.lostPeer();
        if (lost != null) {
            throw new MpiError(ErrorClass.PROC_ABORTED, "waits for a " + what.describe() + ", but " + lost);
        }
        if (now - wait.since > SUSPICIOUS_NANOS) {
            lookout.suspect();
        }
        if (!what.isHopeless(isGone)) {
            return;
        }
        if (wait.hopelessSince == 0) {
            wait.hopelessSince = now;
        } else if (now - wait.hopelessSince > GRACE_NANOS) {
            throw new MpiError(
                    ErrorClass.PROC_ABORTED,
                    "waits for a " + what.describe() + ", but " + what.absentee() + " ended without MPI.Finalize");
        }
    }

    /** One line for each thread that waits: what for, and how long. */
    String report() {
        var text = new StringBuilder();
        long now = System.nanoTime();
        sleepers.forEach((thread, wait) -> {
            if (wait.what instanceof ProgressThread) {
                return;
            }
            long tenths = (now - wait.since) / 100_000_000;
            text.append("thread ").append(thread.getName());
            text.append(" waits for a ").append(wait.what.describe()).append(", ");
            text.append(tenths / 10).append('.').append(tenths % 10).append(" s\n");
        });
        return text.toString();
    }
}
