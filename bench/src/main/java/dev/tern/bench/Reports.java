/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench;

import dev.tern.bench.table.Column;
import dev.tern.bench.table.MpibenchReport;
import dev.tern.bench.table.NetpipeReport;
import dev.tern.bench.table.OsuReport;
import dev.tern.bench.table.Report;
import dev.tern.bench.table.ResultTable;
import dev.tern.bench.table.Sample;
import dev.tern.bench.thread.ThreadPlan;
import java.util.ArrayList;
import java.util.List;

/** Chooses the columns of a benchmark's table. */
final class Reports {
    private Reports() {}

    /** The report of a run with so many pairs of ranks. */
    static Report of(Settings settings, int pairs) {
        Benchmark benchmark = settings.benchmark();
        if (benchmark.figures() == Benchmark.Figures.MPIBENCH) {
            return new MpibenchReport(settings.validate(), settings.beside());
        }
        List<String> comments = new ArrayList<>(List.of(benchmark.title()));
        List<Column> columns = new ArrayList<>(figures(benchmark.figures(), settings.digits()));
        if (benchmark.figures() == Benchmark.Figures.RATE) {
            int threads = settings.threads().most();
            comments.add("[ pairs: %d ] [ window size: %d ]".formatted(pairs, settings.window())
                    + (threads == 1 ? "" : " [ threads: %d ]".formatted(threads)));
        }
        if (settings.full()) {
            if (benchmark.figures().isLatency()) {
                columns.add(Column.number("Min Latency(us)", settings.digits(), Sample::minLatency));
                columns.add(Column.number("Max Latency(us)", settings.digits(), Sample::maxLatency));
            }
            columns.add(Column.iterations());
        }
        if (settings.validate()) {
            columns.add(Column.validation());
        }
        if (benchmark.knobs().contains(Benchmark.Knob.SENDERS)) {
            ThreadPlan threads = settings.threads();
            comments.add("Number of Sender threads: %d".formatted(threads.senders()));
            comments.add(
                    "Number of Receiver threads: %d".formatted(threads.counts().getFirst()));
        }
        settings.beside().ifPresent(published -> {
            comments.add("%s: %s".formatted(published.label(), published.source()));
            columns.add(Column.beside(published, published.table().columns().getFirst()));
        });
        return new OsuReport(comments, benchmark.figures() != Benchmark.Figures.BARRIER, columns);
    }

    /** The report of NetPIPE. */
    static NetpipeReport netpipe(Settings settings, String title) {
        int directions = settings.sweep().orElseThrow().traffic().directions();
        return new NetpipeReport(title, directions, settings.digits(), settings.validate(), settings.beside());
    }

    private static List<Column> figures(Benchmark.Figures figures, int digits) {
        return switch (figures) {
            case LATENCY -> List.of(Column.number(ResultTable.LATENCY, digits, Sample::latency));
            case BANDWIDTH -> List.of(Column.number("Bandwidth (MB/s)", digits, Sample::bandwidth));
            case RATE ->
                List.of(
                        Column.number(ResultTable.BANDWIDTH, digits, Sample::bandwidth),
                        Column.number("Messages/s", digits, Sample::rate));
            case COLLECTIVE, BARRIER -> List.of(Column.number("Avg Latency(us)", digits, Sample::latency));
            case MPIBENCH, NETPIPE, THREADS, CONNECTIONS -> List.of();
        };
    }
}
