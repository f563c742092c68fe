/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests;

import dev.tern.tests.programs.Promises;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hints on communicators, by which those are spread over lanes. A failure names its seed; {@code -Dtern.seed=N} repeats it. */
class HintsIT {
    private static final int SINGLE = 0;
    private static final int MULTIPLE = 3;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void threadsKeepTheOrderOfEachTag(int ranks) {
        MpiJob.of(ranks, Promises.class, seed(), MULTIPLE)
                .limit(120)
                .run()
                .succeeds()
                .prints("promises are kept");
    }

    @Test
    void oneThreadMayUseSeveralLanes() {
        MpiJob.of(2, Promises.class, seed(), SINGLE)
                .options("--param", "lanes=5", "--param", "ring_bytes=32k")
                .limit(120)
                .run()
                .succeeds()
                .prints("promises are kept");
    }

    private static long seed() {
        return Long.getLong("tern.seed", new Random().nextLong(1_000_000));
    }
}
