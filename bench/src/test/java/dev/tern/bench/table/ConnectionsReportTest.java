/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class ConnectionsReportTest {
    private static final ConnectionsSample SAMPLE =
            new ConnectionsSample(64, List.of(90e-6, 100e-9, 80e-9), List.of(120e-9, 110e-9, 150e-6));

    @Test
    void theMedianPhaseOfEachHalfCounts() {
        assertThat(SAMPLE.without()).isCloseTo(0.1, within(1e-9));
        assertThat(SAMPLE.with()).isCloseTo(0.12, within(1e-9));
        assertThat(SAMPLE.ratio()).isCloseTo(1.2, within(1e-9));
    }

    @Test
    void bothLatenciesAndTheirRatioAreInARow() {
        ConnectionsReport report = new ConnectionsReport("Title", 2);

        assertThat(report.header())
                .containsExactly("# Title", "# Size           Without(us)          With(us)      With/Without");
        assertThat(report.row(SAMPLE)).isEqualTo("64                      0.10              0.12             1.200");
    }

    @Test
    void theHarnessReadsWhatIsPrinted() {
        ConnectionsReport report = new ConnectionsReport("Title", 4);
        ResultTable table = ResultTable.parse(String.join("\n", report.header()) + "\n" + report.row(SAMPLE) + "\n");

        assertThat(table.columns()).containsExactly("Without(us)", "With(us)", ResultTable.WITH_TO_WITHOUT);
        assertThat(table.value("Without(us)", 64)).hasValue(0.1);
        assertThat(table.value(ResultTable.WITH_TO_WITHOUT, 64)).hasValue(1.2);
    }
}
