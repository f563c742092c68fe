/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests;

import dev.tern.tests.programs.Crowd;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** More ranks than anybody polls, and many more than there are cores. */
class CrowdIT {
    private static final int LIMIT_SECONDS = 240;

    @ParameterizedTest
    @ValueSource(ints = {17, 32})
    void allTalkToAll(int ranks) {
        MpiJob.of(ranks, Crowd.class).limit(LIMIT_SECONDS).run().exits(0).prints("right");
    }

    @Test
    void fewRanksCanRingToo() {
        MpiJob.of(3, Crowd.class)
                .options("--param", "doorbell=2")
                .run()
                .exits(0)
                .prints("right");
    }
}
