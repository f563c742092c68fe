/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** Runs several threads to their ends; the first failure stops the others and fails the test. */
public final class Threads {
    private Threads() {}

    /** What a thread does. */
    @FunctionalInterface
    public interface Body {
        void run() throws Exception;
    }

    public static void together(Body... bodies) {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        List<Thread> threads = new ArrayList<>();
        for (Body body : bodies) {
            threads.add(new Thread(() -> {
                try {
                    body.run();
                } catch (Exception | AssertionError e) {
                    failure.compareAndSet(null, e);
                    threads.forEach(Thread::interrupt);
                }
            }));
        }
        threads.forEach(Thread::start);
        try {
            for (Thread thread : threads) {
                while (thread.isAlive() && failure.get() == null) {
                    thread.join(20);
                }
            }
            for (Thread thread : threads) { // one that ignores interrupts is left behind
                thread.join(1000);
            }
        } catch (InterruptedException e) {
            threads.forEach(Thread::interrupt);
            throw new AssertionError("interrupted, probably by the time limit", e);
        }
        if (failure.get() != null) {
            throw new AssertionError("a thread failed: " + failure.get(), failure.get());
        }
    }

    /** To be called in loops that wait for another thread: gives the core away, and ends if that one has failed. */
    public static void pause() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("another thread failed");
        }
        Thread.yield();
    }
}
