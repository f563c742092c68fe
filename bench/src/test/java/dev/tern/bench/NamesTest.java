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

class NamesTest {
    private static final List<String> NAMES = List.of("osu_bw", "osu_bibw", "osu_latency", "osu_barrier", "mpibench");

    @ParameterizedTest
    @CsvSource({"osu_latncy, osu_latency", "OSU_BW, osu_bw", "osu_bibww, osu_bibw", "mpi_bench, mpibench"})
    void findsWhatNeedsTheFewestEdits(String word, String nearest) {
        assertThat(Names.nearest(word, NAMES)).isEqualTo(nearest);
    }

    @Test
    void prefersWhatBeginsWithTheWord() {
        assertThat(Names.nearest("osu_lat", NAMES)).isEqualTo("osu_latency");
    }

    @ParameterizedTest
    @CsvSource({"'', '', 0", "abc, abc, 0", "'', abc, 3", "abc, abd, 1", "abc, ab, 1", "kitten, sitting, 3"})
    void countsEdits(String from, String to, int edits) {
        assertThat(Names.distance(from, to)).isEqualTo(edits);
        assertThat(Names.distance(to, from)).isEqualTo(edits);
    }
}
