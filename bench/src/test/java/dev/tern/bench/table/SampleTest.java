/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class SampleTest {
    private static final double EXACT = 1e-9;

    @Test
    void latencyOfAPingPongIsHalfARound() {
        Sample sample = new Sample(8, 1000, 2, 0.001, 0.0005, 0.002, true);

        assertThat(sample.latency()).isCloseTo(0.5, within(EXACT));
        assertThat(sample.minLatency()).isCloseTo(0.25, within(EXACT));
        assertThat(sample.maxLatency()).isCloseTo(1.0, within(EXACT));
    }

    @Test
    void ratesCountAllMessagesOfARound() {
        Sample sample = new Sample(1000, 10, 64, 0.001, 0.001, 0.001, true);

        assertThat(sample.rate()).isCloseTo(640_000, within(1e-3));
        assertThat(sample.bandwidth()).isCloseTo(640, within(1e-6));
    }
}
