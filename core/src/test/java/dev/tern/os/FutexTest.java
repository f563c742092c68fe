/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.testing.Threads;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FutexTest {
    private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle();
    private static final long LONG = 60_000_000_000L;
    private static final long AT = 68;

    @TempDir
    private Path folder;

    /** Two mappings of one file are what two processes have. */
    private MemorySegment map() throws Exception {
        try (FileChannel channel = FileChannel.open(
                folder.resolve("word"), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return channel.map(FileChannel.MapMode.READ_WRITE, 0, 4096, Arena.ofAuto());
        }
    }

    @Test
    void aSleeperIsWokenThroughAnotherMapping() throws Exception {
        Futex futex = Supported.supported(Futex.probe());
        MemorySegment here = map();
        MemorySegment there = map();
        int rounds = 2000;
        Threads.together(() -> play(futex, here, 0, rounds), () -> play(futex, there, 1, rounds));
        assertThat((int) INT.getVolatile(here, AT)).isEqualTo(2 * rounds);
    }

    /** Each waits until the number is its turn, and adds one. A lost wake-up would take a minute. */
    private static void play(Futex futex, MemorySegment word, int me, int rounds) throws InterruptedException {
        for (int round = 0; round < rounds; round++) {
            int turn = 2 * round + me;
            for (int now; (now = (int) INT.getVolatile(word, AT)) != turn; ) {
                futex.await(word, AT, now, LONG);
                Threads.pause();
            }
            INT.setVolatile(word, AT, turn + 1);
            futex.wake(word, AT);
        }
    }

    @Test
    void allSleepersAreWoken() throws Exception {
        Futex futex = Supported.supported(Futex.probe());
        MemorySegment word = map();
        Threads.Body sleeper = () -> {
            INT.getAndAdd(word, AT + 4, 1);
            while ((int) INT.getVolatile(word, AT) == 0) {
                futex.await(word, AT, 0, LONG);
            }
        };
        Threads.together(sleeper, sleeper, sleeper, () -> {
            while ((int) INT.getVolatile(word, AT + 4) < 3) {
                Threads.pause();
            }
            Thread.sleep(20); // so that they really sleep, mostly
            INT.setVolatile(word, AT, 1);
            futex.wake(word, AT);
        });
        assertThat((int) INT.getVolatile(word, AT)).isEqualTo(1);
    }

    @Test
    void waitsNotLessThanAsked() throws Exception {
        Futex futex = Supported.supported(Futex.probe());
        MemorySegment word = map();
        for (long nanos : new long[] {1, 7, 8, 15, 16, 17, 1000, 54_321, 1_000_000, 33_333_333}) {
            long start = System.nanoTime();
            futex.await(word, AT, 0, nanos);
            assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(nanos);
        }
    }

    @Test
    void doesNotWaitForNoTimeOrForAnotherValue() throws Exception {
        Futex futex = Supported.supported(Futex.probe());
        MemorySegment word = map();
        futex.await(word, AT, 0, 0);
        futex.await(word, AT, 0, -1);
        futex.await(word, AT, 1, Long.MAX_VALUE);
        INT.setVolatile(word, AT, -5);
        futex.wake(word, AT);
        futex.await(word, AT, 0, LONG); // woken before it waits: the word has changed
        assertThat((int) INT.getVolatile(word, AT)).isEqualTo(-5);
    }

    @Test
    void aNegativeWordIsWaitedFor() throws Exception {
        Futex futex = Supported.supported(Futex.probe());
        MemorySegment word = map();
        INT.setVolatile(word, AT, -5);
        long start = System.nanoTime();
        futex.await(word, AT, -5, 2_000_000);
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(2_000_000);
    }

    @Test
    void wordsOutsideOfTheMemoryAreRefused() throws Exception {
        Futex futex = Supported.supported(Futex.probe());
        MemorySegment word = map();
        assertThatThrownBy(() -> futex.wake(word, 4094)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> futex.wake(word, -4)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> futex.await(MemorySegment.ofArray(new int[4]), 0, 0, 1))
                .isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void callsAllocateNothing() throws Exception {
        Futex futex = Supported.supported(Futex.probe());
        MemorySegment word = map();
        var threads = (com.sun.management.ThreadMXBean) java.lang.management.ManagementFactory.getThreadMXBean();
        int calls = 50_000;
        long bytes = 0;
        for (int round = 0; round < 4; round++) { // the last one is compiled
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < calls; i++) {
                futex.await(word, AT, 1, 1000);
                futex.wake(word, AT);
            }
            bytes = threads.getCurrentThreadAllocatedBytes() - before;
        }
        assertThat(bytes / (double) calls).isLessThan(1);
    }
}
