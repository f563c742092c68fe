/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command {@code tern bench}. */
class BenchIT {
    private static final List<String> SHORT = List.of("-i", "4", "-x", "1", "--jit-warmup", "0");

    @ParameterizedTest
    @CsvSource({
        "2, osu_latency -c -a direct -m 0:70000, 0 1 65536",
        "2, osu_latency -c -a buffer -m 8, 0 8",
        "2, osu_multi_lat -a arrays --same-buffer -m 0:70000, 0 65536",
        "3, osu_latency --busy-neighbours -c -m 8:8, 8",
        "2, osu_bibw -c -a direct -m 4:5000, 4 4096",
        "4, osu_mbw_mr -c -a direct -m 4:64, 4 64",
        "2, osu_mbw_mr -c -t 3 -m 4:64, 4 64",
        "2, osu_mbw_mr -c -t 2 --one-comm --threads-kind virtual -a arrays -m 4:64, 4 64",
        "2, osu_latency -c --thread-level multiple -m 8:8, 8",
        "2, osu_latency_mt -m 0:8, 0 8",
        "2, osu_latency_mt -t 3:2 --threads-kind virtual -m 8:8, 8",
        "3, osu_allreduce -c -a direct -m 8:64, 8 64",
        "3, osu_alltoall -c -a direct -f -m 8:64, 8 64"
    })
    void measuresAndValidates(int ranks, String line, String sizes) {
        JobResult result =
                bench(ranks, line).options(SHORT.toArray(String[]::new)).run().succeeds();

        assertThat(result.out()).doesNotContain("Fail");
        assertThat(rows(result)).contains(sizes.split(" "));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1 | threads -t 1,2,4 --max-time 0.05 --beside mpich2-2008-global-lock | 1 2 4 | 5
            1 | threads -t 3 --threads-kind virtual --max-time 0.05 -f            | 3     | 6
            2 | threads -t 1,2 --max-time 0.05 -f                                 | 1 2   | 7
            2 | threads -t 2 --one-comm --mode window -m 8:8 -i 4                 | 2     | 4
            2 | threads -t 2 --one-comm --threads-kind virtual -m 8:8 -i 4        | 2     | 4
            2 | threads -t 3 --mode window --threads-kind virtual -a arrays -i 4  | 3     | 4
            """)
    void numbersOfThreadsHaveARowEach(int ranks, String line, String threads, int columns) {
        JobResult result =
                bench(ranks, line).options("--jit-warmup", "0.05").run().succeeds();

        List<String> table =
                result.lines().stream().filter(row -> !row.startsWith("#")).toList();
        assertThat(table).map(row -> row.split(" ")[0]).containsExactly(threads.split(" "));
        assertThat(table).allSatisfy(row -> assertThat(row.split(" +")).hasSize(columns));
        assertThat(table)
                .allSatisfy(row ->
                        assertThat(Double.parseDouble(row.split(" +")[3])).isNotNegative());
    }

    @ParameterizedTest
    @CsvSource({
        "netpipe -c -u 16, 1 2 3 4 6 8 12 13 16 19",
        "netpipe -l 2000 -u 2000 -p 5 -2 -a direct --beside raw-tcp-2005, 1995 2000 2005",
        "netpipe -c -l 100000 -u 100000 -p 0 -s -a arrays, 100000",
        "rawtcp -c -l 8 -u 8, 8",
        "rawtcp-nonblocking -c -l 8 -u 8 -2, 8"
    })
    void netpipeHasALineForEachSizeOfItsCurve(String line, String sizes) {
        JobResult result = MpiJob.command(Site.script("tern"), "bench")
                .options(line.split(" "))
                .options("-i", "3", "-x", "1", "--jit-warmup", "0.1")
                .run()
                .succeeds();

        assertThat(result.out()).doesNotContain("Fail");
        assertThat(result.lines().stream().filter(row -> !row.startsWith("#")))
                .allMatch(row -> row.matches(" *\\d+: +\\d+ bytes +3 times --> +[0-9.]+ Mbps in +[0-9.]+ usec.*"))
                .map(row -> row.replaceFirst(" bytes.*", "").replaceFirst(".* ", ""))
                .containsExactly(sizes.split(" "));
    }

    @Test
    void slowSizesGetFewerRoundsThanTheOriginal() {
        JobResult result = bench(2, "osu_latency -m 4194304:4194304 -f --max-time 0.000001 --jit-warmup 0")
                .run()
                .succeeds();

        assertThat(result.lines().getLast()).startsWith("4194304").endsWith(" 10");
    }

    @Test
    void waitingIsOneRowOfCpuTimes() {
        JobResult result = bench(3, "wait_cpu").run().succeeds();

        assertThat(result.lines().getLast().strip().split(" +"))
                .hasSize(4)
                .allMatch(text -> Double.parseDouble(text) >= 0);
    }

    @Test
    void latenciesStandBesideThoseWithConnections() {
        JobResult result = bench(4, "shm_beside_tcp -m 0:16 --max-time 0.05 --jit-warmup 0.1 -d 4")
                .run()
                .succeeds();

        assertThat(result.lines()).element(1).asString().endsWith("With/Without");
        List<String> rows = result.lines().subList(2, result.lines().size());
        assertThat(rows).map(row -> row.split(" ")[0]).containsExactly("0", "8", "16");
        assertThat(rows)
                .allSatisfy(
                        row -> assertThat(row.split(" +")).hasSize(4).allMatch(text -> Double.parseDouble(text) >= 0));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            2 | osu_latncy               | bench: no benchmark is called 'osu_latncy': did you mean osu_latency? --list shows all
            3 | osu_bw                   | bench: osu_bw needs exactly 2 ranks and was started on 3: try mpirun -n 2
            2 | osu_latency -a array     | bench: Invalid value for option '--api': expected buffer, direct or arrays, not 'array'
            """)
    void wrongOptionsAreOneLineBeforeAnyRankStarts(int ranks, String line, String message) {
        JobResult result = bench(ranks, line).run().exits(1);

        assertThat(result.out()).isEmpty();
        assertThat(result.err().strip()).isEqualTo(message);
    }

    private static MpiJob bench(int ranks, String line) {
        return MpiJob.command(Site.script("tern"), "bench", "-n", String.valueOf(ranks))
                .options(line.split(" "));
    }

    /** The first word of each line, which is a message size where the line is a row. */
    private static List<String> rows(JobResult result) {
        return result.lines().stream()
                .flatMap(row -> Stream.of(row.split(" ")).limit(1))
                .toList();
    }
}
