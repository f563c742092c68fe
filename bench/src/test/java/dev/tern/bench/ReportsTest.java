/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReportsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', ignoreLeadingAndTrailingWhitespace = false, textBlock = """
            osu_latency|# OSU MPI Latency Test|# Size          Latency (us)
            osu_latency -c|# OSU MPI Latency Test|# Size          Latency (us)        Validation
            osu_bw|# OSU MPI Bandwidth Test|# Size      Bandwidth (MB/s)
            osu_bibw|# OSU MPI Bi-Directional Bandwidth Test|# Size      Bandwidth (MB/s)
            osu_mbw_mr|# OSU MPI Multiple Bandwidth / Message Rate Test|# Size                  MB/s        Messages/s
            osu_latency_mt|# OSU MPI Multi-threaded Latency Test|# Size          Latency (us)
            osu_multi_lat|# OSU MPI Multi Latency Test|# Size          Latency (us)
            osu_alltoall|# OSU MPI All-to-All Personalized Exchange Latency Test|# Size       Avg Latency(us)
            osu_allreduce|# OSU MPI Allreduce Latency Test|# Size       Avg Latency(us)
            osu_bcast|# OSU MPI Broadcast Latency Test|# Size       Avg Latency(us)
            osu_latency -f|# OSU MPI Latency Test|# Size          Latency (us)   Min Latency(us)   Max Latency(us)  Iterations
            osu_bw -f|# OSU MPI Bandwidth Test|# Size      Bandwidth (MB/s)  Iterations
            osu_bcast -f|# OSU MPI Broadcast Latency Test|# Size       Avg Latency(us)   Min Latency(us)   Max Latency(us)  Iterations
            osu_barrier|# OSU MPI Barrier Latency Test|# Avg Latency(us)
            """)
    void theHeadsAreThoseOfTheOriginals(String line, String title, String heads) throws UsageException {
        List<String> header = header(line);

        assertThat(header).first().isEqualTo(title);
        assertThat(header).last().isEqualTo(heads);
    }

    @Test
    void severalThreadsAreSaid() throws UsageException {
        assertThat(header("osu_mbw_mr -t 3")).contains("# [ pairs: 1 ] [ window size: 64 ] [ threads: 3 ]");
        assertThat(header("osu_latency_mt -t 2:3"))
                .contains("# Number of Sender threads: 2", "# Number of Receiver threads: 3");
    }

    private static List<String> header(String line) throws UsageException {
        return Reports.of(Settings.of(BenchOptions.parse(line.split(" "))), 1).header();
    }

    @ParameterizedTest
    @CsvSource({"1, 64", "4, 32"})
    void messageRatesSayHowManyPairsAndMessagesThereAre(int pairs, int window) throws UsageException {
        Settings settings = Settings.of(BenchOptions.parse("osu_mbw_mr", "-W", Integer.toString(window)));

        assertThat(Reports.of(settings, pairs).header())
                .contains("# [ pairs: %d ] [ window size: %d ]".formatted(pairs, window));
    }
}
