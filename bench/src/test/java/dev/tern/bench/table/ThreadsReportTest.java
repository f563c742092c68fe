/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class ThreadsReportTest {
    /** Two threads, of which one had a second for 3 million messages and the other two for 5 million. */
    private static final ThreadSample SAMPLE = new ThreadSample(2, 8, 8_000_000, 2, 3, 2.5e6, 3e6, 1_500);

    @Test
    void theUsualColumnsAreThoseOfThePublishedTables() {
        ThreadsReport report = new ThreadsReport("title", 2, false, false, Optional.empty());

        assertThat(report.header())
                .containsExactly("# title", "# nthreads    Size      Latency (us)  Message Rate (MMPS)");
        assertThat(report.row(SAMPLE)).isEqualTo("2                8              0.38                4.000");
    }

    @Test
    void moreColumnsAreReadBackByTheirNames() {
        ThreadsReport report = new ThreadsReport("title", 4, true, true, Optional.empty());

        ResultTable table = ResultTable.parse(String.join("\n", report.header()) + "\n" + report.row(SAMPLE));

        assertThat(table.value(ResultTable.LATENCY, 2)).hasValue(0.375);
        assertThat(table.value(ResultTable.MESSAGE_RATE, 2)).hasValue(4);
        assertThat(table.value(ResultTable.P99_LATENCY, 2)).hasValue(1.5);
        assertThat(table.value("Min Rate(MMPS)", 2)).hasValue(2.5);
        assertThat(table.value("Max Rate(MMPS)", 2)).hasValue(3);
    }

    @Test
    void aPublishedTableEndsTheRows() {
        Optional<Published> published = Published.find("threads", "mpich2-2008-global-lock");
        ThreadsReport report = new ThreadsReport("title", 2, false, false, published);

        assertThat(report.header()).hasSize(3).last().asString().endsWith("  mpich2-2008-global-lock");
        assertThat(report.row(SAMPLE)).endsWith("  1.755");
        assertThat(report.row(new ThreadSample(9, 0, 1, 1, 1, 1, 1, 0))).endsWith("  -");
    }
}
