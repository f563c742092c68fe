/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.transport.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.tern.os.Futex;
import dev.tern.os.Lazy;
import dev.tern.os.NativeAccess;
import dev.tern.testing.Threads;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SleepFlagTest {
    private static final long MINUTE = 60_000_000_000L;

    private final MemorySegment memory = Arena.ofAuto().allocate(64, 4);
    private final Lazy<Futex> futex = new Lazy<>(Futex::probe);
    private final SleepFlag owner = new SleepFlag(memory, 4, futex);
    private final SleepFlag other = new SleepFlag(memory, 4, futex);

    @BeforeEach
    void needsFutex() throws InterruptedException {
        assumeThat(NativeAccess.isEnabled()).isTrue();
        while (!owner.isUsable()) {
            Thread.sleep(1);
        }
    }

    @Test
    void whoWasWokenBeforeDoesNotSleep() {
        owner.announce();
        other.wake();
        owner.sleep(MINUTE);
        assertThat(memory.get(ValueLayout.JAVA_INT, 4)).isZero();
    }

    @Test
    void whoHasNotAnnouncedDoesNotSleep() {
        owner.sleep(MINUTE);
        owner.announce();
        owner.clear();
        owner.sleep(MINUTE);
        assertThat(memory.get(ValueLayout.JAVA_INT, 4)).isZero();
    }

    @Test
    void sleepEndsByItself() {
        owner.announce();
        owner.sleep(1_000_000);
        assertThat(memory.get(ValueLayout.JAVA_INT, 4)).isOne();
    }

    @Test
    void oneWakesTheOtherInTurn() {
        int rounds = 2000;
        var turn = new AtomicInteger();
        SleepFlag[] flags = {new SleepFlag(memory, 16, futex), new SleepFlag(memory, 32, futex)};
        assertThat(flags).allMatch(SleepFlag::isUsable);
        Threads.Body[] tasks = new Threads.Body[2];
        for (int me = 0; me < 2; me++) {
            int mine = me;
            tasks[me] = () -> {
                for (int i = 0; i < rounds; i++) {
                    while ((turn.get() & 1) != mine) {
                        flags[mine].announce();
                        if ((turn.get() & 1) != mine) {
                            flags[mine].sleep(1_000_000);
                        }
                    }
                    turn.incrementAndGet();
                    flags[1 - mine].wake();
                }
            };
        }
        Threads.together(tasks);
        assertThat(turn.get()).isEqualTo(2 * rounds);
    }
}
