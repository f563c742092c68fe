/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.peers;

import dev.tern.bench.table.Median;
import dev.tern.bench.table.ResultTable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.DoubleStream;

/** The tables of all rounds of all contenders, and what they come to. */
final class Comparison {
    private static final Set<String> BESIDES = Set.of(
            "Min Latency(us)", "Max Latency(us)", "Iterations", "Validation", "Min Rate(MMPS)", "Max Rate(MMPS)");
    private static final int KEY_WIDTH = 10;
    private static final int WIDTH = 14;
    private static final double SMALL = 10; // figures below are printed with more decimals
    private static final int GAP = 2;

    private final String key;
    private final Map<String, List<ResultTable>> rounds = new LinkedHashMap<>();

    /** A comparison whose rows are told apart by {@code key}, the name of the first column. */
    Comparison(String key) {
        this.key = key;
    }

    /** Adds the result of one round of a contender; Tern comes first. */
    void add(String contender, ResultTable table) {
        rounds.computeIfAbsent(contender, name -> new ArrayList<>()).add(table);
    }

    /** What stands for the rounds of a contender. */
    private enum Of {
        MEDIAN("median"),
        BEST("best");

        final String word;

        Of(String word) {
            this.word = word;
        }
    }

    private OptionalDouble summary(Of of, String contender, String column, int size) {
        List<Double> figures = new ArrayList<>();
        for (ResultTable table : rounds.getOrDefault(contender, List.of())) {
            table.value(column, size).ifPresent(figures::add);
        }
        if (figures.isEmpty()) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(
                of == Of.MEDIAN
                        ? Median.of(figures)
                        : isLargerBetter(column) ? Collections.max(figures) : Collections.min(figures));
    }

    static boolean isLargerBetter(String column) {
        return column.endsWith("/s") || column.contains("/s)") || column.endsWith("(MMPS)");
    }

    /** The median of a contender's figures. */
    OptionalDouble median(String contender, String column, int size) {
        return summary(Of.MEDIAN, contender, column, size);
    }

    /** The median of Tern's figures divided by that of another row. */
    OptionalDouble growth(String column, int size, int base) {
        OptionalDouble figure = median(Contender.TERN, column, size);
        OptionalDouble other = median(Contender.TERN, column, base);
        return figure.isPresent() && other.isPresent() && other.getAsDouble() != 0
                ? OptionalDouble.of(figure.getAsDouble() / other.getAsDouble())
                : OptionalDouble.empty();
    }

    /** The median of Tern's figures divided by that of the best of some peers, those of them that took part. */
    OptionalDouble ratio(List<String> peers, String column, int size) {
        return ratio(Of.MEDIAN, peers, column, size);
    }

    private OptionalDouble ratio(Of of, List<String> peers, String column, int size) {
        OptionalDouble tern = summary(of, Contender.TERN, column, size);
        DoubleStream others =
                peers.stream().map(peer -> summary(of, peer, column, size)).flatMapToDouble(OptionalDouble::stream);
        OptionalDouble other = isLargerBetter(column) ? others.max() : others.min();
        return tern.isPresent() && other.isPresent() && other.getAsDouble() != 0
                ? OptionalDouble.of(tern.getAsDouble() / other.getAsDouble())
                : OptionalDouble.empty();
    }

    /**
     * Two tables for each figure, with Tern's divided by those of each peer: the medians, and the best of all rounds. The
     * latter is for machines whose cores are now near to each other and now far, as virtual ones may be: there the medians
     * of two contenders need not be from the same state.
     */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        List<ResultTable> tern = rounds.getOrDefault(Contender.TERN, List.of());
        List<String> columns = tern.isEmpty() ? List.of() : tern.getFirst().columns();
        for (String column : columns) {
            if (!BESIDES.contains(column)) {
                lines.addAll(lines(Of.MEDIAN, column, tern.size()));
                if (tern.size() > 1) {
                    lines.addAll(lines(Of.BEST, column, tern.size()));
                }
            }
        }
        return lines;
    }

    private List<String> lines(Of of, String column, int count) {
        List<String> peers = rounds.keySet().stream()
                .filter(name -> !name.equals(Contender.TERN))
                .toList();
        Map<String, List<String>> ratios = ratios(peers);
        List<String> lines = new ArrayList<>();
        lines.add("# %s: %s of %d rounds; %s is better, for the ratios too"
                .formatted(column, of.word, count, isLargerBetter(column) ? "larger" : "smaller"));
        StringBuilder head = new StringBuilder(left("# " + key));
        rounds.keySet().forEach(name -> head.append(right(name, width(name))));
        ratios.keySet().forEach(name -> head.append(right(name, width(name))));
        lines.add(head.toString());
        for (int size : sizes()) {
            StringBuilder row = new StringBuilder(left(Integer.toString(size)));
            rounds.keySet().forEach(name -> row.append(right(figure(summary(of, name, column, size)), width(name))));
            ratios.forEach((name, others) -> row.append(right(text(ratio(of, others, column, size)), width(name))));
            lines.add(row.toString());
        }
        return lines;
    }

    /** The ratios to print: to each peer, and to the best of the native MPIs where there are several. */
    private static Map<String, List<String>> ratios(List<String> peers) {
        Map<String, List<String>> ratios = new LinkedHashMap<>();
        peers.forEach(peer -> ratios.put(Contender.TERN + "/" + peer, List.of(peer)));
        List<String> natives =
                peers.stream().filter(peer -> NativeMpi.of(peer).isPresent()).toList();
        if (natives.size() > 1) {
            ratios.put(Contender.TERN + "/best", natives);
        }
        return ratios;
    }

    /** The sizes that anybody has a figure for. */
    SortedSet<Integer> sizes() {
        SortedSet<Integer> sizes = new TreeSet<>();
        rounds.values()
                .forEach(tables ->
                        tables.forEach(table -> sizes.addAll(table.rows().keySet())));
        return sizes;
    }

    private static int width(String name) {
        return Math.max(WIDTH, name.length() + GAP);
    }

    static String figure(OptionalDouble figure) {
        boolean isSmall = figure.isPresent() && figure.getAsDouble() < SMALL;
        return isSmall ? String.format(Locale.ROOT, "%.4f", figure.getAsDouble()) : text(figure);
    }

    private static String text(OptionalDouble figure) {
        return figure.isPresent() ? String.format(Locale.ROOT, "%.2f", figure.getAsDouble()) : "-";
    }

    private static String left(String text) {
        return text + " ".repeat(Math.max(0, KEY_WIDTH - text.length()));
    }

    private static String right(String text, int width) {
        return " ".repeat(Math.max(0, width - text.length())) + text;
    }
}
