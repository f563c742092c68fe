/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class OsuReportTest {
    @Test
    void printsTheTableOfALatencyTest() {
        Report report = new OsuReport(
                List.of("OSU MPI Latency Test"), true, List.of(Column.number("Latency (us)", 2, Sample::latency)));

        assertThat(report.header()).containsExactly("# OSU MPI Latency Test", "# Size          Latency (us)");
        assertThat(report.row(sample(0, 0.0046))).isEqualTo("0                       0.23");
        assertThat(report.row(sample(4194304, 13.678))).isEqualTo("4194304               683.90");
    }

    @Test
    void printsFurtherColumnsBehindTheirHeads() {
        Report report = new OsuReport(
                List.of("OSU MPI Broadcast Latency Test"),
                true,
                List.of(
                        Column.number("Avg Latency(us)", 2, Sample::latency),
                        Column.number("Min Latency(us)", 2, Sample::minLatency),
                        Column.number("Max Latency(us)", 2, Sample::maxLatency),
                        Column.iterations(),
                        Column.validation()));

        assertThat(report.header())
                .last()
                .isEqualTo("# Size       Avg Latency(us)   Min Latency(us)   Max Latency(us)  Iterations"
                        + "        Validation");
        assertThat(report.row(new Sample(4, 1000, 1, 0.001, 0.0005, 0.002, false)))
                .isEqualTo("4                       1.00              0.50              2.00        1000"
                        + "              Fail");
    }

    @Test
    void aTableWithoutSizesBeginsWithItsFirstFigure() {
        Report report = new OsuReport(
                List.of("OSU MPI Barrier Latency Test"),
                false,
                List.of(Column.number("Avg Latency(us)", 2, Sample::latency), Column.iterations()));

        assertThat(report.header()).last().isEqualTo("# Avg Latency(us)  Iterations");
        assertThat(report.row(new Sample(0, 1000, 1, 0.001, 0.001, 0.001, true)))
                .isEqualTo("             1.00        1000");
    }

    @Test
    void aPublishedTableIsTheLastColumnAndLeavesGaps() {
        Published published = Published.load("osu_latency.mvapich2-1.9-snb");
        Report report = new OsuReport(
                List.of(),
                true,
                List.of(
                        Column.number("Latency (us)", 2, Sample::latency),
                        Column.beside(published, ResultTable.LATENCY)));

        assertThat(report.header()).last().asString().endsWith("  mvapich2-1.9-snb");
        assertThat(report.row(sample(64, 0.002))).endsWith("0.10              0.39");
        assertThat(report.row(sample(3, 0.002))).endsWith("0.10                 -");
    }

    private static Sample sample(int size, double seconds) {
        return new Sample(size, 10_000, 2, seconds, seconds, seconds, true);
    }
}
