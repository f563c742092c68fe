/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.table;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The lines of mpibench: {@code Latency: 17.5 µsec Bandwidth: 114.1 kbytes/s (2 x 10000)}, each figure in the unit that
 * suits it.
 */
public final class MpibenchReport implements Report {
    private static final double KILO = 1e3;
    private static final double MEGA = 1e6;

    private final boolean validate;
    private final Optional<Published> beside;

    /**
     * Makes a report.
     *
     * @param validate whether each line says if the data were right
     * @param beside a published table whose figures end each line
     */
    public MpibenchReport(boolean validate, Optional<Published> beside) {
        this.validate = validate;
        this.beside = beside;
    }

    @Override
    public List<String> header() {
        return List.of();
    }

    @Override
    public String row(Sample sample) {
        StringBuilder line = new StringBuilder()
                .append("Latency: ")
                .append(time(sample.latency()))
                .append(" Bandwidth: ")
                .append(speed(sample.bandwidth() * MEGA))
                .append(" (%d x %d)".formatted(sample.size(), sample.rounds()));
        beside.ifPresent(published -> line.append("  ").append(besides(published, sample.size())));
        if (validate) {
            line.append(sample.valid() ? "  Pass" : "  Fail");
        }
        return line.toString();
    }

    private static String besides(Published published, int size) {
        OptionalDouble latency = published.table().value(ResultTable.LATENCY, size);
        OptionalDouble bandwidth = published.table().value(ResultTable.BANDWIDTH, size);
        String figures = latency.isPresent() && bandwidth.isPresent()
                ? time(latency.getAsDouble()) + " " + speed(bandwidth.getAsDouble() * MEGA)
                : "-";
        return published.label() + ": " + figures;
    }

    private static String time(double micros) {
        if (micros < KILO) {
            return scaled(micros, "µsec");
        }
        return micros < MEGA ? scaled(micros / KILO, "msec") : scaled(micros / MEGA, "sec");
    }

    private static String speed(double bytesPerSecond) {
        if (bytesPerSecond < KILO) {
            return scaled(bytesPerSecond, "bytes/s");
        }
        return bytesPerSecond < MEGA
                ? scaled(bytesPerSecond / KILO, "kbytes/s")
                : scaled(bytesPerSecond / MEGA, "Mbytes/s");
    }

    private static String scaled(double value, String unit) {
        return String.format(Locale.ROOT, "%.1f %s", value, unit);
    }
}
