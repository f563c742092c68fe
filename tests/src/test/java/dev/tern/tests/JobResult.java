/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;

/**
 * How a job ended.
 *
 * @param command its command line
 * @param exit the exit code of the launcher
 * @param out standard output
 * @param err standard error
 * @param seconds how long it ran
 */
record JobResult(String command, int exit, String out, String err, double seconds) {
    private static final int SHOWN_LINES = 200;
    private static final int SHOWN_WIDTH = 200;

    /** Fails unless the exit code is this. */
    JobResult exits(int code) {
        assertThat(exit).as("exit code of %s", this).isEqualTo(code);
        return this;
    }

    /** Fails unless all went well and nobody complained. */
    JobResult succeeds() {
        exits(0);
        assertThat(err).as("standard error of %s", command).isEmpty();
        return this;
    }

    /** Fails unless standard output has all of these texts. */
    JobResult prints(String... texts) {
        assertThat(out).as("standard output of %s", this).contains(texts);
        return this;
    }

    /** Fails unless standard error has all of these texts. */
    JobResult complains(String... texts) {
        assertThat(err).as("standard error of %s", this).contains(texts);
        return this;
    }

    /** Fails if the job took longer than this. */
    JobResult within(double limit) {
        assertThat(seconds).as("seconds that it took: %s", this).isLessThan(limit);
        return this;
    }

    /** What the ranks reported of what they waited for. */
    WaitGraph waitGraph() {
        return new WaitGraph(err);
    }

    List<String> lines() {
        return out.lines().toList();
    }

    /** The lines of an output that do not match, each cut to what can be read. */
    static List<String> unlike(String regex, String output) {
        return output.lines()
                .filter(line -> !line.matches(regex))
                .map(JobResult::cut)
                .toList();
    }

    @Override
    public String toString() {
        WaitGraph graph = waitGraph();
        return command + "\n  exit code " + exit + " after " + seconds + " s\n"
                + (graph.isEmpty() ? "" : graph.toString().indent(2)) + "  standard output:\n" + shown(out)
                + "  standard error:\n" + shown(err);
    }

    private static String shown(String output) {
        return output.lines()
                .limit(SHOWN_LINES)
                .map(JobResult::cut)
                .collect(Collectors.joining("\n"))
                .indent(4);
    }

    private static String cut(String line) {
        return line.length() <= SHOWN_WIDTH ? line : line.substring(0, SHOWN_WIDTH) + "...";
    }
}
