/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.bench.table.ResultTable;
import java.util.List;
import org.junit.jupiter.api.Test;

class ComparisonTest {
    @Test
    void printsMediansAndRatios() {
        Comparison comparison = new Comparison("Size");
        for (String figure : new String[] {"0.20", "0.90", "0.10"}) {
            comparison.add("tern", latency("0 " + figure + "\n1 0.30"));
            comparison.add("openmpi", latency("0 0.40\n1 0.40"));
            comparison.add("cacheline", latency("0 0.13"));
        }

        assertThat(comparison.lines())
                .containsExactly(
                        "# Latency (us): median of 3 rounds; smaller is better, for the ratios too",
                        "# Size              tern       openmpi     cacheline  tern/openmpi  tern/cacheline",
                        "0                 0.2000        0.4000        0.1300          0.50            1.54",
                        "1                 0.3000        0.4000             -          0.75               -",
                        "# Latency (us): best of 3 rounds; smaller is better, for the ratios too",
                        "# Size              tern       openmpi     cacheline  tern/openmpi  tern/cacheline",
                        "0                 0.1000        0.4000        0.1300          0.25            0.77",
                        "1                 0.3000        0.4000             -          0.75               -");
    }

    @Test
    void theBestIsThatOfTheNativeMpisInEachRow() {
        Comparison comparison = new Comparison("Size");
        comparison.add("tern", latency("0 0.20\n1 0.30"));
        comparison.add("openmpi", latency("0 0.40\n1 0.40"));
        comparison.add("lam", latency("0 0.80\n1 0.20"));
        comparison.add("cacheline", latency("0 0.10"));

        assertThat(comparison.lines())
                .containsExactly(
                        "# Latency (us): median of 1 rounds; smaller is better, for the ratios too",
                        "# Size              tern       openmpi           lam     cacheline  tern/openmpi"
                                + "      tern/lam  tern/cacheline     tern/best",
                        "0                 0.2000        0.4000        0.8000        0.1000          0.50"
                                + "          0.25            2.00          0.50",
                        "1                 0.3000        0.4000        0.2000             -          0.75"
                                + "          1.50               -          1.50");
    }

    @Test
    void theBestOfBandwidthsIsTheLargest() {
        Comparison comparison = new Comparison("Size");
        comparison.add("tern", ResultTable.parse("# Size      Bandwidth (MB/s)\n1 12.00"));
        comparison.add("openmpi", ResultTable.parse("# Size      Bandwidth (MB/s)\n1 6.00"));
        comparison.add("mpich", ResultTable.parse("# Size      Bandwidth (MB/s)\n1 24.00"));

        assertThat(comparison.ratio(List.of("openmpi", "mpich"), "Bandwidth (MB/s)", 1))
                .hasValue(0.5);
        assertThat(comparison.ratio(List.of("openmpi", "absent"), "Bandwidth (MB/s)", 1))
                .hasValue(2);
        assertThat(comparison.ratio(List.of("absent"), "Bandwidth (MB/s)", 1)).isEmpty();
    }

    @Test
    void hasATableForEachFigureAndSaysWhatIsBetter() {
        Comparison comparison = new Comparison("Size");
        comparison.add("tern", ResultTable.parse("# Size MB/s Messages/s Validation\n1 12.00 12000000.00 Pass"));
        comparison.add("mpich", ResultTable.parse("# Size MB/s Messages/s Validation\n1 8.00 8000000.00 Pass"));

        assertThat(comparison.lines())
                .containsExactly(
                        "# MB/s: median of 1 rounds; larger is better, for the ratios too",
                        "# Size              tern         mpich    tern/mpich",
                        "1                  12.00        8.0000          1.50",
                        "# Messages/s: median of 1 rounds; larger is better, for the ratios too",
                        "# Size              tern         mpich    tern/mpich",
                        "1            12000000.00    8000000.00          1.50");
    }

    @Test
    void spreadAndRoundsOfACollectiveAreNotCompared() {
        Comparison comparison = new Comparison("Size");
        comparison.add(
                "tern",
                ResultTable.parse(
                        "# Size Avg Latency(us) Min Latency(us) Max Latency(us) Iterations\n4 1.00 0.50 2.00 100"));

        assertThat(comparison.lines()).hasSize(3).first().asString().startsWith("# Avg Latency(us)");
    }

    @Test
    void bandwidthsAreBetterWhenLarger() {
        Comparison comparison = new Comparison("Size");
        comparison.add("tern", ResultTable.parse("# Size      Bandwidth (MB/s)\n1 12.00"));

        assertThat(comparison.lines()).first().asString().contains("larger is better");
    }

    private static ResultTable latency(String rows) {
        return ResultTable.parse("# Size          Latency (us)\n" + rows);
    }
}
