/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.table;

import java.util.List;

/** The median of a few figures. */
public final class Median {
    private Median() {}

    /**
     * The middle one of the figures, or the mean of the two in the middle.
     *
     * @param figures in any order; not empty
     * @return their median
     */
    public static double of(List<Double> figures) {
        if (figures.isEmpty()) {
            throw new IllegalArgumentException("no figures");
        }
        List<Double> sorted = figures.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }
}
