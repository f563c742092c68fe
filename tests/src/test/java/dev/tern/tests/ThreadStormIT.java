/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests;

import dev.tern.tests.programs.soak.ThreadStorm;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Many threads that do everything at the same time. {@code -Dtern.storm.seconds=N} makes each test longer, as the profile
 * {@code nightly} does; {@code -Dtern.storm.seed=N} repeats one that has failed.
 */
@Timeout(value = 24, unit = TimeUnit.HOURS) // the jobs have limits of their own
class ThreadStormIT {
    private static final int SECONDS = Integer.getInteger("tern.storm.seconds", 8);
    private static final int STALL_SECONDS = 60; // without a step of some thread
    private static final int LIMIT_SECONDS = 120; // on top, for a machine that is busy

    @ParameterizedTest
    @CsvSource({"4, 16, platform", "4, 16, virtual", "3, 6, platform", "5, 8, virtual", "2, 2, platform"})
    void orderAndContentsHoldInAStormOfThreads(int ranks, int threads, String kind) {
        storm(ranks, threads, kind);
    }

    /** Full rings, and a rendezvous for almost everything. */
    @Test
    void andThroughTheSmallestRings() {
        storm(3, 8, "platform", "--param", "ring_slots=8", "--param", "ring_bytes=4096", "--param", "eager_limit=100");
    }

    /** Every wait sleeps, and every message wakes. */
    @Test
    void andWhenEveryWaitSleepsAtOnce() {
        storm(4, 8, "platform", "--param", "spin=0", "--param", "yield=0");
    }

    private static void storm(int ranks, int threads, String kind, String... options) {
        long seed = Long.getLong("tern.storm.seed", new Random().nextLong(1_000_000_000));
        System.out.println(ranks + " ranks, " + threads + " " + kind + " threads: -Dtern.storm.seed=" + seed);
        JobResult result = MpiJob.of(ranks, ThreadStorm.class, seed, threads, SECONDS, kind, STALL_SECONDS)
                .options(options)
                .jvm("-Xmx192m")
                .limit(SECONDS + LIMIT_SECONDS)
                .run()
                .succeeds()
                .prints(" MB: right");
        System.out.print(result.out());
    }
}
