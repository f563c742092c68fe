/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests;

import dev.tern.tests.programs.CollectiveCalls;
import dev.tern.tests.programs.Communicators;
import dev.tern.tests.programs.Matching;
import dev.tern.tests.programs.Requests;
import dev.tern.tests.programs.Storm;
import dev.tern.tests.programs.Transfers;
import dev.tern.tests.programs.Truncation;
import dev.tern.tests.programs.soak.ThreadStorm;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What works through shared memory works over TCP, here between the ranks of one machine. */
class TcpIT {
    private static final String[] OVER_TCP = {"--param", "transport=tcp,self"};
    private static final String[] ENCRYPTED = {"--param", "transport=tcp,self", "--param", "tcp_encrypt=true"};

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void everyModeSendsEveryKindOfBufferAtEverySize(int ranks) {
        MpiJob.of(ranks, Transfers.class).options(OVER_TCP).run().succeeds().prints("transfers were right");
    }

    @Test
    void theSameEncrypted() {
        MpiJob.of(2, Transfers.class).options(ENCRYPTED).run().succeeds().prints("transfers were right");
        MpiJob.of(3, Storm.class, seed()).options(ENCRYPTED).run().succeeds().prints("3 ranks: right, checksum");
    }

    @Test
    void everyMessageFindsItsReceive() {
        MpiJob.of(5, Matching.class).options(OVER_TCP).run().succeeds().prints("steps were right");
        MpiJob.of(3, Requests.class).options(OVER_TCP).run().succeeds().prints("steps were right");
        MpiJob.of(5, Communicators.class).options(OVER_TCP).run().succeeds().prints("right");
        MpiJob.of(2, Truncation.class).options(OVER_TCP).run().succeeds().prints("cases were right");
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 5})
    void collectiveCallsGiveTheRightResults(int ranks) {
        MpiJob.of(ranks, CollectiveCalls.class)
                .options(OVER_TCP)
                .run()
                .succeeds()
                .prints("right");
    }

    /** A failure names its seed; {@code -Dtern.seed=N} repeats it. */
    @ParameterizedTest
    @ValueSource(ints = {2, 5})
    void randomTrafficArrivesUnharmed(int ranks) {
        MpiJob.of(ranks, Storm.class, seed())
                .options(OVER_TCP)
                .run()
                .succeeds()
                .prints(ranks + " ranks: right, checksum");
    }

    @Test
    void threadsStormOverTcpToo() {
        MpiJob.of(3, ThreadStorm.class, seed(), 6, 8, "platform", 60)
                .options(OVER_TCP)
                .limit(120)
                .run()
                .succeeds()
                .prints(" MB: right");
    }

    private static long seed() {
        return Long.getLong("tern.seed", new Random().nextLong(1_000_000));
    }
}
