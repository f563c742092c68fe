/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.table;

import java.util.List;
import java.util.Locale;

/** The table of latencies without and with connections to further ranks, with a row for each message size. */
public final class ConnectionsReport {
    private static final String ROW = "%-10s%18s%18s%18s";
    private static final int LEAST_DIGITS_OF_RATIOS = 3;

    private final String title;
    private final String format;

    /**
     * Makes a report.
     *
     * @param title what is printed above the heads
     * @param digits decimals of latencies; ratios have three at least
     */
    public ConnectionsReport(String title, int digits) {
        this.title = title;
        format = "%%-10d%%18.%df%%18.%df%%18.%df".formatted(digits, digits, Math.max(LEAST_DIGITS_OF_RATIOS, digits));
    }

    /** The lines above the first row. */
    public List<String> header() {
        return List.of("# " + title, ROW.formatted("# Size", "Without(us)", "With(us)", ResultTable.WITH_TO_WITHOUT));
    }

    /**
     * The line for a message size.
     *
     * @param sample what was measured
     * @return the line without its end
     */
    public String row(ConnectionsSample sample) {
        return String.format(Locale.ROOT, format, sample.size(), sample.without(), sample.with(), sample.ratio());
    }
}
