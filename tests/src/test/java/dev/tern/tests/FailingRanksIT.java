/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.tests.programs.Misbehaving;
import java.util.regex.Matcher;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A rank fails, or the launcher does: the job ends soon, says why, and nothing of it remains. */
class FailingRanksIT {
    private static final int RANKS = 3;

    @ParameterizedTest
    @CsvSource({
        "return, recv",
        "return, send",
        "return, probe",
        "return, waitAny",
        "return, pending",
        "return, barrier",
        "return, finalize",
        "exit0, recv"
    })
    void aRankThatLeavesWithoutFinalizeDoesNotHangThoseWhoWaitForIt(String how, String waiting) {
        JobResult result = run(how, waiting);
        assertThat(result.exit()).as("exit code of %s", result).isNotZero();
        assertThat(result.err()).contains("without MPI.Finalize").containsPattern("rank 1\\b");
    }

    @Test
    void aRankThatIsTheLastAndWaitsForAnyOtherIsNotHungEither() {
        JobResult result =
                MpiJob.of(2, Misbehaving.class, "return", "any").limit(30).run();
        assertThat(result.exit()).as("exit code of %s", result).isNotZero();
        assertThat(result.err()).contains("without MPI.Finalize");
    }

    @Test
    void ranksThatEndWithoutFinalizeAndOweNothingEndQuietly() {
        MpiJob.of(RANKS, Misbehaving.class, "nobody", "-").run().succeeds();
    }

    @ParameterizedTest
    @CsvSource({"exit3, recv, 3", "exit3, barrier, 3", "exit3, sleep, 3", "halt4, probe, 4", "halt4, any, 4"})
    void theExitCodeOfARankIsThatOfTheJob(String how, String waiting, int code) {
        run(how, waiting).exits(code).complains("rank 1", "ended with exit code " + code);
    }

    @ParameterizedTest
    @ValueSource(strings = {"recv", "sleep"})
    void abortEndsTheJobWithItsCode(String waiting) {
        run("abort5", waiting).exits(5).complains("rank 1", "abort(5)");
    }

    @ParameterizedTest
    @CsvSource({
        "throw, barrier, java.lang.IllegalStateException: thrown on purpose",
        "throw, sleep, java.lang.IllegalStateException: thrown on purpose",
        "overflow, recv, java.lang.StackOverflowError"
    })
    void anUncaughtExceptionEndsTheJobWithItsStackTrace(String how, String waiting, String exception) {
        run(how, waiting).exits(1).complains(exception, "of rank 1", "at " + Misbehaving.class.getName() + '.');
    }

    @ParameterizedTest
    @ValueSource(strings = {"recv", "barrier", "sleep"})
    void aRankThatIsKilledEndsTheJob(String waiting) {
        try (RunningJob job = start("wait", waiting)) {
            awaitAll(job);
            RunningJob.signal("KILL", pid(job, 1));
            job.await().exits(137).complains("rank 1", "signal 9 (SIGKILL)").within(20);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"recv", "sleep"})
    void ranksEndSoonWhenMpirunIsKilled(String waiting) {
        try (RunningJob job = start("wait", waiting)) {
            awaitAll(job);
            RunningJob.signal("KILL", job.pid());
            job.nothingRemainsAfter(5, "a job whose mpirun was killed");
        }
    }

    @ParameterizedTest
    @CsvSource({"TERM, 143", "INT, 130", "HUP, 129"})
    void aSignalToMpirunEndsTheJob(String signal, int code) {
        try (RunningJob job = start("wait", "recv")) {
            awaitAll(job);
            RunningJob.signal(signal, job.pid());
            job.await().exits(code).within(20);
        }
    }

    @Test
    void aStoppedMpirunThatIsKilledLeavesNothing() {
        try (RunningJob job = start("wait", "barrier")) {
            awaitAll(job);
            RunningJob.signal("STOP", job.pid());
            RunningJob.signal("KILL", job.pid());
            job.nothingRemainsAfter(5, "a job whose mpirun was stopped and killed");
        }
    }

    @Test
    void aJobThatIsKilledWhileItStartsLeavesNothing() {
        for (int millis : new int[] {60, 150, 250, 350}) {
            try (RunningJob job = start("wait", "recv")) {
                sleep(millis);
                RunningJob.signal("KILL", job.pid());
                job.nothingRemainsAfter(5, "a job that was killed after " + millis + " ms");
            }
        }
    }

    private static JobResult run(String how, String waiting) {
        return MpiJob.of(RANKS, Misbehaving.class, how, waiting).limit(30).run().within(20);
    }

    private static RunningJob start(String how, String waiting) {
        return MpiJob.of(RANKS, Misbehaving.class, how, waiting).limit(30).start();
    }

    /** Waits until all ranks are behind Init, and a little longer, so that they wait. */
    private static void awaitAll(RunningJob job) {
        for (int rank = 0; rank < RANKS; rank++) {
            pid(job, rank);
        }
        sleep(200);
    }

    private static long pid(RunningJob job, int rank) {
        Matcher line = job.awaitOutput("^rank " + rank + " pid (\\d+)$");
        return Long.parseLong(line.group(1));
    }

    private static void sleep(int millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
