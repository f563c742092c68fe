/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.examples.Hello;
import dev.tern.examples.Jacobi;
import dev.tern.examples.Pi;
import dev.tern.examples.Ring;
import dev.tern.examples.SampleSort;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The examples print right results on any number of ranks, also with more ranks than cores. */
class ExamplesIT {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 8})
    void helloIsSaidOnceByEveryRank(int ranks) {
        JobResult result = MpiJob.of(ranks, Hello.class).run().succeeds();
        assertThat(result.lines().stream().map(line -> line.replaceFirst(" on \\S+$", "")))
                .containsExactlyInAnyOrderElementsOf(IntStream.range(0, ranks)
                        .mapToObj(rank -> "Hello from rank " + rank + " of " + ranks)
                        .toList());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 8})
    void theTokenOfTheRingCollectsAllRanks(int ranks) {
        int sum = 20 * ranks * (ranks - 1) / 2;
        MpiJob.of(ranks, Ring.class, 20).run().succeeds().prints("token " + sum + ", expected " + sum + "\n");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 8})
    void piIsRight(int ranks) {
        MpiJob.of(ranks, Pi.class, 100_000).run().succeeds().prints("pi is about 3.14159265", "e-12");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 8})
    void jacobiGivesTheSameDigitsOnAnyNumberOfRanks(int ranks) {
        JobResult result = MpiJob.of(ranks, Jacobi.class, 20, 300).run().succeeds();
        assertThat(result.lines().getLast())
                .isEqualTo("after 300 sweeps: last change 3.741513e-06, error 1.299547e-04");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 8})
    void sampleSortSortsTheSameNumbersOnAnyNumberOfRanks(int ranks) {
        MpiJob.of(ranks, SampleSort.class, 100_000, 7)
                .run()
                .succeeds()
                .prints("100000 numbers on " + ranks + " ranks: sorted", "checksum");
    }
}
