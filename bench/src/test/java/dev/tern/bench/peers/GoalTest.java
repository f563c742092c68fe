/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.tern.bench.BenchOptions;
import dev.tern.bench.Program;
import dev.tern.bench.Settings;
import dev.tern.bench.UsageException;
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
                .containsExactly(
                        "it", "0", "-", "8", "openmpi", "0.2000", "0.2500", "-", "0.80", "8", "<=", "0.80", "met");
        assertThat(words(new Goal(LATENCY, 0, 16, List.of("openmpi"), 0.8), latencies))
                .containsExactly(
                        "it", "0", "-", "16", "openmpi", "0.3000", "0.2000", "-", "1.50", "16", "<=", "0.80", "missed");
    }

    @Test
    void bandwidthsAreToBeAtLeastTheGoal() {
        assertThat(words(new Goal("Bandwidth (MB/s)", 1, 2, List.of("openmpi", "mpich"), 1.0), bandwidths))
                .containsExactly(
                        "it",
                        "1",
                        "-",
                        "2",
                        "openmpi,",
                        "mpich",
                        "50.00",
                        "40.00",
                        "50.00",
                        "1.00",
                        "2",
                        ">=",
                        "1.00",
                        "met");
        assertThat(words(new Goal("Bandwidth (MB/s)", 2, 2, List.of("openmpi"), 1.3), bandwidths))
                .containsExactly("it", "2", "openmpi", "50.00", "40.00", "50.00", "1.25", "2", ">=", "1.30", "missed");
    }

    @Test
    void withoutPeersTheFigureItselfIsTheResult() {
        assertThat(words(new Goal(LATENCY, 0, 16, List.of(), 0.25), latencies))
                .containsExactly(
                        "it", "0", "-", "16", "Latency", "(us)", "0.3000", "0.2000", "-", "0.30", "16", "<=", "0.25",
                        "missed");
    }

    @Test
    void whoIsNotInstalledMeetsAndMissesNothing() {
        assertThat(words(new Goal(LATENCY, 0, 8, List.of("lam"), 1.0), latencies))
                .containsExactly("it", "0", "-", "8", "lam", "-", "-", "-", "-", "-", "<=", "1.00", "not", "measured");
    }

    @Test
    void aFigureMayStandBesideThatOfAnotherRow() {
        Comparison rates = new Comparison("Threads");
        String heads = "# nthreads Size Latency (us) Message Rate (MMPS)\n";
        rates.add("tern", ResultTable.parse(heads + "1 0 0.01 100\n2 0 0.01 190\n4 0 0.03 150\n"));

        assertThat(words(Goal.growth(ResultTable.MESSAGE_RATE, 2, 2, 1, 1.9), rates))
                .containsExactly("it", "2", "itself", "at", "1", "190.00", "-", "-", "1.90", "2", ">=", "1.90", "met");
        assertThat(words(Goal.growth(ResultTable.MESSAGE_RATE, 4, 8, 2, 1.0), rates))
                .containsSubsequence("itself", "at", "2", "150.00")
                .endsWith("0.79", "4", ">=", "1.00", "missed");
        assertThat(words(Goal.growth(ResultTable.MESSAGE_RATE, 4, 8, 3, 1.0), rates))
                .endsWith("not", "measured");
    }

    @Test
    void peaksMayBeAtDifferentSizes() {
        String line = "%d: %d bytes 3 times --> %s Mbps in 1.00 usec%n";
        Comparison curves = new Comparison("Size");
        curves.add("tern", ResultTable.parse(line.formatted(0, 1, "10.00") + line.formatted(1, 2, "8.00")));
        curves.add("rawtcp", ResultTable.parse(line.formatted(0, 1, "9.00") + line.formatted(1, 2, "12.50")));
        curves.add("openmpi", ResultTable.parse(line.formatted(0, 1, "5.00") + line.formatted(1, 2, "8.00")));

        Goal goal = Goal.peak(ResultTable.NETPIPE_BANDWIDTH, 1, 2, List.of("openmpi", "rawtcp"), 0.97);
        assertThat(words(goal, curves))
                .containsExactly(
                        "it",
                        "1",
                        "-",
                        "2",
                        "openmpi,",
                        "rawtcp:",
                        "peak",
                        "10.00",
                        "8.0000",
                        "-",
                        "0.80",
                        "1",
                        ">=",
                        "0.97",
                        "missed");
        assertThat(words(Goal.peak(ResultTable.NETPIPE_BANDWIDTH, 1, 2, List.of("openmpi"), 1.25), curves))
                .endsWith("1.25", "1", ">=", "1.25", "met");
        assertThat(words(Goal.peak(ResultTable.NETPIPE_BANDWIDTH, 1, 2, List.of("lam"), 1), curves))
                .endsWith("not", "measured");
    }

    @Test
    void theGoalsOverTcpSayThatTheyAre() throws UsageException {
        assertThat(Goals.of("tcp"))
                .isNotEmpty()
                .allSatisfy(
                        measurement -> assertThat(measurement.title()).containsAnyOf(" --over tcp ", " --over hosts "));
    }

    @Test
    void connectionsAreMeasuredByTernOnPretendedHostsAlone() throws UsageException {
        assertThat(Goals.of("tcp"))
                .filteredOn(measurement -> measurement.over() == Transport.HOSTS)
                .singleElement()
                .satisfies(measurement -> {
                    assertThat(measurement.benchmark()).startsWith("shm_beside_tcp");
                    assertThat(measurement.ranks()).isEqualTo(4);
                    assertThat(measurement.with()).isEmpty();
                    Comparison comparison = new Comparison("Size");
                    comparison.add(
                            "tern",
                            ResultTable.parse(
                                    "# Size Without(us) With(us) With/Without\n0 0.1 0.1 1.0\n8 0.1 0.11 1.1\n"));
                    assertThat(words(measurement.goals().getFirst(), comparison))
                            .endsWith("1.10", "8", "<=", "1.05", "missed");
                });
    }

    @Test
    void startsUnderOtherEnginesAreListedWithoutAGoal() throws UsageException {
        assertThat(Goals.of("jobs"))
                .filteredOn(measurement -> measurement.goals().isEmpty())
                .singleElement()
                .satisfies(measurement -> {
                    assertThat(measurement.title()).isEqualTo("hello -n 4");
                    assertThat(measurement.with()).containsExactly("mpiexec.hydra", "mpirun.openmpi", "srun");
                });
    }

    @Test
    void aGroupIsAPartOfEverything() throws Exception {
        assertThat(Goals.all()).containsAll(Goals.of("threads"));
        assertThat(Goals.of("threads"))
                .allSatisfy(measurement -> assertThat(measurement.title()).contains("thread"));
        assertThatExceptionOfType(UsageException.class)
                .isThrownBy(() -> Goals.of("thread"))
                .withMessage("table thread: there is no such group of goals: did you mean threads?");
    }

    @Test
    void everythingThatIsMeasuredCanBeRun() {
        assertThat(Goals.all()).isNotEmpty().allSatisfy(measurement -> {
            assertThat(measurement.goals().isEmpty())
                    .isEqualTo(measurement.title().equals("hello -n 4"));
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
