/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NetpipeReportTest {
    private static Sample sample(int size, int rounds, double micros, boolean valid) {
        double seconds = micros * 1e-6 * 2 * rounds;
        return new Sample(size, rounds, 2, seconds, seconds, seconds, valid);
    }

    @Test
    void theLinesAreThoseOfTheOriginal() {
        NetpipeReport report = new NetpipeReport("title", 1, 2, false, Optional.empty());

        assertThat(report.header()).containsExactly("# title");
        assertThat(report.row(sample(1, 760, 116.08, true)))
                .isEqualTo("  0:       1 bytes    760 times -->      0.07 Mbps in     116.08 usec");
        assertThat(report.row(sample(8_388_611, 3, 71_878.00, true)))
                .isEqualTo("  1: 8388611 bytes      3 times -->    890.40 Mbps in   71878.00 usec");
    }

    @Test
    void bothWaysCount() {
        Sample sample = new Sample(1 << 17, 10, 1, 1, 1, 1, true);

        assertThat(new NetpipeReport("title", 2, 2, false, Optional.empty()).row(sample))
                .endsWith("-->     20.00 Mbps in  100000.00 usec");
    }

    @Test
    void aPublishedTableAndTheVerdictEndTheLine() {
        Published published = Published.load("netpipe.raw-tcp-2005");
        NetpipeReport report = new NetpipeReport("title", 1, 4, true, Optional.of(published));

        assertThat(report.header())
                .containsExactly("# title", "# raw-tcp-2005: NetPIPE raw TCP, gigabit Ethernet, same machines");
        assertThat(report.row(sample(1, 3, 2, true)))
                .endsWith("  3.8147 Mbps in     2.0000 usec  raw-tcp-2005:     0.08 Mbps in      90.74 usec  Pass");
        assertThat(report.row(sample(6, 3, 2, false))).endsWith(" usec  raw-tcp-2005: -  Fail");
    }

    @Test
    void theLinesAreReadBack() {
        NetpipeReport report =
                new NetpipeReport("title", 1, 4, true, Optional.of(Published.load("netpipe.raw-tcp-2005")));
        String text = String.join("\n", List.of(report.row(sample(1, 3, 2, true)), report.row(sample(2, 3, 4, true))));

        ResultTable table = ResultTable.parse(text);

        assertThat(table.columns()).containsExactly(ResultTable.LATENCY, ResultTable.NETPIPE_BANDWIDTH);
        assertThat(table.rows()).containsOnlyKeys(1, 2);
        assertThat(table.value(ResultTable.LATENCY, 2)).hasValue(4);
        assertThat(table.value(ResultTable.NETPIPE_BANDWIDTH, 1)).hasValue(3.8147);
    }
}
