/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench;

/**
 * How long one message size may take, roughly. The rounds before the timed ones show how long one takes; they come in
 * batches that double, so that a slow benchmark is noticed early. The C programs follow the same rule.
 *
 * @param seconds for all timed rounds of a size
 */
record TimeLimit(double seconds) {
    /** As long as it takes. */
    static final TimeLimit NONE = new TimeLimit(Double.POSITIVE_INFINITY);

    /** So many timed rounds there are in any case, if the schedule has so many. */
    static final int LEAST_ROUNDS = 10;

    private static final double WARM_UP_SHARE = 0.25;

    /** Whether there is time for another batch of rounds before the timed ones, after so many seconds of such. */
    boolean allowsWarmUp(double spent) {
        return spent < seconds * WARM_UP_SHARE;
    }

    /**
     * The number of timed rounds.
     *
     * @param scheduled how many there are if time does not matter
     * @param each seconds that a round seems to take
     */
    int rounds(int scheduled, double each) {
        return (int) Math.min(scheduled, Math.max(LEAST_ROUNDS, seconds / each));
    }
}
