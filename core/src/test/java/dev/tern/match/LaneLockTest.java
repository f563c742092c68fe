/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.match;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.testing.Threads;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LaneLockTest {
    private static final int THREADS = 5;
    private static final int ROUNDS = 20_000;

    private final LaneLock lock = new LaneLock();
    private int counter; // guarded by the lock

    @Test
    void oneThreadAtATimeHasIt() {
        Threads.Body[] bodies = new Threads.Body[THREADS];
        Arrays.fill(bodies, (Threads.Body) () -> {
            for (int i = 0; i < ROUNDS; i++) {
                lock.lock();
                counter++;
                lock.unlock();
            }
        });
        Threads.together(bodies);
        assertThat(counter).isEqualTo(THREADS * ROUNDS);
        assertThat(lock.uses()).as("uses are counted").isEqualTo(THREADS * ROUNDS);
    }

    @Test
    void whoTriesDoesNotWait() {
        assertThat(lock.tryLock()).isTrue();
        assertThat(lock.tryLock()).isFalse();
        lock.unlock();
        assertThat(lock.tryLock()).isTrue();
    }

    @Test
    void whoHasItSeesThatAnotherWantsIt() throws InterruptedException {
        lock.lock();
        assertThat(lock.isWanted()).isFalse();
        var got = new CountDownLatch(1);
        Thread other = Thread.ofPlatform().daemon().start(() -> {
            lock.lock();
            lock.unlock();
            got.countDown();
        });
        while (!lock.isWanted()) {
            Threads.pause();
        }
        lock.unlock();
        got.await();
        other.join();
        assertThat(lock.isWanted()).isFalse();
    }
}
