/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.table;

/**
 * What was measured for a number of threads.
 *
 * @param threads how many there were in each process
 * @param size bytes of each message
 * @param messages messages of all threads
 * @param seconds from the first thread's start to the last one's end
 * @param busySeconds the time of each thread, added up
 * @param slowest messages per second of the slowest thread
 * @param fastest messages per second of the fastest thread
 * @param p99Nanos the latency that 99 of 100 messages did not exceed; 0 when they were not timed one by one
 */
public record ThreadSample(
        int threads,
        int size,
        long messages,
        double seconds,
        double busySeconds,
        double slowest,
        double fastest,
        long p99Nanos) {
    private static final double MICRO = 1e6;
    private static final double MEGA = 1e6;
    private static final double KILO = 1e3;

    /** Microseconds for each message in its thread. */
    public double latency() {
        return busySeconds * MICRO / messages;
    }

    /** Million messages per second of all threads. */
    public double rate() {
        return messages / seconds / MEGA;
    }

    /** Million messages per second of the slowest thread. */
    public double slowestRate() {
        return slowest / MEGA;
    }

    /** Million messages per second of the fastest thread. */
    public double fastestRate() {
        return fastest / MEGA;
    }

    /** Microseconds that 99 of 100 messages did not exceed. */
    public double p99() {
        return p99Nanos / KILO;
    }
}
