/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TurnsTest {
    @ParameterizedTest
    @CsvSource({
        "16, 0.0000001, 32", // fast: twice as many
        "16, 0, 32", // too fast for the clock
        "1000, 0.001, 1000", // as long as it should be
        "1000, 0.004, 250", // too long
        "100000, 5, 20", // has become slow
        "100, 5, 16", // very slow: no fewer than cost little beside the news
        "1048576, 0.0001, 1048576" // no more than that
    })
    void blocksTakeAboutAMillisecond(int block, double seconds, int next) {
        assertThat(Turns.next(block, seconds)).isEqualTo(next);
    }
}
