/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.table;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * A table that somebody published, to stand beside a measurement.
 *
 * @param name full name, e.g. {@code osu_latency.mvapich2-1.9-snb}
 * @param source what was measured, and where
 * @param table the figures
 */
public record Published(String name, String source, ResultTable table) {
    private static final String FOLDER = "/dev/tern/bench/reference/";
    private static final String SOURCE = "# source:";

    /** The full names of all published tables. */
    public static List<String> names() {
        return read("index").lines().toList();
    }

    /** The full names of the tables of one benchmark. */
    public static List<String> names(String benchmark) {
        return names().stream().filter(name -> name.startsWith(benchmark + ".")).toList();
    }

    /**
     * Finds a table of a benchmark.
     *
     * @param benchmark name of the benchmark
     * @param text full name of the table, or what follows the name of the benchmark
     * @return the table, or empty when there is none of that name
     */
    public static Optional<Published> find(String benchmark, String text) {
        return names(benchmark).stream()
                .filter(name -> name.equals(text) || label(name).equals(text))
                .findFirst()
                .map(Published::load);
    }

    /**
     * Loads a table.
     *
     * @param name its full name, one of {@link #names()}
     * @return the table
     */
    public static Published load(String name) {
        String text = read(name + ".txt");
        String source = text.lines()
                .filter(line -> line.startsWith(SOURCE))
                .map(line -> line.substring(SOURCE.length()).strip())
                .findFirst()
                .orElse("source unknown");
        return new Published(name, source, ResultTable.parse(text));
    }

    /** The name without that of the benchmark. */
    public String label() {
        return label(name);
    }

    /** The name of a table without that of the benchmark. */
    public static String label(String name) {
        return name.substring(name.indexOf('.') + 1);
    }

    private static String read(String file) {
        try (InputStream in = Published.class.getResourceAsStream(FOLDER + file)) {
            if (in == null) {
                throw new IllegalStateException("no resource " + FOLDER + file);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
