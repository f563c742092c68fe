/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench;

/** How often a pattern is run by default, by message size. */
public interface Schedule {
    /** As many rounds as there is time for. */
    Schedule UNTIL_TIME_IS_UP = steps(1 << 30, 1 << 30, 1 << 30, 1 << 30);

    /**
     * Rounds that are timed.
     *
     * @param size bytes of each message
     * @return how many
     */
    int rounds(int size);

    /**
     * Rounds before those, at the same size.
     *
     * @param size bytes of each message
     * @return how many
     */
    int warmUp(int size);

    /**
     * Many rounds of messages up to 8 KB, few of larger ones, as in the OSU benchmarks.
     *
     * @param rounds timed rounds of small messages
     * @param warmUp rounds before those
     * @param largeRounds timed rounds of large messages
     * @param largeWarmUp rounds before those
     * @return the schedule
     */
    static Schedule steps(int rounds, int warmUp, int largeRounds, int largeWarmUp) {
        final int large = 8192;
        return new Schedule() {
            @Override
            public int rounds(int size) {
                return size > large ? largeRounds : rounds;
            }

            @Override
            public int warmUp(int size) {
                return size > large ? largeWarmUp : warmUp;
            }
        };
    }

    /**
     * A fixed number of rounds, and fewer where they would move more than a number of bytes.
     *
     * @param rounds timed rounds of small messages
     * @param bytes what all rounds of larger messages move together in each direction
     * @return the schedule, whose warm-up is a tenth of the timed rounds
     */
    static Schedule volume(int rounds, int bytes) {
        return new Schedule() {
            @Override
            public int rounds(int size) {
                return Math.clamp(bytes / Math.max(1, size), 1, rounds);
            }

            @Override
            public int warmUp(int size) {
                return Math.ceilDiv(rounds(size), 10);
            }
        };
    }
}
