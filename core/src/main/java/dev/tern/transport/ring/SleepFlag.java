/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.transport.ring;

import dev.tern.os.Futex;
import dev.tern.os.Lazy;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * A word in the segment of a process by which it says that threads of it sleep, and by which others wake them.
 *
 * <p>Who is going to sleep {@link WakeRequest asks to be woken}, says that it sleeps, looks once more for what it waits for,
 * and sleeps. Those who have sent something look at the request without a fence. So it can happen that the sleeper has not seen
 * the message nor the sender the request; therefore nobody sleeps for longer than a millisecond at a time.
 */
public final class SleepFlag {
    private static final int AWAKE = 0;
    private static final int ASLEEP = 1;

    private static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT;
    private static final VarHandle FLAG = WORD.varHandle().withInvokeExactBehavior();

    private final MemorySegment memory;
    private final long at;
    private final Lazy<Futex> futex;

    /** @param memory where the word lies, at {@code at}, a multiple of 4 */
    public SleepFlag(MemorySegment memory, long at, Lazy<Futex> futex) {
        this.memory = memory;
        this.at = at;
        this.futex = futex;
    }

    /** Whether threads can sleep here; false at first. */
    public boolean isUsable() {
        return futex.get() != null;
    }

    /** Says that this process is going to sleep; to be followed by a last look, then {@link #sleep}. By the owner. */
    public void announce() {
        FLAG.setVolatile(memory, at, ASLEEP);
        VarHandle.fullFence();
    }

    /** Sleeps until somebody wakes it, at most {@code nanos}; returns at once if somebody has since the announcement. Only if usable. */
    public void sleep(long nanos) {
        futex.get().await(memory, at, ASLEEP, nanos);
    }

    /** Takes the announcement back. By the owner. */
    public void clear() {
        FLAG.setOpaque(memory, at, AWAKE);
    }

    /** Wakes all threads of the owner that sleep here. By those who have something for them. */
    public void wake() {
        if ((int) FLAG.getOpaque(memory, at) != AWAKE) {
            wakeUp();
        }
    }

    private void wakeUp() {
        if ((int) FLAG.getAndSet(memory, at, AWAKE) != AWAKE) {
            Futex waker = futex.get();
            if (waker != null) {
                waker.wake(memory, at);
            }
        }
    }
}
