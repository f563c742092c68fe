/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import org.junit.jupiter.api.Test;

class WaitGraphTest {
    private static final String REPORTS = """
            ======== rank 0 (pid 1): java Main
            tern: rank 0: thread main waits for a receive of at most 8 bytes from rank 1, tag 7 (a), 3.1 s
            thread b c waits for a send of 9 bytes to rank 2, tag 0 (a), which waits for a matching receive, 12.0 s
              "main" RUNNABLE
            thread d waits for a receive of at most 8 bytes from rank 1, tag 7 (a), 3.1 s
            ======== rank 1 (pid 2): java Main
            tern: rank 1: thread main waits for a part of rank 0 in a collective (b), 3.0 s
            thread e waits for a message from any rank, any tag (a) in probe, 1.5 s
            tern: rank 2: thread main waits for a receive of at most 8 bytes from rank 1, tag 1 (a[2,0,1]), or another of 3 requests, 0.5 s
            tern: rank 3: no thread waits in MPI
            """;

    @Test
    void threadsAreFoundAmongOtherOutput() {
        assertThat(new WaitGraph(REPORTS).waits())
                .extracting(WaitGraph.Wait::rank, WaitGraph.Wait::thread, WaitGraph.Wait::peer, WaitGraph.Wait::tag)
                .containsExactly(
                        tuple(0, "main", 1, "7"),
                        tuple(0, "b c", 2, "0"),
                        tuple(1, "main", 0, ""),
                        tuple(1, "e", -1, ""),
                        tuple(2, "main", 0, "1"));
    }

    @Test
    void cyclesThroughSeveralCommunicatorsAreFoundIfThereIsNoneWithinOne() {
        assertThat(new WaitGraph(REPORTS).cycles())
                .containsExactly("rank 0 -> rank 1 -> rank 0", "rank 2 -> rank 0 -> rank 2");
    }

    @Test
    void whoWaitsForItselfIsACycle() {
        assertThat(new WaitGraph("tern: rank 2: thread x waits for a receive of 1 bytes from rank 2, tag 1 (s), 1.0 s")
                        .cycles())
                .containsExactly("rank 2 -> rank 2 in s");
    }

    @Test
    void aWaitForOneWhoDoesNotWaitIsNoCycle() {
        WaitGraph graph =
                new WaitGraph("tern: rank 0: thread x waits for a send of 1 bytes to rank 1, tag 1 (s), 1.0 s");
        assertThat(graph.cycles()).isEmpty();
        assertThat(graph.toString()).contains("rank 0 waits for rank 1 (1 thread)", "no cycle");
        assertThat(new WaitGraph("no reports").isEmpty()).isTrue();
    }
}
