/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The JVM options that ranks get in front of the user's own: the JVM sizes itself as if it were alone on the machine, but it
 * shares cores and memory with the other ranks. An option of the user always wins.
 */
final class JvmOptions {
    /** The JVM's own limit for the heap of a process, in percent of the memory. */
    private static final int DEFAULT_HEAP_PERCENT = 25;

    /** What all heaps together may take; the rest is for code, stacks, segments and the system. */
    private static final int ALL_HEAPS_PERCENT = 80;

    /** Variables from which a JVM takes options beside its command line. */
    private static final String[] OPTION_VARIABLES = {"JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS"};

    private JvmOptions() {}

    /**
     * The options for one rank.
     *
     * @param userOptions the options of the user's command line
     * @param environment the environment of the rank
     * @param ranks number of ranks on this machine
     * @param cores number of processors of this machine
     * @param aotCache AOT cache of the library, or null
     */
    static List<String> add(
            List<String> userOptions, Map<String, String> environment, int ranks, int cores, String aotCache) {
        List<String> given = new ArrayList<>(userOptions);
        for (String variable : OPTION_VARIABLES) {
            String value = environment.get(variable);
            if (value != null) {
                given.addAll(List.of(value.trim().split(" +")));
            }
        }
        List<String> added = new ArrayList<>();
        collector(given, ranks, cores, added);
        heap(given, ranks, added);
        if (aotCache != null && !contains(given, "-XX:AOT", "-XX:SharedArchiveFile", "-XX:Flags", "-Xshare")) {
            // Classes of the library come loaded and linked. A cache that does not fit is passed over; saying so on
            // the output of every rank would help nobody.
            added.add("-XX:AOTCache=" + aotCache);
            added.add("-Xlog:aot*=off,cds*=off");
        }
        return added;
    }

    /**
     * A rank with less than two cores to itself is no "server class machine" by the JVM's own rule, which then takes the
     * serial collector: it starts sooner and its threads do not fight with the other ranks for their cores. With more cores
     * the parallel threads are limited to the rank's share.
     */
    private static void collector(List<String> given, int ranks, int cores, List<String> added) {
        int share = Math.max(1, cores / ranks);
        for (String option : given) {
            if (option.startsWith("-XX:+Use") && option.endsWith("GC")) {
                return;
            }
        }
        if (share < 2) {
            added.add("-XX:+UseSerialGC");
        } else if (share < cores && !contains(given, "-XX:ParallelGCThreads", "-XX:ActiveProcessorCount")) {
            added.add("-XX:ParallelGCThreads=" + share);
        }
    }

    /** Each JVM takes up to a quarter of the memory, so four ranks or more would take all of it. */
    private static void heap(List<String> given, int ranks, List<String> added) {
        int tenths = Math.max(1, ALL_HEAPS_PERCENT * 10 / ranks);
        if (tenths < DEFAULT_HEAP_PERCENT * 10
                && !contains(given, "-Xmx", "-XX:MaxHeapSize", "-XX:MaxRAM", "-XX:InitialRAM")) {
            added.add("-XX:MaxRAMPercentage=" + tenths / 10 + "." + tenths % 10);
        }
    }

    private static boolean contains(List<String> options, String... prefixes) {
        for (String option : options) {
            for (String prefix : prefixes) {
                if (option.startsWith(prefix)) {
                    return true;
                }
            }
        }
        return false;
    }
}
