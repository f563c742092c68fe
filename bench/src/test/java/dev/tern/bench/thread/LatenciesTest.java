/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.thread;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LatenciesTest {
    private final Latencies latencies = new Latencies();

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 31, 32, 63, 64, 65, 100, 1_000, 123_456_789, Long.MAX_VALUE / 2})
    void eachIsKnownToAThirtySecond(long nanos) {
        latencies.add(nanos);

        assertThat(latencies.quantile(0.99)).isGreaterThanOrEqualTo(nanos).isLessThanOrEqualTo(nanos + nanos / 32);
    }

    @Test
    void aShareOfAllDoesNotExceedTheQuantile() {
        for (int i = 1; i <= 100; i++) {
            latencies.add(i < 99 ? 10 : 60_000_000L);
        }

        assertThat(latencies.quantile(0.98)).isEqualTo(10);
        assertThat(latencies.quantile(0.99)).isGreaterThanOrEqualTo(60_000_000);
    }

    @Test
    void thoseOfAllThreadsAreAddedUp() {
        Latencies other = new Latencies();
        other.add(50);
        latencies.add(10);
        latencies.add(other);

        assertThat(latencies.quantile(0.5)).isEqualTo(10);
        assertThat(latencies.quantile(1)).isEqualTo(50);
    }

    @Test
    void whatIsClearedIsForgotten() {
        latencies.add(5);
        latencies.clear();

        assertThat(latencies.quantile(0.99)).isZero();
    }

    @Test
    void aClockThatRunsBackwardsIsNoTime() {
        latencies.add(-1);

        assertThat(latencies.quantile(1)).isZero();
    }
}
