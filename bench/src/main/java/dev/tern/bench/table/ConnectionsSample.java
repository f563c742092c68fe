/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.table;

import java.util.List;

/**
 * The latencies of one message size without and with connections to further ranks, one for each phase.
 *
 * @param size bytes of each message
 * @param before seconds for each message in the phases before there are connections; not empty
 * @param after seconds for each message in the phases after that; not empty
 */
public record ConnectionsSample(int size, List<Double> before, List<Double> after) {
    private static final double MICRO = 1e6;

    /** Microseconds for each message without connections: the median of the phases. */
    public double without() {
        return Median.of(before) * MICRO;
    }

    /** Microseconds for each message with connections: the median of the phases. */
    public double with() {
        return Median.of(after) * MICRO;
    }

    /** The latter divided by the former. */
    public double ratio() {
        return with() / without();
    }
}
