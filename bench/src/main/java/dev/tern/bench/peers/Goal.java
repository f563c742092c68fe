/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.peers;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * What a figure of Tern is to be, for all message sizes of a range.
 *
 * @param column name of the figure
 * @param from the smallest size
 * @param to the largest size
 * @param peers the figure is divided by that of the best of these; empty for the figure itself
 * @param limit how much the result may be at most or, where larger is better, has to be at least
 */
record Goal(String column, int from, int to, List<String> peers, double limit) {
    private static final String ROW = "%-46s%-18s%-16s%10s%10s%12s  %s";

    /** The result of a size. */
    private record Result(int size, double value) {}

    /** The heads above the verdicts. */
    static String heading() {
        return ROW.formatted("# Benchmark", "Sizes", "Beside", "Worst", "at size", "Goal", "Verdict");
    }

    /** One line that says what the worst size has come to. */
    String verdict(String title, Comparison comparison) {
        boolean isLargerBetter = Comparison.isLargerBetter(column);
        Result worst = worst(comparison);
        String sizes = from == to ? Integer.toString(from) : from + " - " + to;
        String goal = (isLargerBetter ? ">= " : "<= ") + number(limit);
        String beside = peers.isEmpty() ? column : String.join(", ", peers);
        if (worst == null) {
            return ROW.formatted(title, sizes, beside, "-", "-", goal, "not measured");
        }
        boolean isMet = isLargerBetter ? worst.value >= limit : worst.value <= limit;
        return ROW.formatted(title, sizes, beside, number(worst.value), worst.size, goal, isMet ? "met" : "missed");
    }

    private Result worst(Comparison comparison) {
        Result worst = null;
        for (int size : comparison.sizes().subSet(from, to + 1)) {
            OptionalDouble value =
                    peers.isEmpty() ? comparison.median(column, size) : comparison.ratio(peers, column, size);
            if (value.isPresent() && (worst == null || isWorse(value.getAsDouble(), worst.value))) {
                worst = new Result(size, value.getAsDouble());
            }
        }
        return worst;
    }

    private boolean isWorse(double value, double than) {
        return Comparison.isLargerBetter(column) ? value < than : value > than;
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
