/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.stress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Runs all jcstress tests of this module: a class with the annotation is enough. {@code -Dtern.stress.mode=long} takes its
 * time, {@code -Dtern.stress.tests=REGEX} chooses. What jcstress says goes to {@code target/jcstress}.
 */
class StressIT {
    /** Every JVM mode (interpreter, both compilers, random compiler decisions), each for a moment. */
    private static final List<String> QUICK =
            List.of("-m", "quick", "-sc", "false", "-iters", "1", "-time", "300", "-strideSize", "32");

    /** Also each pair of compilers for the two threads. */
    private static final List<String> LONG = List.of("-m", "default", "-strideSize", "64");

    private static final Path FOLDER = Path.of("target", "jcstress").toAbsolutePath();
    private static final Pattern MATCHES = Pattern.compile("(.*) tests: (\\d+) matching test results");

    @Test
    @Timeout(value = 24, unit = TimeUnit.HOURS)
    void noForbiddenResultIsSeen() throws Exception {
        assumeTrue(Runtime.getRuntime().availableProcessors() >= 2, "two threads need two processors");
        boolean quick = !System.getProperty("tern.stress.mode", "quick").equals("long");
        String tests = System.getProperty("tern.stress.tests", ".*");
        Files.createDirectories(FOLDER);

        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                "org.openjdk.jcstress.Main",
                "-t",
                tests,
                "-r",
                "report",
                "-strideCount", // few: each test has memory outside of the heap, which jcstress does not count
                "4",
                "-jvmArgsPrepend",
                "--enable-native-access=ALL-UNNAMED"));
        command.addAll(quick ? QUICK : LONG);
        long start = System.nanoTime();
        Path log = FOLDER.resolve("log.txt");
        int exit = run(command, log, quick ? Duration.ofMinutes(10) : Duration.ofHours(23));

        String output = Files.readString(log);
        assertThat(exit)
                .as("exit code of jcstress, which said:\n%s", output.substring(Math.max(0, output.length() - 20_000)))
                .isZero();
        int passed = passed(output);
        System.out.printf(
                "%d tests, %s mode, %d s: no forbidden result (%s)%n",
                passed, quick ? "quick" : "long", (System.nanoTime() - start) / 1_000_000_000, log);
        if (tests.equals(".*")) {
            assertThat(passed).as("tests that were run").isEqualTo(declaredTests());
        }
    }

    /** It deletes nothing of an earlier run; the result file of each has its time in the name. */
    private static int run(List<String> command, Path log, Duration limit) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .directory(FOLDER.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            return process.waitFor(limit.toSeconds(), TimeUnit.SECONDS) ? process.exitValue() : -1;
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    /** Tests whose results were all acceptable, some of them perhaps interesting. */
    private static int passed(String output) {
        int passed = 0;
        Matcher line = MATCHES.matcher(output);
        while (line.find()) {
            assertThat(line.group(1).strip()).isIn("Interesting", "All remaining");
            passed += Integer.parseInt(line.group(2));
        }
        return passed;
    }

    /** What the annotation processor has found. */
    private static long declaredTests() throws IOException {
        try (InputStream list = StressIT.class.getResourceAsStream("/META-INF/TestList")) {
            return new String(list.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .count();
        }
    }
}
