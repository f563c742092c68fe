/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests.programs.soak;

import dev.tern.tests.programs.Check;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What the process has taken from the machine, looked at now and then: it may not grow for ever. */
final class Vitals {
    private static final int MEGABYTE = 1 << 20;
    private static final int SAMPLES = 12;

    /** A figure, and how much more of it there may be towards the end: caches and compiled code grow for a while. */
    private enum Figure {
        HEAP("heap", MEGABYTE, 4),
        DIRECT("direct memory", MEGABYTE, 4),
        MAPPED("mapped files", MEGABYTE, 32),
        RESIDENT("resident", MEGABYTE, 64),
        REGIONS("mapped regions", 1, 64);

        final String text;
        final int unit;
        final long slack;

        Figure(String text, int unit, long slack) {
            this.text = text;
            this.unit = unit;
            this.slack = slack * unit;
        }
    }

    private final long start = System.nanoTime();
    private final long interval;
    private final List<long[]> samples = new ArrayList<>();

    /** @param seconds how long the run will be */
    Vitals(int seconds) {
        interval = seconds * 1_000_000_000L / SAMPLES;
    }

    /** Looks, if it is time to. */
    void perhapsSample() {
        if (System.nanoTime() - start >= samples.size() * interval) {
            samples.add(sample());
        }
    }

    private static long[] sample() {
        System.gc();
        long[] sample = new long[Figure.values().length];
        sample[Figure.HEAP.ordinal()] =
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
        for (BufferPoolMXBean pool : ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class)) {
            if (pool.getName().equals("direct")) {
                sample[Figure.DIRECT.ordinal()] = pool.getMemoryUsed();
            } else {
                sample[Figure.MAPPED.ordinal()] += Math.max(0, pool.getMemoryUsed());
            }
        }
        for (String line : lines("/proc/self/status")) {
            if (line.startsWith("VmRSS:")) {
                sample[Figure.RESIDENT.ordinal()] = 1024 * Long.parseLong(line.replaceAll("\\D", ""));
            }
        }
        sample[Figure.REGIONS.ordinal()] = lines("/proc/self/maps").size();
        return sample;
    }

    private static List<String> lines(String file) {
        Path path = Path.of(file);
        try {
            return Files.exists(path) ? Files.readAllLines(path) : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Fails if the least of the last third is more than the most of the first third. */
    void checkNoGrowth() {
        int third = samples.size() / 3;
        if (third == 0) {
            return;
        }
        for (Figure figure : Figure.values()) {
            long first = Long.MIN_VALUE;
            long last = Long.MAX_VALUE;
            for (int i = 0; i < third; i++) {
                first = Math.max(first, samples.get(i)[figure.ordinal()]);
                last = Math.min(last, samples.get(samples.size() - 1 - i)[figure.ordinal()]);
            }
            Check.that(last <= first + figure.slack, figure.text + " grows: " + this);
        }
    }

    /** For each figure the first and the last sample. */
    String summary() {
        StringBuilder text = new StringBuilder();
        for (Figure figure : Figure.values()) {
            text.append(text.isEmpty() ? "" : ", ")
                    .append(figure.text)
                    .append(' ')
                    .append(samples.getFirst()[figure.ordinal()] / figure.unit)
                    .append(" to ")
                    .append(samples.getLast()[figure.ordinal()] / figure.unit);
        }
        return text.toString();
    }

    /** For each figure all samples. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (Figure figure : Figure.values()) {
            text.append(text.isEmpty() ? "" : ", ").append(figure.text);
            for (long[] sample : samples) {
                text.append(' ').append(sample[figure.ordinal()] / figure.unit);
            }
        }
        return text.toString();
    }
}
