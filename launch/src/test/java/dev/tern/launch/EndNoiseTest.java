/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class EndNoiseTest {
    private static final String RULE = "-".repeat(74) + "\n";
    private static final String LOGGING = "Runtime.exit(143) logging failed: because \"m\" is null\n";

    private final EndNoise noise = new EndNoise();

    private String filter(String text) {
        byte[] chunk = (text + "rest of the buffer").getBytes(StandardCharsets.UTF_8);
        int left = noise.filter(chunk, text.getBytes(StandardCharsets.UTF_8).length);
        return new String(chunk, 0, left, StandardCharsets.UTF_8);
    }

    private static String report(int rank, String message) {
        return RULE + "tern: MPI error on rank " + rank + ", which ends the job because.\n\n  " + message
                + "\n      at some.Where(It.java:1)\n\nTo get an MPIException   [fatal-error]\n" + RULE;
    }

    @Test
    void furtherReportsBecomeALine() {
        String first = report(2, "send: the tag -1 is negative");
        assertThat(filter(first)).isEqualTo(first);
        assertThat(filter(report(10, "send: größer") + "and more\n"))
                .isEqualTo("tern: MPI error on rank 10 too: send: größer\nand more\n");
        assertThat(filter(report(0, "x"))).isEqualTo("tern: MPI error on rank 0 too: x\n");
    }

    @Test
    void whatOnlyLooksLikeAReportIsShown() {
        filter(report(1, "x"));
        String open = report(2, "y").substring(0, 200);
        for (String text : new String[] {open, RULE, RULE + "tern: something", "a " + report(1, "x"), ""}) {
            assertThat(filter(text)).isEqualTo(text);
        }
    }

    @Test
    void whatAJvmSaysThatIsEndedWhileItStartsIsDropped() {
        assertThat(filter(LOGGING)).isEqualTo(LOGGING);
        noise.stopping();
        assertThat(filter(LOGGING)).isEmpty();
        assertThat(filter("a\n" + LOGGING + "b\n" + LOGGING + "c")).isEqualTo("a\nb\nc");
        assertThat(filter("said: " + LOGGING)).isEqualTo("said: " + LOGGING);
        assertThat(filter("Runtime.exit(143) log")).isEqualTo("Runtime.exit(143) log");
    }
}
