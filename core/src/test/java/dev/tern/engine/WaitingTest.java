/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.tern.config.Parameters;
import dev.tern.datatype.TypeMap;
import dev.tern.error.ErrorClass;
import dev.tern.error.MpiError;
import dev.tern.match.Awaited;
import dev.tern.match.Waker;
import dev.tern.testing.Threads;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class WaitingTest {
    private final Engine engine = new Engine(Map.of(), false);

    @AfterEach
    void finish() {
        engine.finish();
    }

    private static Waiting waiting(String spin, String yields, boolean gone) {
        return new Waiting(
                new Parameters(Map.of("TERN_SPIN", spin, "TERN_YIELD", yields)),
                2,
                new Blind(),
                false,
                false,
                peer -> gone);
    }

    private static Awaited text(String what) {
        return new Awaited() {
            @Override
            public String describe() {
                return what;
            }

            @Override
            public boolean wakeAtEnd(Waker waker) {
                return true;
            }

            @Override
            public boolean isHopeless(IntPredicate isGone) {
                return false;
            }
        };
    }

    /** Sees nothing, and cannot be woken. */
    private static class Blind implements Lookout {
        @Override
        public boolean look() {
            return false;
        }

        @Override
        public boolean isPending() {
            return false;
        }

        @Override
        public boolean canSleep() {
            return false;
        }

        @Override
        public void askForOther() {}

        @Override
        public void announceSleep() {}

        @Override
        public void sleep(long nanos) {}

        @Override
        public void endSleep() {}

        @Override
        public void wakeOwn() {}
    }

    @Test
    void saysWhoWaitsForWhatOnceItIsLong() {
        Waiting waiting = waiting("3", "2", false);
        String me = Thread.currentThread().getName();
        for (int looks = 0; looks < 5; looks++) {
            waiting.pause(looks, text("message"));
            assertThat(waiting.report()).isEmpty();
        }
        waiting.pause(5, text("message"));
        waiting.pause(6, text("message"));
        assertThat(waiting.report()).matches("thread \\Q" + me + "\\E waits for a message, \\d+\\.\\d s\n");

        waiting.over(7);
        assertThat(waiting.report()).isEmpty();
    }

    @Test
    void describesOperations() {
        Waiting waiting = waiting("0", "0", false);
        var receive = engine.world().endpoint().ireceive(new byte[8], 0, 8, TypeMap.BYTE, 0, 7);
        waiting.pause(0, receive);
        assertThat(waiting.report())
                .contains("waits for a receive of at most 8 bytes from rank 0, tag 7 (MPI_COMM_WORLD), ");
        waiting.over(1);
        assertThat(waiting.report()).isEmpty();
        engine.world().endpoint().cancel(() -> receive);
    }

    @Test
    void waitForAProcessThatIsGoneIsAnError() {
        Waiting waiting = waiting("0", "1", true);
        var receive = engine.world().endpoint().ireceive(new byte[8], 0, 8, TypeMap.BYTE, 0, 7);
        waiting.pause(0, receive); // looked at only while waiting long
        assertThatNoException().as("its last messages may be on their way").isThrownBy(() -> waiting.pause(1, receive));
        assertThatExceptionOfType(MpiError.class)
                .isThrownBy(() -> {
                    for (int looks = 2; looks < 100_000; looks++) {
                        waiting.pause(looks, receive);
                    }
                })
                .withMessageContaining("receive of at most 8 bytes")
                .withMessageContaining("world rank 0")
                .matches(e -> e.errorClass() == ErrorClass.PROC_ABORTED);
        waiting.over(100_000);
        assertThat(waiting.report()).isEmpty();
        engine.world().endpoint().cancel(() -> receive);
    }

    @Test
    void waitForAnybodyGoesOnThoughOneIsGone() {
        Waiting waiting = waiting("0", "0", true);
        var receive = engine.world().endpoint().ireceive(new byte[8], 0, 8, TypeMap.BYTE, -1, 7);
        waiting.pause(0, receive);
        waiting.pause(1, text("a text"));
        waiting.over(2);
        engine.world().endpoint().cancel(() -> receive);
    }

    @Test
    void threadsWaitIndependently() throws InterruptedException {
        Waiting waiting = waiting("0", "0", false);
        waiting.pause(0, text("mine"));
        Thread other = new Thread(() -> waiting.pause(0, text("other")), "other-thread");
        other.start();
        other.join();
        assertThat(waiting.report())
                .contains("mine")
                .contains("other-thread waits for a other")
                .hasLineCount(2);
        waiting.over(1);
        assertThat(waiting.report()).doesNotContain("mine").contains("other");
    }

    @Test
    void sleepsAMillisecondAtMost() {
        Waiting waiting = waiting("0", "0", false);
        long start = System.nanoTime();
        for (int looks = 0; looks < 100; looks++) {
            waiting.pause(looks, text("nothing"));
        }
        waiting.over(100);
        assertThat(System.nanoTime() - start).isGreaterThan(20_000_000L).isLessThan(5_000_000_000L);
    }

    @Test
    void interruptedThreadSleepsAsWellAndStaysInterrupted() {
        Waiting waiting = waiting("0", "0", false);
        Thread.currentThread().interrupt();
        long start = System.nanoTime();
        for (int looks = 0; looks < 100; looks++) {
            waiting.pause(looks, text("nothing"));
        }
        waiting.over(100);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(System.nanoTime() - start).isGreaterThan(20_000_000L);
    }

    @Test
    void spinsLongOnlyWhereEachRankHasACore() {
        var parameters = new Parameters(Map.of());
        int cores = Runtime.getRuntime().availableProcessors();
        assertThat(new Waiting(parameters, cores, new Blind(), false, false, peer -> false).spins())
                .isGreaterThan(
                        20 * new Waiting(parameters, cores + 1, new Blind(), false, false, peer -> false).spins());
        assertThat(waiting("17", "0", false).spins()).isEqualTo(17);
    }

    /** Ends when it is told to; the waiter is woken if it has asked for it. */
    private static final class Promise implements Awaited {
        private boolean over; // guarded by this
        private Waker sleeper;

        synchronized void end() {
            over = true;
            if (sleeper != null) {
                sleeper.wake();
            }
        }

        synchronized boolean isOver() {
            return over;
        }

        synchronized boolean isAskedFor() {
            return sleeper != null;
        }

        @Override
        public synchronized boolean wakeAtEnd(Waker waker) {
            sleeper = over ? null : waker;
            return !over;
        }

        @Override
        public String describe() {
            return "promise";
        }

        @Override
        public boolean isHopeless(IntPredicate isGone) {
            return false;
        }
    }

    private static void await(Waiting waiting, Promise promise, AtomicInteger steps) {
        int looks = 0;
        while (!promise.isOver()) {
            looks = waiting.pause(looks, promise);
            steps.incrementAndGet();
        }
        waiting.over(looks);
    }

    private static Waiting amongThreads(String progress) {
        return new Waiting(
                new Parameters(Map.of("TERN_SPIN", "0", "TERN_YIELD", "0", "TERN_PROGRESS_THREAD", progress)),
                2,
                new Blind(),
                true,
                true,
                peer -> false);
    }

    @Test
    void oneOfTheThreadsThatWaitLooksAndHandsTheLookingOn() throws InterruptedException {
        Waiting waiting = amongThreads("false");
        var first = new Promise();
        var second = new Promise();
        var stepsOfFirst = new AtomicInteger();
        var stepsOfSecond = new AtomicInteger();
        Thread one = Thread.ofPlatform().daemon().start(() -> await(waiting, first, stepsOfFirst));
        while (stepsOfFirst.get() < 10) {
            Threads.pause();
        }
        Thread two = Thread.ofPlatform().daemon().start(() -> await(waiting, second, stepsOfSecond));
        while (!second.isAskedFor()) {
            Threads.pause();
        }
        int start = stepsOfFirst.get();
        while (stepsOfFirst.get() < start + 50) {
            Threads.pause();
        }
        assertThat(stepsOfSecond.get()).as("the second one sleeps").isLessThan(20);
        first.end();
        one.join();
        start = stepsOfSecond.get();
        while (stepsOfSecond.get() < start + 50) {
            Threads.pause(); // now it looks
        }
        second.end();
        two.join();
        assertThat(waiting.report()).isEmpty();
    }

    @Test
    void virtualThreadsSleepAndTheProgressThreadLooks() throws InterruptedException {
        Waiting waiting = amongThreads("auto");
        var promises = new Promise[50];
        var threads = new Thread[promises.length];
        var steps = new AtomicInteger();
        for (int i = 0; i < promises.length; i++) {
            var promise = new Promise();
            promises[i] = promise;
            threads[i] = Thread.ofVirtual().start(() -> await(waiting, promise, steps));
        }
        for (Promise promise : promises) {
            while (!promise.isAskedFor()) {
                Threads.pause();
            }
        }
        for (Promise promise : promises) {
            promise.end();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(waiting.report()).isEmpty();
        waiting.finish();
    }

    @Test
    void progressThreadMustBeOrNotBe() {
        assertThatExceptionOfType(MpiError.class)
                .isThrownBy(() -> amongThreads("perhaps"))
                .withMessageContaining("progress_thread=perhaps")
                .withMessageContaining("true, false");
    }

    @Test
    void badParametersAreNamed() {
        assertThatExceptionOfType(MpiError.class)
                .isThrownBy(() -> waiting("-1", "0", false))
                .withMessageContaining("spin=-1");
        assertThatExceptionOfType(MpiError.class)
                .isThrownBy(() -> waiting("0", "many", false))
                .withMessageContaining("yield=many");
    }
}
