/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.peers;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * What a figure of Tern is to be, for all message sizes or numbers of threads of a range.
 *
 * @param column name of the figure
 * @param from the smallest size
 * @param to the largest size
 * @param peers the figure is divided by that of the best of these; empty for the figure itself
 * @param base the figure is divided by Tern's own of this size, if there is one
 * @param peak whether only the best of all sizes counts, for Tern and for the peers, whichever sizes those are
 * @param limit how much the result may be at most or, where larger is better, has to be at least
 */
record Goal(String column, int from, int to, List<String> peers, OptionalInt base, boolean peak, double limit) {
    private static final String ROW = "%-64s%-18s%-36s%14s%14s%14s%10s%10s%12s  %s";
    private static final List<String> SHOWN = List.of(Contender.TERN, "openmpi", "mpich");

    /** One beside peers, or for the figure itself. */
    Goal(String column, int from, int to, List<String> peers, double limit) {
        this(column, from, to, peers, OptionalInt.empty(), false, limit);
    }

    /** One beside Tern's own figure of another size. */
    static Goal growth(String column, int from, int to, int base, double limit) {
        return new Goal(column, from, to, List.of(), OptionalInt.of(base), false, limit);
    }

    /** One for the best figure of all sizes. */
    static Goal peak(String column, int from, int to, List<String> peers, double limit) {
        return new Goal(column, from, to, peers, OptionalInt.empty(), true, limit);
    }

    /** The result of a size. */
    private record Result(int size, double value) {}

    /** The heads above the verdicts. */
    static String heading() {
        return ROW.formatted(
                "# Benchmark",
                "Sizes, threads",
                "Beside",
                "tern",
                "openmpi",
                "mpich",
                "Worst",
                "at",
                "Goal",
                "Verdict");
    }

    /** One line that says what the worst size has come to, with the medians of that size. */
    String verdict(String title, Comparison comparison) {
        boolean isLargerBetter = Comparison.isLargerBetter(column);
        Result worst = peak ? ofPeaks(comparison) : worst(comparison);
        String sizes = from == to ? Integer.toString(from) : from + " - " + to;
        String goal = (isLargerBetter ? ">= " : "<= ") + number(limit);
        if (worst == null) {
            return ROW.formatted(title, sizes, beside(), "-", "-", "-", "-", "-", goal, "not measured");
        }
        List<String> medians = SHOWN.stream()
                .map(name -> Comparison.figure(comparison.median(
                        name, column, peak ? best(comparison, name).orElse(worst.size) : worst.size)))
                .toList();
        boolean isMet = isLargerBetter ? worst.value >= limit : worst.value <= limit;
        return ROW.formatted(
                title,
                sizes,
                beside(),
                medians.get(0),
                medians.get(1),
                medians.get(2),
                number(worst.value),
                worst.size,
                goal,
                isMet ? "met" : "missed");
    }

    private String beside() {
        if (base.isPresent()) {
            return "itself at " + base.getAsInt();
        }
        String others = peers.isEmpty() ? column : String.join(", ", peers);
        return peak ? others + ": peak" : others;
    }

    /** Tern's best figure divided by the best of the peers, at the size where Tern has it. */
    private Result ofPeaks(Comparison comparison) {
        OptionalInt at = best(comparison, Contender.TERN);
        Result worst = null;
        for (String peer : peers) {
            OptionalInt other = best(comparison, peer);
            if (at.isPresent() && other.isPresent()) {
                double mine =
                        comparison.median(Contender.TERN, column, at.getAsInt()).orElseThrow();
                double value =
                        mine / comparison.median(peer, column, other.getAsInt()).orElseThrow();
                worst = worst == null || isWorse(value, worst.value) ? new Result(at.getAsInt(), value) : worst;
            }
        }
        return worst;
    }

    /** The size at which somebody is best. */
    private OptionalInt best(Comparison comparison, String name) {
        OptionalDouble best = OptionalDouble.empty();
        int at = from;
        for (int size : comparison.sizes().subSet(from, to + 1)) {
            OptionalDouble figure = comparison.median(name, column, size);
            if (figure.isPresent() && (best.isEmpty() || isWorse(best.getAsDouble(), figure.getAsDouble()))) {
                best = figure;
                at = size;
            }
        }
        return best.isPresent() ? OptionalInt.of(at) : OptionalInt.empty();
    }

    private Result worst(Comparison comparison) {
        Result worst = null;
        for (int size : comparison.sizes().subSet(from, to + 1)) {
            OptionalDouble value = value(comparison, size);
            if (value.isPresent() && (worst == null || isWorse(value.getAsDouble(), worst.value))) {
                worst = new Result(size, value.getAsDouble());
            }
        }
        return worst;
    }

    private OptionalDouble value(Comparison comparison, int size) {
        if (base.isPresent()) {
            return comparison.growth(column, size, base.getAsInt());
        }
        return peers.isEmpty()
                ? comparison.median(Contender.TERN, column, size)
                : comparison.ratio(peers, column, size);
    }

    private boolean isWorse(double value, double than) {
        return Comparison.isLargerBetter(column) ? value < than : value > than;
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
