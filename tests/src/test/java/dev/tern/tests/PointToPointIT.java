/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests;

import dev.tern.tests.programs.Communicators;
import dev.tern.tests.programs.Matching;
import dev.tern.tests.programs.Requests;
import dev.tern.tests.programs.Transfers;
import dev.tern.tests.programs.Truncation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages between two ranks: what the programs assert holds on few and many ranks, and with other protocol limits. */
class PointToPointIT {
    /** Rings so small that they are full all the time. */
    private static final String[] SMALL_RINGS = {"--param", "ring_slots=8", "--param", "ring_bytes=4096"};

    private static final String[] ALL_RENDEZVOUS = {"--param", "eager_limit=0"};
    private static final String[] NEARLY_ALL_EAGER = {"--param", "eager_limit=60000"};

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void everyModeSendsEveryKindOfBufferAtEverySize(int ranks) {
        MpiJob.of(ranks, Transfers.class).run().succeeds().prints("transfers were right");
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 5})
    void everyMessageFindsItsReceive(int ranks) {
        MpiJob.of(ranks, Matching.class).run().succeeds().prints("steps were right");
    }

    @Test
    void matchingDoesNotDependOnTheProtocol() {
        for (String[] limits : new String[][] {SMALL_RINGS, ALL_RENDEZVOUS, NEARLY_ALL_EAGER}) {
            MpiJob.of(3, Matching.class).options(limits).run().succeeds().prints("steps were right");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void requestsCompleteOneByOneAndInSets(int ranks) {
        MpiJob.of(ranks, Requests.class).run().succeeds().prints("steps were right");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void communicatorsKeepTheirMessagesApart(int ranks) {
        MpiJob.of(ranks, Communicators.class).run().succeeds().prints("right");
    }

    @Test
    void aMessageThatDoesNotFitIsAnErrorAndHarmsNothingElse() {
        MpiJob.of(2, Truncation.class).run().succeeds().prints("cases were right");
        MpiJob.of(3, Truncation.class).options(ALL_RENDEZVOUS).run().succeeds().prints("cases were right");
        MpiJob.of(2, Truncation.class).options(SMALL_RINGS).run().succeeds().prints("cases were right");
    }
}
