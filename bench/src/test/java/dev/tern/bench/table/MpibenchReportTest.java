/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MpibenchReportTest {
    @ParameterizedTest
    @CsvSource({
        "0, 10000, 17.5, Latency: 17.5 µsec Bandwidth: 0.0 bytes/s (0 x 10000)",
        "1, 10000, 17.54, Latency: 17.5 µsec Bandwidth: 57.0 kbytes/s (1 x 10000)",
        "32, 10000, 17.7, Latency: 17.7 µsec Bandwidth: 1.8 Mbytes/s (32 x 10000)",
        "131072, 800, 686.4, Latency: 686.4 µsec Bandwidth: 191.0 Mbytes/s (131072 x 800)",
        "1048576, 100, 5107.5, Latency: 5.1 msec Bandwidth: 205.3 Mbytes/s (1048576 x 100)",
        "100, 10, 2500000, Latency: 2.5 sec Bandwidth: 40.0 bytes/s (100 x 10)",
    })
    void printsEachFigureInTheUnitThatSuitsIt(int size, int rounds, double micros, String line) {
        Report report = new MpibenchReport(false, Optional.empty());

        assertThat(report.header()).isEmpty();
        assertThat(report.row(sample(size, rounds, micros))).isEqualTo(line);
    }

    @Test
    void aPublishedTableAndTheVerdictEndTheLine() {
        Report report = new MpibenchReport(true, Optional.of(Published.load("mpibench.scampi-ib")));

        assertThat(report.row(sample(1, 10, 2)))
                .isEqualTo("Latency: 2.0 µsec Bandwidth: 500.0 kbytes/s (1 x 10)"
                        + "  scampi-ib: 6.8 µsec 146.1 kbytes/s  Pass");
        assertThat(report.row(sample(3, 10, 2))).endsWith("  scampi-ib: -  Pass");
    }

    private static Sample sample(int size, int rounds, double micros) {
        double seconds = micros * 1e-6 * 2 * rounds;
        return new Sample(size, rounds, 2, seconds, seconds, seconds, true);
    }
}
