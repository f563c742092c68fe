/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** The table of the benchmark threads: one row for each number of threads and message size. */
public final class ThreadsReport {
    private static final String ROW = "%-10s%8s";
    private static final int LEAST_DIGITS_OF_RATES = 3;

    private final String title;
    private final Optional<Published> beside;
    private final List<Figure> figures = new ArrayList<>();

    private record Figure(String head, int digits, ToDoubleFunction<ThreadSample> value) {
        String cell(ThreadSample sample) {
            return right(String.format(Locale.ROOT, "%." + digits + "f", value.applyAsDouble(sample)), head);
        }
    }

    /**
     * Makes a report.
     *
     * @param title what is printed above the heads
     * @param digits decimals of latencies; rates have one more than the usual two
     * @param full whether the rates of the slowest and the fastest thread are printed
     * @param recorded whether latencies were timed one by one
     * @param beside a published table whose rates end each row
     */
    public ThreadsReport(String title, int digits, boolean full, boolean recorded, Optional<Published> beside) {
        int digitsOfRates = Math.max(LEAST_DIGITS_OF_RATES, digits);
        this.title = title;
        this.beside = beside;
        figures.add(new Figure(ResultTable.LATENCY, digits, ThreadSample::latency));
        figures.add(new Figure(ResultTable.MESSAGE_RATE, digitsOfRates, ThreadSample::rate));
        if (recorded) {
            figures.add(new Figure(ResultTable.P99_LATENCY, digits, ThreadSample::p99));
        }
        if (full) {
            figures.add(new Figure("Min Rate(MMPS)", digitsOfRates, ThreadSample::slowestRate));
            figures.add(new Figure("Max Rate(MMPS)", digitsOfRates, ThreadSample::fastestRate));
        }
    }

    /** The lines above the first row. */
    public List<String> header() {
        List<String> lines = new ArrayList<>(List.of("# " + title));
        StringBuilder heads = new StringBuilder(ROW.formatted("# " + ResultTable.THREADS, "Size"));
        figures.forEach(figure -> heads.append(right(figure.head, figure.head)));
        beside.ifPresent(published -> {
            lines.add("# %s: %s".formatted(published.label(), published.source()));
            heads.append(right(published.label(), published.label()));
        });
        lines.add(heads.toString());
        return lines;
    }

    /**
     * The line for a number of threads.
     *
     * @param sample what was measured
     * @return the line without its end
     */
    public String row(ThreadSample sample) {
        StringBuilder row = new StringBuilder(ROW.formatted(sample.threads(), sample.size()));
        figures.forEach(figure -> row.append(figure.cell(sample)));
        beside.ifPresent(published -> {
            var rate = published.table().value(ResultTable.MESSAGE_RATE, sample.threads());
            String text = rate.isPresent() ? String.format(Locale.ROOT, "%.3f", rate.getAsDouble()) : "-";
            row.append(right(text, published.label()));
        });
        return row.toString();
    }

    private static String right(String text, String head) {
        return " ".repeat(Math.max(0, Math.max(Column.WIDTH, head.length() + 2) - text.length())) + text;
    }
}
