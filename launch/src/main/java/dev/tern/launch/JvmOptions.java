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
 *
 * @param ranks number of ranks on this machine
 * @param cores number of processors that they share
 * @param memory bytes that they share
 */
record JvmOptions(int ranks, int cores, long memory) {
    /** Who native access is granted to when the library is on the class path. */
    static final String CLASS_PATH = "ALL-UNNAMED";

    /** Who it is granted to when the library is on the module path. */
    static final String MODULE = "dev.tern.core";

    private static final String NATIVE_ACCESS = "--enable-native-access";

    /** The JVM's own limit for the heap of a process, in percent of the memory. */
    private static final int DEFAULT_HEAP_PERCENT = 25;

    /** What all heaps together may take; the rest is for code, stacks, segments and the system. */
    private static final int ALL_HEAPS_PERCENT = 80;

    /** With larger heaps references take 8 bytes; the JVM goes beyond only if a limit is set. */
    private static final long LARGEST_DENSE_HEAP = 32L << 30;

    /** Variables from which a JVM takes options beside its command line. */
    private static final String[] OPTION_VARIABLES = {"JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS"};

    /**
     * Beginnings of options with which the JVM cannot use the cache, for it holds the modules as they are without; it then
     * starts more slowly than with no cache at all. The same for options of a user who has a cache of his own.
     */
    private static final String[] SPOIL_CACHE = {
        "-XX:AOT",
        "-XX:SharedArchiveFile",
        "-XX:Flags",
        "-XX:+UseZGC",
        "-XX:+UseShenandoahGC",
        "-XX:-UseCompressedOops",
        "-XX:+UseCompactObjectHeaders",
        "-Xshare",
        "--add-",
        "--illegal-native-access",
        "--limit-modules",
        "--patch-module",
        "--upgrade-module-path"
    };

    /**
     * The options for one program.
     *
     * @param userOptions the options of the user's command line
     * @param environment the environment of the rank
     * @param holder who gets native access, {@link #CLASS_PATH} or {@link #MODULE}; null for a JVM that knows no such thing
     * @param aotCache AOT cache of the library, or null
     */
    List<String> add(List<String> userOptions, Map<String, String> environment, String holder, String aotCache) {
        List<String> given = new ArrayList<>(userOptions);
        given.addAll(fromEnvironment(environment));
        List<String> added = new ArrayList<>();
        processors(given, added);
        heap(given, added);
        nativeAccess(given, holder, added);
        if (aotCache != null && isUsual(given, holder) && !contains(given, SPOIL_CACHE)) {
            // Classes of the library come loaded and linked. A cache that does not fit is passed over; saying so on
            // the output of every rank would help nobody.
            added.add("-XX:AOTCache=" + aotCache);
            added.add("-Xlog:aot*=off,cds*=off");
            shortStart(given, added);
        }
        return added;
    }

    /**
     * What makes a job of a hello program take 132 instead of 162 ms (two ranks, medians of 11 runs in turn). The cache is mapped
     * where it was made for, which saves going through all of it; the launcher knows that this is the JVM that made it, so it
     * knows the options. And a method is compiled for the first time after 2000 calls instead of 200, for a rank that starts
     * shares its core with its compiler; what counts for long, the second compilation, comes as soon as ever.
     */
    private static void shortStart(List<String> given, List<String> added) {
        added.add("-XX:+UnlockDiagnosticVMOptions");
        added.add("-XX:ArchiveRelocationMode=0");
        if (!contains(given, "-XX:Tier", "-XX:CompileThreshold", "-Xint", "-Xcomp")) {
            added.add("-XX:Tier3InvocationThreshold=2000");
            added.add("-XX:Tier3MinInvocationThreshold=1000");
            added.add("-XX:Tier3CompileThreshold=20000");
        }
    }

    /** Whether the environment alone grants native access to somebody. */
    static boolean isGranted(Map<String, String> environment, String holder) {
        return granted(fromEnvironment(environment)).contains(holder);
    }

    private static List<String> fromEnvironment(Map<String, String> environment) {
        List<String> given = new ArrayList<>();
        for (String variable : OPTION_VARIABLES) {
            String value = environment.get(variable);
            if (value != null) {
                given.addAll(List.of(value.trim().split(" +")));
            }
        }
        return given;
    }

    /**
     * The rank's share of the processors decides how many threads the JVM has for collector, compilers and common pool, so
     * that those of different ranks do not fight for the cores; with one it takes the serial collector by itself.
     */
    private void processors(List<String> given, List<String> added) {
        int share = Math.max(1, cores / ranks);
        if (share < cores && !contains(given, "-XX:ActiveProcessorCount")) {
            added.add("-XX:ActiveProcessorCount=" + share);
        }
    }

    /** Each JVM takes up to a quarter of the memory, so four ranks or more would take all of it. */
    private void heap(List<String> given, List<String> added) {
        int tenths = Math.max(1, ALL_HEAPS_PERCENT * 10 / ranks);
        if (tenths < DEFAULT_HEAP_PERCENT * 10
                && memory / 1000 * tenths < LARGEST_DENSE_HEAP
                && !contains(given, "-Xmx", "-XX:MaxHeapSize", "-XX:MaxRAM", "-XX:InitialRAM")) {
            added.add("-XX:MaxRAMPercentage=" + tenths / 10 + "." + tenths % 10);
        }
    }

    /**
     * The library's accelerators call the system directly, which a JVM warns of unless it is granted. What the user grants to
     * others holds as well; but who says what is to happen with those who have no grant is left alone.
     */
    private static void nativeAccess(List<String> given, String holder, List<String> added) {
        if (holder != null
                && !contains(given, "--illegal-native-access")
                && !granted(given).contains(holder)) {
            added.add(NATIVE_ACCESS + "=" + holder);
        }
    }

    /** Whether native access is granted just as it was when the cache was made. */
    private static boolean isUsual(List<String> given, String holder) {
        List<String> granted = granted(given);
        return CLASS_PATH.equals(holder) && (granted.isEmpty() || granted.equals(List.of(CLASS_PATH)));
    }

    /** Whom the user grants native access: the value follows in the same word or in the next. */
    private static List<String> granted(List<String> given) {
        List<String> granted = new ArrayList<>();
        for (int i = 0; i < given.size(); i++) {
            String option = given.get(i);
            if (option.startsWith(NATIVE_ACCESS + "=")) {
                granted.addAll(
                        List.of(option.substring(NATIVE_ACCESS.length() + 1).split(",")));
            } else if (option.equals(NATIVE_ACCESS) && i + 1 < given.size()) {
                granted.addAll(List.of(given.get(i + 1).split(",")));
            }
        }
        return granted;
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
