/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.table;

import java.util.ArrayList;
import java.util.List;

/** The tables of the OSU benchmarks: a title, comments, and one row of columns for each message size. */
public final class OsuReport implements Report {
    private static final int SIZE_WIDTH = 10;

    private final List<String> comments;
    private final boolean sized;
    private final List<Column> columns;

    /**
     * Makes a report.
     *
     * @param comments the title and what else is printed above the heads, without the leading hash sign
     * @param sized whether the first column is the message size
     * @param columns all further columns
     */
    public OsuReport(List<String> comments, boolean sized, List<Column> columns) {
        this.comments = List.copyOf(comments);
        this.sized = sized;
        this.columns = List.copyOf(columns);
    }

    @Override
    public List<String> header() {
        List<String> lines = new ArrayList<>();
        for (String comment : comments) {
            lines.add("# " + comment);
        }
        StringBuilder heads = new StringBuilder(sized ? pad("# Size") : "");
        for (Column column : columns) {
            heads.append(column.heading());
        }
        if (!sized) {
            heads.replace(0, 2, "# ").deleteCharAt(2);
        }
        lines.add(heads.toString());
        return lines;
    }

    @Override
    public String row(Sample sample) {
        StringBuilder row = new StringBuilder(sized ? pad(Integer.toString(sample.size())) : "");
        for (Column column : columns) {
            row.append(column.cell(sample));
        }
        if (!sized) {
            row.deleteCharAt(0);
        }
        return row.toString();
    }

    private static String pad(String text) {
        return text + " ".repeat(Math.max(0, SIZE_WIDTH - text.length()));
    }
}
