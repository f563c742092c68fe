/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.tests.programs.Protocols;
import java.util.Random;
import java.util.regex.Matcher;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * {@code kill -9} of a rank in the middle of each protocol, at any moment: the job ends soon, says which rank it was, and
 * nothing of it remains, neither processes nor files.
 */
class KilledRanksIT {
    private static final int RANKS = 3;
    private static final double LIMIT_SECONDS = 20;
    private static final int LONGEST_DELAY_MILLIS = 150;

    /** The protocol, with the rank that is late for {@code init} or {@code finalize}; and the rank that is killed. */
    @ParameterizedTest
    @CsvSource({
        "eager, 0",
        "eager, 1",
        "array, 0",
        "array, 1",
        "direct, 0",
        "direct, 1",
        "library, 0",
        "library, 1",
        "synchronous, 0",
        "synchronous, 1",
        "collective, 0",
        "collective, 1",
        "init 1, 0",
        "init 2, 2",
        "finalize 0, 1",
        "finalize 2, 2"
    })
    void aKilledRankEndsTheJobAndIsNamed(String protocol, int victim) {
        try (RunningJob job = tern(protocol)) {
            int delay = kill(job, protocol, victim, false);
            assertNamed(job.await(), victim, delay);
        }
    }

    @ParameterizedTest
    @CsvSource({"eager, 1", "array, 0", "direct, 1", "library, 0", "library, 1", "collective, 1"})
    void soDoesOneThatWasStoppedBefore(String protocol, int victim) {
        try (RunningJob job = tern(protocol)) {
            int delay = kill(job, protocol, victim, true);
            assertNamed(job.await(), victim, delay);
        }
    }

    /** Hydra does not always notice the end of a process that has not called Init, so none of these is killed here. */
    @ParameterizedTest
    @CsvSource({
        "eager, 0",
        "array, 1",
        "direct, 0",
        "library, 0",
        "library, 1",
        "collective, 1",
        "init 2, 1",
        "init 0, 2",
        "finalize 0, 1",
        "finalize 1, 1"
    })
    void jobsOfHydraEndToo(String protocol, int victim) {
        try (RunningJob job = OtherLauncher.HYDRA_PORT
                .required()
                .job(RANKS, Protocols.class, protocol.split(" "))
                .limit(40)
                .start()) {
            int delay = kill(job, protocol, victim, false);
            assertFailed(job.await(), delay);
        }
    }

    private static RunningJob tern(String protocol) {
        return MpiJob.of(RANKS, Protocols.class, (Object[]) protocol.split(" "))
                .limit(40)
                .start();
    }

    /** Returns the milliseconds that it has waited, for whoever wants to see it again. */
    private static int kill(RunningJob job, String protocol, int victim, boolean stopFirst) {
        Matcher[] ranks = new Matcher[RANKS];
        for (int rank = 0; rank < RANKS; rank++) {
            ranks[rank] = job.awaitOutput("^rank " + rank + " pid (\\d+)$");
        }
        if (!protocol.startsWith("init")) {
            job.awaitOutput("^on its way$"); // behind Init
        }
        if (protocol.startsWith("init") || protocol.startsWith("finalize")) {
            sleep(400); // the others have come to where they wait
        }
        int delay = new Random().nextInt(LONGEST_DELAY_MILLIS);
        sleep(delay);
        long pid = Long.parseLong(ranks[victim].group(1));
        if (stopFirst) {
            RunningJob.signal("STOP", pid);
            sleep(300);
        }
        RunningJob.signal("KILL", pid);
        return delay;
    }

    private static void assertNamed(JobResult result, int victim, int delay) {
        assertFailed(result, delay);
        assertThat(result.err())
                .as("message after %d ms of %s", delay, result)
                .contains("mpirun: rank ")
                .containsPattern("rank " + victim + "\\b");
    }

    private static void assertFailed(JobResult result, int delay) {
        result.within(LIMIT_SECONDS);
        assertThat(result.exit())
                .as("exit code after %d ms of %s", delay, result)
                .isNotZero();
        assertThat(result.out()).doesNotContain("has not been stopped");
    }

    private static void sleep(int millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
