/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

import dev.tern.config.Spelling;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** The options of {@code mpirun}: their names, with one dash or two, and how many values follow. */
enum Option {
    COUNT(1, "n", "np", "c"),
    PER_NODE(1, "N", "ppn", "npernode"),
    EXPORT(1, "x"),
    APP_ENVIRONMENT(2, "env"),
    JOB_ENVIRONMENT(2, "genv"),
    DIRECTORY(1, "wdir", "wd"),
    HOST(1, "host", "hosts", "H"),
    HOSTFILE(1, "hostfile", "machinefile", "f"),
    LAUNCHER(1, "launcher"),
    PARAMETER(1, "param"),
    MCA(2, "mca"),
    PATH(1, "path"),
    JVM_ARGUMENTS(1, "jvm-args"),
    BIND_TO(1, "bind-to"),
    MAP_BY(1, "map-by"),
    CPU_SET(1, "cpu-set", "cpu-list"),
    OVERSUBSCRIBE(0, "oversubscribe"),
    NO_OVERSUBSCRIBE(0, "nooversubscribe"),
    REPORT_BINDINGS(0, "report-bindings"),
    DISPLAY(1, "display"),
    DISPLAY_MAP(0, "display-map"),
    DISPLAY_ALLOCATION(0, "display-allocation"),
    TAG_OUTPUT(0, "tag-output"),
    PREPEND_RANK(0, "prepend-rank", "l"),
    TIMESTAMP_OUTPUT(0, "timestamp-output"),
    MERGE_OUTPUT(0, "merge-stderr-to-stdout"),
    OUTPUT_FILENAME(1, "output-filename"),
    STDIN(1, "stdin"),
    TIMEOUT(1, "timeout"),
    PRINT_EXIT_CODES(0, "print-all-exitcodes"),
    VERBOSE(0, "verbose", "v"),
    QUIET(0, "quiet", "q"),
    HELP(0, "help", "h"),
    VERSION(0, "version", "V"),
    /** Nothing to Tern, which starts ranks for anybody. */
    AS_ROOT(0, "allow-run-as-root"),
    /** Accepted for scripts written for other launchers: what they ask for holds here anyway. */
    GRANTED(0, "get-stack-traces", "report-state-on-timeout", "genvall", "use-hwthread-cpus"),
    /** Likewise with a value: with one machine there is nothing to choose. */
    GRANTED_VALUE(1, "rank-by");

    /** What is asked of the launcher that starts the ranks, whichever it is. */
    static final Set<Option> WISHES = Collections.unmodifiableSet(EnumSet.of(
            BIND_TO,
            MAP_BY,
            CPU_SET,
            OVERSUBSCRIBE,
            REPORT_BINDINGS,
            DISPLAY_MAP,
            DISPLAY_ALLOCATION,
            TAG_OUTPUT,
            PREPEND_RANK,
            TIMESTAMP_OUTPUT,
            MERGE_OUTPUT,
            OUTPUT_FILENAME,
            STDIN,
            PRINT_EXIT_CODES,
            AS_ROOT));

    private static final int LARGEST_TYPO = 3;

    private final int valueCount;
    private final String[] names;

    Option(int valueCount, String... names) {
        this.valueCount = valueCount;
        this.names = names;
    }

    /** How many values follow the option. */
    int valueCount() {
        return valueCount;
    }

    /** All names, without dashes. */
    String[] names() {
        return names.clone();
    }

    /**
     * Finds an option.
     *
     * @param name its name without dashes
     * @return the option, or null
     */
    static Option find(String name) {
        for (Option option : values()) {
            for (String candidate : option.names) {
                if (candidate.equals(name)) {
                    return option;
                }
            }
        }
        return null;
    }

    /**
     * The option whose name is nearest to a wrong one.
     *
     * @param name a name without dashes that no option has
     * @return the nearest with its dashes, or null if none is near
     */
    static String nearest(String name) {
        String best = null;
        int bestDistance = Math.min(LARGEST_TYPO, name.length() / 2) + 1;
        for (Option option : values()) {
            for (String candidate : option.names) {
                int distance = Spelling.distance(name, candidate);
                if (distance < bestDistance) {
                    bestDistance = distance;
                    best = candidate;
                }
            }
        }
        return best == null ? null : (best.length() <= 2 ? "-" : "--") + best;
    }
}
