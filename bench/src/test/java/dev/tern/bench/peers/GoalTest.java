/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.tern.bench.BenchOptions;
import dev.tern.bench.Program;
import dev.tern.bench.Settings;
import dev.tern.bench.table.ResultTable;
import java.util.List;
import org.junit.jupiter.api.Test;

class GoalTest {
    private static final String LATENCY = "Latency (us)";

    private final Comparison latencies = new Comparison("Size");
    private final Comparison bandwidths = new Comparison("Size");

    GoalTest() {
        latencies.add("tern", ResultTable.parse("# Size Latency (us)\n0 0.1\n8 0.2\n16 0.3\n"));
        latencies.add("openmpi", ResultTable.parse("# Size Latency (us)\n0 0.2\n8 0.25\n16 0.2\n"));
        bandwidths.add("tern", ResultTable.parse("# Size Bandwidth (MB/s)\n1 30\n2 50\n"));
        bandwidths.add("openmpi", ResultTable.parse("# Size Bandwidth (MB/s)\n1 20\n2 40\n"));
        bandwidths.add("mpich", ResultTable.parse("# Size Bandwidth (MB/s)\n1 10\n2 50\n"));
    }

    @Test
    void theWorstSizeOfTheRangeDecides() {
        assertThat(words(new Goal(LATENCY, 0, 8, List.of("openmpi"), 0.8), latencies))
                .containsExactly("it", "0", "-", "8", "openmpi", "0.80", "8", "<=", "0.80", "met");
        assertThat(words(new Goal(LATENCY, 0, 16, List.of("openmpi"), 0.8), latencies))
                .containsExactly("it", "0", "-", "16", "openmpi", "1.50", "16", "<=", "0.80", "missed");
    }

    @Test
    void bandwidthsAreToBeAtLeastTheGoal() {
        assertThat(words(new Goal("Bandwidth (MB/s)", 1, 2, List.of("openmpi", "mpich"), 1.0), bandwidths))
                .containsExactly("it", "1", "-", "2", "openmpi,", "mpich", "1.00", "2", ">=", "1.00", "met");
        assertThat(words(new Goal("Bandwidth (MB/s)", 2, 2, List.of("openmpi"), 1.3), bandwidths))
                .containsExactly("it", "2", "openmpi", "1.25", "2", ">=", "1.30", "missed");
    }

    @Test
    void withoutPeersTheFigureItselfIsTheResult() {
        assertThat(words(new Goal(LATENCY, 0, 16, List.of(), 0.25), latencies))
                .containsExactly("it", "0", "-", "16", "Latency", "(us)", "0.30", "16", "<=", "0.25", "missed");
    }

    @Test
    void whoIsNotInstalledMeetsAndMissesNothing() {
        assertThat(words(new Goal(LATENCY, 0, 8, List.of("lam"), 1.0), latencies))
                .containsExactly("it", "0", "-", "8", "lam", "-", "-", "<=", "1.00", "not", "measured");
    }

    @Test
    void everythingThatIsMeasuredCanBeRun() {
        assertThat(Goals.MEASUREMENTS).isNotEmpty().allSatisfy(measurement -> {
            assertThat(measurement.goals()).isNotEmpty();
            assertThatCode(() -> check(measurement)).doesNotThrowAnyException();
        });
    }

    private static void check(Measurement measurement) throws Exception {
        if (Program.of(measurement.benchmark()).isEmpty()) {
            Settings.of(BenchOptions.parse(measurement.benchmark().toArray(String[]::new)))
                    .pairs(measurement.ranks());
        }
    }

    private static List<String> words(Goal goal, Comparison comparison) {
        return List.of(goal.verdict("it", comparison).split(" +"));
    }
}
