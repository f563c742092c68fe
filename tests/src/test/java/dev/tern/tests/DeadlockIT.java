/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.tests.programs.Deadlock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A job that hangs tells who waits for whom. */
class DeadlockIT {
    private static final String CYCLE_OF_TWO = "rank 0 -> rank 1 -> rank 0";
    private static final String CYCLE_OF_THREE = "rank 0 -> rank 1 -> rank 2 -> rank 0";

    @ParameterizedTest
    @CsvSource({"2, recv", "3, recv", "3, send", "2, probe"})
    void theCycleIsFoundInTheReportsOfAllRanks(int ranks, String how) {
        JobResult result =
                MpiJob.of(ranks, Deadlock.class, how).limit(3).run().exits(110).within(30);
        String cycle = ranks == 2 ? CYCLE_OF_TWO : CYCLE_OF_THREE;
        assertThat(result.waitGraph().cycles())
                .as("cycles of %s", result)
                .containsExactly(cycle + " in MPI_COMM_WORLD");
        assertThat(result.waitGraph().waits()).hasSize(ranks).allSatisfy(wait -> {
            assertThat(wait.thread()).isEqualTo("main");
            assertThat(wait.tag()).isEqualTo("7");
            assertThat(wait.seconds()).isBetween(0.1, 30.0);
        });
        assertThat(result.toString()).contains("cycle: " + cycle, "rank 0 waits for rank 1 (1 thread)");
    }

    @Test
    void theCycleIsFoundAmongOtherThreadsAndInOtherRanks() {
        JobResult result =
                MpiJob.of(3, Deadlock.class, "threads").limit(3).run().exits(110);
        assertThat(result.waitGraph().cycles())
                .as("cycles of %s", result)
                .containsExactly("rank 0 -> rank 2 -> rank 1 -> rank 0 in opposite[2,1,0]");
        assertThat(result.waitGraph().waits())
                .filteredOn(wait -> wait.thread().equals("other"))
                .hasSize(3)
                .allMatch(wait -> wait.peer() < 0 && wait.tag().equals("9"));
    }

    @Test
    void threadsThatLookAgainAndAgainAreWatched() {
        JobResult result = MpiJob.of(2, Deadlock.class, "watched")
                .limit(30)
                .run()
                .exits(75)
                .within(30);
        assertThat(result.waitGraph().cycles())
                .as("cycles of %s", result)
                .containsExactly(CYCLE_OF_TWO + " in MPI_COMM_WORLD");
        assertThat(result.err()).contains("a deadlock on purpose", "Deadlock.main");
    }

    @Test
    void aTestThatFailsShowsIt() {
        assertThatThrownBy(() ->
                        MpiJob.of(2, Deadlock.class, "recv").limit(2).run().succeeds())
                .hasMessageContaining("cycle: " + CYCLE_OF_TWO)
                .hasMessageContaining("receive of at most 4 bytes from rank 1, tag 7 (MPI_COMM_WORLD)");
    }
}
