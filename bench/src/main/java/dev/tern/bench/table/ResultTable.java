/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The figures of a printed table, found by the names of its columns and by the key of its rows: the message size or,
 * where the table has such a column, the number of threads. Lines that belong to no table are skipped. A table without
 * sizes has its one row at size 0.
 *
 * @param columns names of the columns behind the number of threads and the size
 * @param rows the figures of each key, in the order of the columns; NaN where there is no number
 */
public record ResultTable(List<String> columns, NavigableMap<Integer, List<Double>> rows) {
    /** Name of the latency column of point-to-point benchmarks; microseconds. */
    public static final String LATENCY = "Latency (us)";

    /** Name of the bandwidth column of several benchmarks; million bytes per second. */
    public static final String BANDWIDTH = "MB/s";

    /** Name of the bandwidth column of NetPIPE, whose megabit has 2<sup>20</sup> bits. */
    public static final String NETPIPE_BANDWIDTH = "Mbit/s";

    /** Name of the message rate column of the benchmark threads; million messages per second. */
    public static final String MESSAGE_RATE = "Message Rate (MMPS)";

    /** Name of the column with the latency that 99 of 100 messages do not exceed; microseconds. */
    public static final String P99_LATENCY = "P99 Latency(us)";

    /** Name of the column with the latency while further ranks are connected, divided by that before. */
    public static final String WITH_TO_WITHOUT = "With/Without";

    /** Name of the column with the numbers of threads. */
    public static final String THREADS = "nthreads";

    private static final String SIZE = "Size";
    private static final Pattern HEAD = Pattern.compile("Bandwidth \\(MB/s\\)|(?:Avg |Min |Max |P99 )?Latency ?\\(us\\)"
            + "|(?:Message|Min|Max) Rate ?\\(MMPS\\)|\\S+");
    private static final Pattern MPIBENCH = Pattern.compile(
            "Latency: ([0-9.]+) (\\S*sec) Bandwidth: ([0-9.]+) (\\S*bytes/s) \\(([0-9]+) x [0-9]+\\).*");
    private static final Pattern NETPIPE = Pattern.compile(
            "\\s*[0-9]+:\\s+([0-9]+) bytes\\s+[0-9]+ times -->\\s+([0-9.]+) Mbps in\\s+([0-9.]+) usec.*");
    private static final Set<String> MARKS = Set.of("# Size", "# " + THREADS, "# Avg Latency", "# Recv(ms)");
    private static final Set<String> KEYS = Set.of(THREADS, SIZE);
    private static final Map<String, Double> MICROS = Map.of("µsec", 1.0, "msec", 1e3, "sec", 1e6);
    private static final Map<String, Double> MEGABYTES = Map.of("bytes/s", 1e-6, "kbytes/s", 1e-3, "Mbytes/s", 1.0);

    /**
     * Reads the output of a benchmark.
     *
     * @param text all its lines
     * @return the table, which is empty when there is none in the text
     */
    public static ResultTable parse(String text) {
        List<String> columns = new ArrayList<>();
        NavigableMap<Integer, List<Double>> rows = new TreeMap<>();
        for (String line : text.lines().toList()) {
            Matcher mpibench = MPIBENCH.matcher(line);
            Matcher netpipe = NETPIPE.matcher(line);
            if (mpibench.matches()) {
                readMpibench(mpibench, columns, rows);
            } else if (netpipe.matches()) {
                readNetpipe(netpipe, columns, rows);
            } else if (MARKS.stream().anyMatch(line::startsWith)) {
                columns.clear();
                HEAD.matcher(line.substring(2)).results().forEach(head -> columns.add(head.group()));
            } else if (!columns.isEmpty() && !line.startsWith("#")) {
                readRow(line.trim().split("\\s+"), columns, rows);
            }
        }
        columns.removeAll(KEYS);
        return new ResultTable(List.copyOf(columns), rows);
    }

    private static void readMpibench(Matcher line, List<String> columns, Map<Integer, List<Double>> rows) {
        if (columns.isEmpty()) {
            columns.addAll(List.of(LATENCY, BANDWIDTH));
        }
        double latency = number(line.group(1)) * MICROS.getOrDefault(line.group(2), Double.NaN);
        double bandwidth = number(line.group(3)) * MEGABYTES.getOrDefault(line.group(4), Double.NaN);
        rows.put(Integer.valueOf(line.group(5)), List.of(latency, bandwidth));
    }

    private static void readNetpipe(Matcher line, List<String> columns, Map<Integer, List<Double>> rows) {
        if (columns.isEmpty()) {
            columns.addAll(List.of(LATENCY, NETPIPE_BANDWIDTH));
        }
        rows.put(Integer.valueOf(line.group(1)), List.of(number(line.group(3)), number(line.group(2))));
    }

    private static void readRow(String[] fields, List<String> columns, Map<Integer, List<Double>> rows) {
        if (fields.length != columns.size() || Double.isNaN(number(fields[0]))) {
            return;
        }
        int keys = (int) columns.stream().filter(KEYS::contains).count();
        List<Double> figures = new ArrayList<>();
        for (int i = keys; i < fields.length; i++) {
            figures.add(number(fields[i]));
        }
        rows.put(keys > 0 ? (int) number(fields[0]) : 0, List.copyOf(figures));
    }

    private static double number(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }

    /**
     * The figure of a column in a row.
     *
     * @param column name of the column
     * @param size bytes of each message, or the number of threads
     * @return the figure, or empty when the table has none
     */
    public OptionalDouble value(String column, int size) {
        int index = columns.indexOf(column);
        List<Double> row = rows.get(size);
        if (index < 0 || row == null || row.get(index).isNaN()) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(row.get(index));
    }
}
