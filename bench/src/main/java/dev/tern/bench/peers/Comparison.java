/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.peers;

import dev.tern.bench.table.ResultTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/** The tables of all rounds of all contenders, and what they come to. */
final class Comparison {
    private static final Set<String> BESIDES = Set.of("Min Latency(us)", "Max Latency(us)", "Iterations", "Validation");
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

    /** The median of a contender's rounds, for one column and size. */
    OptionalDouble median(String contender, String column, int size) {
        List<Double> figures = new ArrayList<>();
        for (ResultTable table : rounds.getOrDefault(contender, List.of())) {
            table.value(column, size).ifPresent(figures::add);
        }
        return figures.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(Median.of(figures));
    }

    /** Tern's median divided by that of a peer. */
    OptionalDouble ratio(String peer, String column, int size) {
        OptionalDouble tern = median(Contender.TERN, column, size);
        OptionalDouble other = median(peer, column, size);
        return tern.isPresent() && other.isPresent() && other.getAsDouble() != 0
                ? OptionalDouble.of(tern.getAsDouble() / other.getAsDouble())
                : OptionalDouble.empty();
    }

    /** One table for each figure: all medians, and Tern's divided by those of each peer. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        List<ResultTable> tern = rounds.getOrDefault(Contender.TERN, List.of());
        List<String> columns = tern.isEmpty() ? List.of() : tern.getFirst().columns();
        for (String column : columns) {
            if (!BESIDES.contains(column)) {
                lines.addAll(lines(column, tern.size()));
            }
        }
        return lines;
    }

    private List<String> lines(String column, int count) {
        List<String> peers = rounds.keySet().stream()
                .filter(name -> !name.equals(Contender.TERN))
                .toList();
        List<String> lines = new ArrayList<>();
        lines.add("# %s: median of %d rounds; %s is better, for the ratios too"
                .formatted(column, count, column.endsWith("/s") || column.contains("/s)") ? "larger" : "smaller"));
        StringBuilder head = new StringBuilder(left("# " + key));
        rounds.keySet().forEach(name -> head.append(right(name, width(name))));
        peers.forEach(peer -> head.append(right(ratioName(peer), width(ratioName(peer)))));
        lines.add(head.toString());
        for (int size : sizes()) {
            StringBuilder row = new StringBuilder(left(Integer.toString(size)));
            rounds.keySet().forEach(name -> row.append(right(figure(median(name, column, size)), width(name))));
            peers.forEach(peer -> row.append(right(text(ratio(peer, column, size)), width(ratioName(peer)))));
            lines.add(row.toString());
        }
        return lines;
    }

    private SortedSet<Integer> sizes() {
        SortedSet<Integer> sizes = new TreeSet<>();
        rounds.values()
                .forEach(tables ->
                        tables.forEach(table -> sizes.addAll(table.rows().keySet())));
        return sizes;
    }

    private static String ratioName(String peer) {
        return Contender.TERN + "/" + peer;
    }

    private static int width(String name) {
        return Math.max(WIDTH, name.length() + GAP);
    }

    private static String figure(OptionalDouble figure) {
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
