/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests;

import dev.tern.tests.programs.CollectiveCalls;
import dev.tern.tests.programs.Storm;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Traffic among all ranks, more than there are cores, too. */
class TrafficIT {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 8})
    void collectiveCallsGiveTheRightResults(int ranks) {
        MpiJob.of(ranks, CollectiveCalls.class).run().succeeds().prints("right");
    }

    /** A failure names its seed; {@code -Dtern.seed=N} repeats it. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5, 8})
    void randomTrafficArrivesUnharmed(int ranks) {
        MpiJob.of(ranks, Storm.class, seed()).run().succeeds().prints(ranks + " ranks: right, checksum");
    }

    @Test
    void randomTrafficArrivesThroughTheSmallestRings() {
        MpiJob.of(3, Storm.class, seed())
                .options("--param", "ring_slots=8", "--param", "ring_bytes=4096", "--param", "eager_limit=700")
                .run()
                .succeeds()
                .prints("3 ranks: right, checksum");
    }

    private static long seed() {
        return Long.getLong("tern.seed", new Random().nextLong(1_000_000));
    }
}
