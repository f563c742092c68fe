/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class MedianTest {
    @Test
    void isTheMiddleOne() {
        assertThat(Median.of(List.of(3.0))).isEqualTo(3);
        assertThat(Median.of(List.of(9.0, 1.0, 2.0))).isEqualTo(2);
    }

    @Test
    void isTheMeanOfTheTwoInTheMiddle() {
        assertThat(Median.of(List.of(9.0, 1.0, 2.0, 4.0))).isEqualTo(3);
    }

    @Test
    void needsFigures() {
        assertThatIllegalArgumentException().isThrownBy(() -> Median.of(List.of()));
    }
}
