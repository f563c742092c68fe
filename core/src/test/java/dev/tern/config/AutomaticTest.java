/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AutomaticTest {
    @Test
    void ringsShareWhatThereIs() {
        assertThat(Automatic.text(Parameter.RING_BYTES, 2, 1)).isEqualTo("2097152");
        for (int ranks = 1; ranks < 300; ranks++) {
            assertThat(Integer.bitCount(Automatic.ringBytes(ranks, 1))).isEqualTo(1);
            assertThat(Automatic.ringBytes(ranks, 1)).isBetween(1 << 15, 1 << 21);
        }
    }

    @Test
    void ranksWithoutACoreSpinLess() {
        int with = Automatic.spins(2, 2);
        assertThat(Automatic.spins(3, 2)).isLessThan(with / 100);
        assertThat(Automatic.text(Parameter.SPIN, 2, 2)).isEqualTo(String.valueOf(with));
        assertThat(Automatic.text(Parameter.YIELD, 2, 2)).isEqualTo(String.valueOf(Automatic.yields()));
    }

    @Test
    void theFolderIsOneOfThoseThatTheEngineTries() {
        assertThat(Automatic.folders()).extracting(Object::toString).contains(Automatic.text(Parameter.SHM_DIR, 2, 2));
    }
}
