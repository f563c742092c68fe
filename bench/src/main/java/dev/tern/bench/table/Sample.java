/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.table;

/**
 * What was measured for one message size.
 *
 * @param size bytes of each message
 * @param rounds how often the pattern was run
 * @param messages messages or operations that each round counts for
 * @param average seconds for all rounds, averaged over the ranks whose time counts
 * @param min the shortest of these times
 * @param max the longest of these times
 * @param valid whether all messages were right; true when they were not verified
 */
public record Sample(int size, int rounds, int messages, double average, double min, double max, boolean valid) {
    private static final double MICRO = 1e6;
    private static final double MEGA = 1e6;

    /** Microseconds for each message. */
    public double latency() {
        return micros(average);
    }

    /** Microseconds for each message on the fastest rank. */
    public double minLatency() {
        return micros(min);
    }

    /** Microseconds for each message on the slowest rank. */
    public double maxLatency() {
        return micros(max);
    }

    /** Messages per second. */
    public double rate() {
        return (double) rounds * messages / average;
    }

    /** Million bytes per second. */
    public double bandwidth() {
        return rate() * size / MEGA;
    }

    private double micros(double seconds) {
        return seconds * MICRO / ((double) rounds * messages);
    }
}
