/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests;

import dev.tern.tests.programs.CommunicatorChurn;
import dev.tern.tests.programs.CreationOrder;
import dev.tern.tests.programs.HandOver;
import dev.tern.tests.programs.InterruptedWaits;
import dev.tern.tests.programs.ManyReceivers;
import dev.tern.tests.programs.MixedLevels;
import dev.tern.tests.programs.ThreadMisuse;
import dev.tern.tests.programs.ThreadPairs;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Threads that wait, platform and virtual ones, and threads that make communicators; {@code -Dtern.seed=N} repeats a failure. */
class ThreadsIT {
    private static final int LIMIT_SECONDS = 120; // for a machine that is busy

    @ParameterizedTest
    @ValueSource(strings = {"platform", "virtual"})
    void whoLooksForAllAndLeavesIsFollowedByAnother(String kind) {
        MpiJob.of(2, HandOver.class, kind).limit(LIMIT_SECONDS).run().succeeds().prints("right");
    }

    @ParameterizedTest
    @ValueSource(strings = {"platform", "virtual"})
    void anInterruptEndsNoWaitAndIsNotLost(String kind) {
        MpiJob.of(2, InterruptedWaits.class, kind)
                .limit(LIMIT_SECONDS)
                .run()
                .succeeds()
                .prints("right");
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void whatOneThreadFreesIsTakenByOneOther(int ranks) {
        MpiJob.of(ranks, CommunicatorChurn.class, 8, 400)
                .limit(LIMIT_SECONDS)
                .run()
                .succeeds()
                .prints("3200 communicators: right");
    }

    /** So many parents that some have to share what new communicators are told apart by. */
    @Test
    void newCommunicatorsOfManyParentsDoNotWaitForEachOther() {
        MpiJob.of(2, CreationOrder.class, 70)
                .limit(LIMIT_SECONDS)
                .run()
                .succeeds()
                .prints("71 communicators: right");
    }

    @ParameterizedTest
    @CsvSource({
        "finalize, platform, 1",
        "finalize, virtual, 2",
        "twice, platform, 1",
        "twice, virtual, 1",
        "test, platform, 2",
        "test, virtual, 2"
    })
    void whatThreadsMustNotDoToEachOtherEndsWell(String what, String kind, int ranks) {
        MpiJob.of(ranks, ThreadMisuse.class, what, kind)
                .limit(LIMIT_SECONDS)
                .run()
                .succeeds()
                .prints("right");
    }

    /** Level of the even ranks, of the odd ranks, lanes. */
    @ParameterizedTest
    @CsvSource({"0, 3, auto", "3, 0, auto", "2, 3, 1"})
    void ranksOfDifferentLevelsMakeCommunicatorsTogether(int even, int odd, String lanes) {
        MpiJob.of(3, MixedLevels.class, even, odd)
                .options("--param", "lanes=" + lanes)
                .limit(LIMIT_SECONDS)
                .run()
                .succeeds()
                .prints("right");
    }

    @ParameterizedTest
    @CsvSource({"platform, own", "platform, shared", "virtual, own", "virtual, shared"})
    void manyMoreThreadsThanCoresGetOn(String kind, String communicators) {
        MpiJob.of(4, ThreadPairs.class, 16, 30, kind, communicators)
                .limit(LIMIT_SECONDS)
                .run()
                .succeeds()
                .prints("480 round trips: right");
    }

    /** With one carrier, a receiver that kept it would stop all others; with two, one belongs to the thread that computes. */
    @ParameterizedTest
    @CsvSource({"1, 1", "1, 50", "2, 50"})
    void aThousandVirtualThreadsAreBlockedOnFewCarriers(int carriers, int communicators) {
        long seed = Long.getLong("tern.seed", new Random().nextLong(1_000_000));
        MpiJob.of(2, ManyReceivers.class, seed, 1000, communicators)
                .jvm("-Djdk.virtualThreadScheduler.parallelism=" + carriers)
                .jvm("-Djdk.virtualThreadScheduler.maxPoolSize=" + carriers)
                .limit(LIMIT_SECONDS)
                .run()
                .succeeds()
                .prints("seed " + seed + ": right");
    }
}
