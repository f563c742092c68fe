/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.engine;

import dev.tern.match.Awaited;
import dev.tern.match.Waker;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;

/**
 * Waits for whatever was started, so that it ends although the program's threads compute, and so that virtual threads need not
 * look for themselves: while one of them looks, it has a carrier. It sleeps when nothing was started, and while other threads
 * wait long, for one of these looks at everything then.
 */
final class ProgressThread implements Awaited {
    private final BooleanSupplier isPending;
    private final Waiting waiting;
    private final Thread thread;
    private volatile boolean idle; // written by the thread, read by those who start something
    private volatile boolean stopped; // written by Finalize

    /** @param isPending whether anything was started that has not ended */
    ProgressThread(BooleanSupplier isPending, Waiting waiting) {
        this.isPending = isPending;
        this.waiting = waiting;
        this.thread = Thread.ofPlatform().daemon().name("tern-progress").start(this::run);
    }

    private void run() {
        while (!stopped) {
            idle = true;
            if (!isPending.getAsBoolean() && !stopped) {
                LockSupport.park(this);
            }
            idle = false;
            int looks = waiting.longWait();
            try {
                while (isPending.getAsBoolean() && !stopped) {
                    looks = waiting.pause(looks, this);
                }
            } finally {
                waiting.over(looks);
            }
        }
    }

    /** The calling thread has started something. The fence: either it sees that the thread is idle, or the thread what was started. */
    void nudge() {
        VarHandle.fullFence();
        if (idle) {
            LockSupport.unpark(thread);
        }
    }

    /** The thread ends soon. */
    void stop() {
        stopped = true;
        LockSupport.unpark(thread);
    }

    @Override
    public String describe() {
        return "communication that was started";
    }

    @Override
    public boolean wakeAtEnd(Waker waker) {
        return isPending.getAsBoolean();
    }

    @Override
    public boolean isHopeless(IntPredicate isGone) {
        return false;
    }
}
