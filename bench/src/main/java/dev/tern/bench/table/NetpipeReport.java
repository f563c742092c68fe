/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The lines of NetPIPE: {@code   0:       1 bytes    760 times -->      0.07 Mbps in     116.08 usec}. A megabit has
 * 2<sup>20</sup> bits there.
 */
public final class NetpipeReport implements Report {
    private static final double BITS_PER_MEGABYTE = 8e6;
    private static final double MEGABIT = 1 << 20;
    private static final String FIGURES = "%8s Mbps in %10s usec";

    private final String title;
    private final int directions;
    private final String format;
    private final boolean validate;
    private final Optional<Published> beside;
    private int number;

    /**
     * Makes a report.
     *
     * @param title what is printed above the first line
     * @param directions messages that go at the same time
     * @param digits decimals of the figures
     * @param validate whether each line says if the data were right
     * @param beside a published table whose figures end each line
     */
    public NetpipeReport(String title, int directions, int digits, boolean validate, Optional<Published> beside) {
        this.title = title;
        this.directions = directions;
        this.validate = validate;
        this.beside = beside;
        format = "%." + digits + "f";
    }

    @Override
    public List<String> header() {
        List<String> lines = new ArrayList<>(List.of("# " + title));
        beside.ifPresent(published -> lines.add("# %s: %s".formatted(published.label(), published.source())));
        return lines;
    }

    @Override
    public String row(Sample sample) {
        double megabits = sample.bandwidth() * directions * BITS_PER_MEGABYTE / MEGABIT;
        StringBuilder line = new StringBuilder(
                        "%3d: %7d bytes %6d times --> ".formatted(number++, sample.size(), sample.rounds()))
                .append(' ')
                .append(FIGURES.formatted(figure(megabits), figure(sample.latency())));
        beside.ifPresent(published -> line.append("  ").append(besides(published, sample.size())));
        if (validate) {
            line.append(sample.valid() ? "  Pass" : "  Fail");
        }
        return line.toString();
    }

    private String besides(Published published, int size) {
        OptionalDouble megabits = published.table().value(ResultTable.NETPIPE_BANDWIDTH, size);
        OptionalDouble micros = published.table().value(ResultTable.LATENCY, size);
        String figures =
                megabits.isPresent() && micros.isPresent() ? FIGURES.formatted(two(megabits), two(micros)) : "-";
        return published.label() + ": " + figures;
    }

    private static String two(OptionalDouble value) {
        return String.format(Locale.ROOT, "%.2f", value.getAsDouble());
    }

    private String figure(double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
