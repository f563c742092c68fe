/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimeLimitTest {
    @ParameterizedTest
    @CsvSource({
        "10000, 0.0000001, 10000", // fast enough for the whole schedule
        "10000, 0.0002, 10000",
        "10000, 0.001, 2000",
        "10000, 1, 10", // never less than ten
        "4, 1, 4", // unless the schedule has less
        "10000, 0, 10000",
    })
    void slowRoundsAreFewer(int scheduled, double each, int rounds) {
        assertThat(new TimeLimit(2).rounds(scheduled, each)).isEqualTo(rounds);
    }

    @Test
    void aQuarterOfTheTimeGoesToTheRoundsBefore() {
        assertThat(new TimeLimit(2).allowsWarmUp(0.49)).isTrue();
        assertThat(new TimeLimit(2).allowsWarmUp(0.5)).isFalse();
    }

    @Test
    void withoutLimitEveryRoundIsRun() {
        assertThat(TimeLimit.NONE.rounds(Integer.MAX_VALUE, 1e6)).isEqualTo(Integer.MAX_VALUE);
        assertThat(TimeLimit.NONE.allowsWarmUp(1e9)).isTrue();
    }
}
