/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests;

import dev.tern.tests.programs.soak.Soak;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Traffic of all kinds for some time. {@code -Dtern.soak.seconds=N} makes each test longer, {@code -Dtern.soak.seed=N} repeats
 * one that has failed.
 */
@Timeout(value = 24, unit = TimeUnit.HOURS) // the jobs have limits of their own
class SoakIT {
    private static final int SECONDS = Integer.getInteger("tern.soak.seconds", 9);
    private static final int LIMIT_SECONDS = 120; // on top, for a machine that is busy
    private static final int LONGEST = 8 << 20;

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5, 8})
    void nothingIsLostAndNothingGrows(int ranks) {
        soak(ranks, 1, LONGEST);
    }

    @Test
    void norWithThreadsThatHaveACommunicatorEach() {
        soak(2, 3, 1 << 20);
    }

    /** Full rings, pieces of 1 KB, a rendezvous for almost everything. */
    @Test
    void norThroughTheSmallestRings() {
        soak(3, 1, 1 << 18, "--param", "ring_slots=8", "--param", "ring_bytes=4096", "--param", "eager_limit=100");
    }

    /** Every wait sleeps, and every message wakes. */
    @Test
    void norWhenEveryWaitSleepsAtOnce() {
        soak(3, 1, LONGEST, "--param", "spin=0", "--param", "yield=0");
    }

    private static void soak(int ranks, int threads, int longest, String... options) {
        long seed = Long.getLong("tern.soak.seed", new Random().nextLong(1_000_000_000));
        System.out.println("soak of " + ranks + " ranks: -Dtern.soak.seed=" + seed);
        JobResult result = MpiJob.of(ranks, Soak.class, SECONDS, seed, threads, longest)
                .options(options)
                .jvm("-Xms192m", "-Xmx192m", "-XX:+AlwaysPreTouch")
                .limit(SECONDS + LIMIT_SECONDS)
                .run()
                .succeeds()
                .prints(" MB: right");
        System.out.print(result.out());
    }
}
