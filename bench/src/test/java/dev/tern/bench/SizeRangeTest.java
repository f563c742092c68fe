/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SizeRangeTest {
    private static final SizeRange DEFAULTS = new SizeRange(1, 4096);

    @ParameterizedTest
    @CsvSource({"64, 1, 64", "2:64, 2, 64", "8:, 8, 4096", ":64, 1, 64", "0, 0, 0", "0:0, 0, 0"})
    void readsTheRange(String text, int min, int max) throws UsageException {
        assertThat(SizeRange.parse(text, DEFAULTS)).isEqualTo(new SizeRange(min, max));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ":", "x", "1:x", "-1", "1:-2", "1:2:3", "1.5", "2147483647", "99999999999"})
    void refusesWhatIsNoRange(String text) {
        assertThatExceptionOfType(UsageException.class)
                .isThrownBy(() -> SizeRange.parse(text, DEFAULTS))
                .withMessage("-m " + text + ": expected MAX or MIN:MAX in bytes, each from 0 to 1073741824");
    }

    @Test
    void refusesARangeThatRunsBackwards() {
        assertThatExceptionOfType(UsageException.class)
                .isThrownBy(() -> SizeRange.parse("8:4", DEFAULTS))
                .withMessage("-m 8:4: the smallest size, 8, is above the largest, 4");
    }

    @Test
    void doublesFromTheSmallestToTheLargest() {
        assertThat(new SizeRange(0, 9).sizes(1)).containsExactly(0, 1, 2, 4, 8);
        assertThat(new SizeRange(3, 24).sizes(1)).containsExactly(3, 6, 12, 24);
        assertThat(new SizeRange(0, 0).sizes(1)).containsExactly(0);
        assertThat(new SizeRange(1 << 30, 1 << 30).sizes(1)).containsExactly(1 << 30);
    }

    @Test
    void keepsToMultiplesOfTheUnit() {
        assertThat(new SizeRange(1, 20).sizes(4)).containsExactly(4, 8, 16);
        assertThat(new SizeRange(0, 8).sizes(4)).containsExactly(0, 4, 8);
        assertThat(new SizeRange(1, 3).sizes(4)).isEmpty();
    }
}
