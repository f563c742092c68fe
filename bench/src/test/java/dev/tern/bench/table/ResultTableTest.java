/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.table;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ResultTableTest {
    @Test
    void readsColumnsByTheirNames() {
        ResultTable table = ResultTable.parse("""
                # OSU MPI Multiple Bandwidth / Message Rate Test
                # [ pairs: 1 ] [ window size: 64 ]
                # Size                  MB/s        Messages/s
                1                      11.40       11400000.00
                4194304              8000.50           1907.47
                """);

        assertThat(table.columns()).containsExactly("MB/s", "Messages/s");
        assertThat(table.value("MB/s", 4194304)).hasValue(8000.5);
        assertThat(table.value("Messages/s", 1)).hasValue(11_400_000);
        assertThat(table.value("Messages/s", 2)).isEmpty();
        assertThat(table.value("Latency (us)", 1)).isEmpty();
    }

    @Test
    void namesWithBlanksAreOneColumnHoweverTheyAreSpaced() {
        ResultTable table = ResultTable.parse("# Size Latency (us)\n1 1.62\n");

        assertThat(table.columns()).containsExactly("Latency (us)");
        assertThat(table.value("Latency (us)", 1)).hasValue(1.62);
    }

    @Test
    void readsAllColumnsOfACollective() {
        ResultTable table = ResultTable.parse("""
                # OSU MPI Allreduce Latency Test
                # Size       Avg Latency(us)   Min Latency(us)   Max Latency(us)  Iterations        Validation
                4                       0.51              0.45              0.57          10              Pass
                """);

        assertThat(table.columns())
                .containsExactly("Avg Latency(us)", "Min Latency(us)", "Max Latency(us)", "Iterations", "Validation");
        assertThat(table.value("Max Latency(us)", 4)).hasValue(0.57);
        assertThat(table.value("Iterations", 4)).hasValue(10);
        assertThat(table.value("Validation", 4)).isEmpty();
    }

    @Test
    void readsTheCpuTimesOfAllCalls() {
        ResultTable table = ResultTable.parse("""
                # CPU time of ranks that wait 1 s
                # Recv(ms)         Probe(ms)       Barrier(ms)       Waitany(ms)
                   1000.04              2.00           1000.02           1000.01
                """);

        assertThat(table.columns()).containsExactly("Recv(ms)", "Probe(ms)", "Barrier(ms)", "Waitany(ms)");
        assertThat(table.value("Recv(ms)", 0)).hasValue(1000.04);
        assertThat(table.value("Probe(ms)", 0)).hasValue(2);
    }

    @Test
    void theRowsOfThreadsAreFoundByTheirNumber() {
        ResultTable table = ResultTable.parse("""
                # Message rate of several threads: ping-pong
                # nthreads    Size      Latency (us)  Message Rate (MMPS)   P99 Latency(us)    Min Rate(MMPS)    Max Rate(MMPS)
                1                8              0.15                6.774              0.20             6.774             6.774
                8                8              3.69                0.271              9.99             0.030             0.040
                """);

        assertThat(table.columns())
                .containsExactly(
                        ResultTable.LATENCY,
                        ResultTable.MESSAGE_RATE,
                        ResultTable.P99_LATENCY,
                        "Min Rate(MMPS)",
                        "Max Rate(MMPS)");
        assertThat(table.rows()).containsOnlyKeys(1, 8);
        assertThat(table.value(ResultTable.LATENCY, 8)).hasValue(3.69);
        assertThat(table.value(ResultTable.MESSAGE_RATE, 8)).hasValue(0.271);
        assertThat(table.value("Max Rate(MMPS)", 8)).hasValue(0.04);
    }

    @Test
    void aTableWithoutSizesHasOneRow() {
        ResultTable table = ResultTable.parse("# OSU MPI Barrier Latency Test\n# Avg Latency(us)\n             0.63\n");

        assertThat(table.columns()).containsExactly("Avg Latency(us)");
        assertThat(table.value("Avg Latency(us)", 0)).hasValue(0.63);
    }

    @Test
    void readsMpibenchInMicrosecondsAndMegabytes() {
        ResultTable table = ResultTable.parse("""
                Latency: 17.6 µsec Bandwidth: 57.0 kbytes/s (1 x 10000)
                Latency: 1.3 msec Bandwidth: 199.9 Mbytes/s (262144 x 400)  Pass
                """);

        assertThat(table.value(ResultTable.LATENCY, 1)).hasValue(17.6);
        assertThat(table.value(ResultTable.BANDWIDTH, 1)).hasValue(0.057);
        assertThat(table.value(ResultTable.LATENCY, 262144)).hasValue(1300);
        assertThat(table.value(ResultTable.BANDWIDTH, 262144)).hasValue(199.9);
    }

    @Test
    void skipsWhatIsNoRow() {
        ResultTable table = ResultTable.parse("""
                2 is a number before any table
                # Size          Latency (us)
                WARNING: something about 3 cores
                8 too many fields
                8                       0.30
                """);

        assertThat(table.rows()).containsOnlyKeys(8);
    }

    @Test
    void aTextWithoutTableIsAnEmptyTable() {
        assertThat(ResultTable.parse("nothing here").rows()).isEmpty();
    }
}
