/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.table;

import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * One column of a table.
 *
 * @param head the name above it
 * @param width characters, aligned to the right
 * @param text what stands in it for a sample
 */
public record Column(String head, int width, Function<Sample, String> text) {
    /** Width of a column in the original benchmarks. */
    static final int WIDTH = 18;

    private static final int COUNT_WIDTH = 12;
    private static final int GAP = 2;

    /** A column of the usual width with numbers of so many decimals. */
    public static Column number(String head, int digits, ToDoubleFunction<Sample> value) {
        String format = "%." + digits + "f";
        return new Column(head, WIDTH, sample -> String.format(Locale.ROOT, format, value.applyAsDouble(sample)));
    }

    /** The column with the number of rounds. */
    public static Column iterations() {
        return new Column("Iterations", COUNT_WIDTH, sample -> Integer.toString(sample.rounds()));
    }

    /** The column that says whether the data were right. */
    public static Column validation() {
        return new Column("Validation", WIDTH, sample -> sample.valid() ? "Pass" : "Fail");
    }

    /** The column with the figures of a published table; a dash where that has none. */
    public static Column beside(Published published, String figure) {
        String head = published.label();
        return new Column(head, Math.max(WIDTH, head.length() + GAP), sample -> {
            var value = published.table().value(figure, sample.size());
            return value.isPresent() ? String.format(Locale.ROOT, "%.2f", value.getAsDouble()) : "-";
        });
    }

    String cell(Sample sample) {
        return pad(text.apply(sample));
    }

    String heading() {
        return pad(head);
    }

    private String pad(String value) {
        return " ".repeat(Math.max(0, width - value.length())) + value;
    }
}
