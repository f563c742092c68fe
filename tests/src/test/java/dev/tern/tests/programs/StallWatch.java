/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests.programs;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import mpi.MPI;
import mpi.MPIException;

/**
 * Ends the job when a thread has done the same for too long, and says before what every thread of the rank waits for: in the
 * words of {@code mpirun --timeout}, so that the reports of all ranks can be put together. Other than that it knows those
 * who do not sleep but look again and again.
 */
public final class StallWatch {
    private static final int EXIT_CODE = 75;
    private static final long OTHERS_REPORT_MILLIS = 5000; // until the job is ended, so that the other ranks report too
    private static final int SHOWN_FRAMES = 12;

    /** What a thread does at present; written by that thread. */
    public static final class Activity {
        private final Thread thread;
        private volatile String what;
        private volatile long since;

        private Activity(Thread thread) {
            this.thread = thread;
        }

        /** From now on it waits for this: {@code a receive of ...}; null if for nothing. */
        public void begins(String newWhat) {
            since = System.nanoTime();
            what = newWhat;
        }
    }

    private final int rank;
    private final long limitNanos;
    private final String hint;
    private final List<Activity> activities = new CopyOnWriteArrayList<>();

    /** @param hint to be printed with the report, such as the seed */
    public StallWatch(int rank, int limitSeconds, String hint) {
        this.rank = rank;
        this.limitNanos = TimeUnit.SECONDS.toNanos(limitSeconds);
        this.hint = hint;
    }

    /** The activity of the calling thread. */
    public Activity register() {
        Activity activity = new Activity(Thread.currentThread());
        activities.add(activity);
        return activity;
    }

    /** From now on it watches. */
    public void start() {
        Thread.ofPlatform().daemon().name("stall watch").start(this::watch);
    }

    private void watch() {
        try {
            while (longest() < limitNanos) {
                TimeUnit.SECONDS.sleep(1);
            }
            System.err.print(report());
            System.err.flush();
            Thread.sleep(OTHERS_REPORT_MILLIS);
            MPI.COMM_WORLD.abort(EXIT_CODE);
        } catch (InterruptedException | MPIException e) {
            e.printStackTrace();
            Runtime.getRuntime().halt(EXIT_CODE);
        }
    }

    private long longest() {
        long longest = 0;
        long now = System.nanoTime();
        for (Activity activity : activities) {
            longest = activity.what == null ? longest : Math.max(longest, now - activity.since);
        }
        return longest;
    }

    private String report() {
        StringBuilder text = new StringBuilder("tern: rank " + rank + ": ");
        long now = System.nanoTime();
        for (Activity activity : activities) {
            String what = activity.what;
            if (what != null) {
                long tenths = (now - activity.since) / 100_000_000;
                text.append("thread ")
                        .append(activity.thread.getName())
                        .append(" waits for ")
                        .append(what);
                text.append(", ")
                        .append(tenths / 10)
                        .append('.')
                        .append(tenths % 10)
                        .append(" s\n");
            }
        }
        text.append("  stalled; ").append(hint).append('\n');
        for (Activity activity : activities) {
            if (activity.what != null) {
                text.append("  \"").append(activity.thread.getName()).append("\"\n");
                StackTraceElement[] stack = activity.thread.getStackTrace();
                for (int i = 0; i < Math.min(stack.length, SHOWN_FRAMES); i++) {
                    text.append("      at ").append(stack[i]).append('\n');
                }
            }
        }
        return text.toString();
    }
}
