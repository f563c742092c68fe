/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PublishedTest {
    static Stream<String> names() {
        return Published.names().stream();
    }

    @Test
    void theIndexListsEveryFile() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("src/main/resources/dev/tern/bench/reference"))) {
            assertThat(files.map(file -> file.getFileName().toString()).filter(name -> name.endsWith(".txt")))
                    .containsExactlyInAnyOrderElementsOf(
                            names().map(name -> name + ".txt").toList());
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void everyTableSaysWhereItComesFromAndIsComplete(String name) {
        Published published = Published.load(name);

        assertThat(published.source()).isNotEqualTo("source unknown");
        assertThat(published.table().columns()).isNotEmpty();
        assertThat(published.table().rows()).hasSizeGreaterThan(6);
        assertThat(published.table().rows().values())
                .allSatisfy(row -> assertThat(row)
                        .hasSameSizeAs(published.table().columns())
                        .doesNotContain(Double.NaN));
    }

    @Test
    void isFoundByItsFullNameAndByWhatFollowsTheBenchmark() {
        assertThat(Published.find("osu_latency", "osu_latency.mvapich2-1.9-snb"))
                .isPresent();
        assertThat(Published.find("osu_latency", "mvapich2-1.9-snb"))
                .hasValueSatisfying(found -> assertThat(found.table().value(ResultTable.LATENCY, 4194304))
                        .hasValue(683.9));
    }

    @Test
    void ratesOfThreadsAreFoundByTheirNumber() {
        assertThat(Published.find("threads", "mpich2-2008-global-lock"))
                .hasValueSatisfying(found -> assertThat(found.table().value(ResultTable.MESSAGE_RATE, 8))
                        .hasValue(0.271));
    }

    @Test
    void netpipeHasLatencyAndBandwidth() {
        ResultTable table = Published.load("netpipe.raw-tcp-2005").table();

        assertThat(table.value(ResultTable.LATENCY, 1)).hasValue(90.74);
        assertThat(table.value(ResultTable.NETPIPE_BANDWIDTH, 8_388_611)).hasValue(894.96);
    }

    @Test
    void isNotFoundForAnotherBenchmark() {
        assertThat(Published.find("osu_bw", "osu_latency.mvapich2-1.9-snb")).isEmpty();
        assertThat(Published.names("osu_bw")).isEmpty();
    }
}
