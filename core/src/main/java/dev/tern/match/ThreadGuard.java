/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.match;

import dev.tern.error.ErrorClass;
import dev.tern.error.MpiError;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Finds calls that the level of thread support does not allow, on all lanes of a rank. It keeps nobody waiting: the call of a wrong
 * thread is an error. Either one thread may call, or any but one at a time; a thread is inside from when it enters a lane until
 * it leaves it, and as long as it waits for something.
 */
public final class ThreadGuard extends LaneGate {
    private final Thread only; // null if any thread may call, but one at a time
    private final String level;
    private final AtomicReference<Thread> inside = new AtomicReference<>();
    private boolean waits; // read and written by the thread that is inside

    private ThreadGuard(Thread only, String level) {
        this.only = only;
        this.level = level;
    }

    /**
     * Only the calling thread may call.
     *
     * @param level name of the level of thread support, for messages
     */
    public static ThreadGuard ofThisThread(String level) {
        return new ThreadGuard(Thread.currentThread(), level);
    }

    /** Any thread may call, but one at a time. */
    public static ThreadGuard ofOneAtATime(String level) {
        return new ThreadGuard(null, level);
    }

    @Override
    void check() {
        Thread caller = Thread.currentThread();
        if (only != null) {
            if (caller != only) {
                throw wrong(caller, "only " + name(only) + ", which has called Init, may call MPI");
            }
            return;
        }
        Thread other = inside.get();
        if (other != null && other != caller) {
            throw meets(caller, other);
        }
    }

    @Override
    void lock() {
        if (only != null) {
            check();
            return;
        }
        Thread caller = Thread.currentThread();
        Thread other = inside.compareAndExchange(null, caller);
        if (other != null && other != caller) {
            throw meets(caller, other);
        }
    }

    @Override
    boolean tryLock() {
        lock();
        return true;
    }

    @Override
    void unlock() {
        if (only == null && !waits) {
            inside.set(null);
        }
    }

    /** The calling thread waits: it stays inside while it is on no lane. */
    public void stay() {
        lock();
        waits = true;
    }

    /** The calling thread waits no more; nothing happens if it has not waited. */
    public void leave() {
        if (only == null && inside.get() == Thread.currentThread()) {
            waits = false;
            inside.set(null);
        }
    }

    private MpiError meets(Thread caller, Thread other) {
        return wrong(caller, "one thread may call MPI at a time, and " + name(other) + " is doing so");
    }

    private MpiError wrong(Thread caller, String rule) {
        return new MpiError(
                ErrorClass.OTHER,
                "called by " + name(caller) + ", but under MPI." + level + " " + rule
                        + "; ask for more: MPI.InitThread(args, MPI.THREAD_MULTIPLE) [check_threads]");
    }

    private static String name(Thread thread) {
        return thread.getName().isEmpty()
                ? "thread #" + thread.threadId()
                : "thread \"" + thread.getName() + "\" (#" + thread.threadId() + ")";
    }
}
