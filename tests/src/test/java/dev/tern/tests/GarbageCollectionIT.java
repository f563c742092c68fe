/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.tests.programs.soak.Garbage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Ranks with a heap of 64 MB that is always full: nothing is lost. The longest pause and the longest time that a ball took
 * are printed; {@code -Dtern.gc.seconds=60} makes figures to be noted, {@code -Dtern.gc.seed=N} repeats a run.
 */
@Timeout(value = 24, unit = TimeUnit.HOURS) // the jobs have limits of their own
class GarbageCollectionIT {
    private static final int SECONDS = Integer.getInteger("tern.gc.seconds", 6);
    private static final int LIMIT_SECONDS = 120; // on top, for a machine that is busy
    private static final Pattern RANK =
            Pattern.compile("(?m)^rank (\\d+) pid (\\d+): (\\d+) balls, .* took (\\d+) us$");
    private static final Pattern PAUSE = Pattern.compile("Reaching safepoint: *(\\d+) ns,.* Total: *(\\d+) ns");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"2, -XX:+UseSerialGC", "4, -XX:+UseG1GC"})
    void nothingIsLostInASmallHeap(int ranks, String collector) throws IOException {
        long seed = Long.getLong("tern.gc.seed", new Random().nextLong(1_000_000_000));
        System.out.println(ranks + " ranks, " + collector + ": -Dtern.gc.seed=" + seed);
        JobResult result = MpiJob.of(ranks, Garbage.class, SECONDS, seed)
                .jvm("-Xmx64m", collector, "-Xlog:safepoint:file=" + folder + "/%p.log:none:filecount=0")
                .limit(SECONDS + LIMIT_SECONDS)
                .run()
                .succeeds()
                .prints(" MB: right");
        Matcher rank = RANK.matcher(result.out());
        int found = 0;
        while (rank.find()) {
            found++;
            System.out.println("rank " + rank.group(1) + ": " + pauses(folder.resolve(rank.group(2) + ".log"))
                    + ", longest of " + rank.group(3) + " balls " + millis(Long.parseLong(rank.group(4)) * 1000));
        }
        assertThat(found).as("ranks that told how long they waited").isEqualTo(ranks);
    }

    /** All pauses count: the stopped rank does not care what for. */
    private static String pauses(Path log) throws IOException {
        long longest = 0;
        long reaching = 0;
        int count = 0;
        for (String line : Files.readAllLines(log)) {
            Matcher pause = PAUSE.matcher(line);
            if (pause.find()) {
                count++;
                reaching = Math.max(reaching, Long.parseLong(pause.group(1)));
                longest = Math.max(longest, Long.parseLong(pause.group(2)));
            }
        }
        assertThat(count).as("pauses in %s", log).isPositive();
        return "longest of " + count + " pauses " + millis(longest) + ", longest way to one " + millis(reaching);
    }

    private static String millis(long nanos) {
        return nanos / 1_000_000 + "." + nanos / 100_000 % 10 + " ms";
    }
}
