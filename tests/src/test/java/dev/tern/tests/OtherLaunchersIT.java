/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.examples.Hello;
import dev.tern.examples.Jacobi;
import dev.tern.examples.Ring;
import dev.tern.tests.programs.ExitCode;
import dev.tern.tests.programs.FatalError;
import dev.tern.tests.programs.Misbehaving;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Tern's ranks under launchers of others, and without any. */
class OtherLaunchersIT {
    private static final int RANKS = 4;

    /** What a mistake in the choice of the launcher would end in: a few jobs of one rank each. */
    @ParameterizedTest
    @EnumSource
    void allRanksAreOneJob(OtherLauncher launcher) {
        JobResult hello = launcher.required().job(RANKS, Hello.class).run().succeeds();
        assertThat(hello.lines().stream().map(line -> line.replaceFirst(" on \\S+$", "")))
                .containsExactlyInAnyOrderElementsOf(IntStream.range(0, RANKS)
                        .mapToObj(rank -> "Hello from rank " + rank + " of " + RANKS)
                        .toList());
    }

    @ParameterizedTest
    @EnumSource
    void oneRankIsAJobToo(OtherLauncher launcher) {
        launcher.required().job(1, Hello.class).run().succeeds().prints("Hello from rank 0 of 1");
    }

    @ParameterizedTest
    @EnumSource
    void theTokenOfTheRingCollectsAllRanks(OtherLauncher launcher) {
        launcher.required().job(RANKS, Ring.class, "50").run().succeeds().prints("token 300, expected 300");
    }

    @ParameterizedTest
    @EnumSource
    void theStencilGivesTheSameDigitsAsElsewhere(OtherLauncher launcher) {
        JobResult result =
                launcher.required().job(RANKS, Jacobi.class, "20", "300").run().succeeds();
        assertThat(result.lines().getLast())
                .isEqualTo("after 300 sweeps: last change 3.741513e-06, error 1.299547e-04");
    }

    @ParameterizedTest
    @EnumSource
    void abortEndsTheJobWithItsCode(OtherLauncher launcher) {
        misbehaving(launcher, "abort5", "recv").exits(5).complains("rank 1", "abort(5)");
        misbehaving(launcher, "abort5", "sleep").exits(5);
    }

    @ParameterizedTest
    @EnumSource
    void anErrorExitAfterFinalizeArrives(OtherLauncher launcher) {
        launcher.required().job(RANKS, ExitCode.class, "7").run().exits(7);
    }

    @ParameterizedTest
    @EnumSource
    void anUncaughtExceptionEndsTheJob(OtherLauncher launcher) {
        misbehaving(launcher, "throw", "barrier").exits(1).complains("thrown on purpose", "of rank 1");
    }

    @ParameterizedTest
    @EnumSource
    void aFatalErrorEndsTheJobWithItsClass(OtherLauncher launcher) {
        int code = MpiJob.of(2, FatalError.class, "rank").run().exit();
        launcher.required().job(2, FatalError.class, "rank").run().exits(code).complains("rank 1", "[fatal-error]");
    }

    @ParameterizedTest
    @EnumSource
    void aRankWhoseInitFailsEndsTheJob(OtherLauncher launcher) {
        JobResult result = launcher.required()
                .jobWithOddRank("TERN_LANES=many", 3, Hello.class)
                .run()
                .within(40)
                .complains("rank 1: MPI.Init failed", "lanes=many", "[init-failed]");
        assertThat(result.exit()).as("exit code of %s", result).isNotZero();
    }

    /** Open MPI's launcher reports the code; Hydra kills the others first, and reports sometimes this and sometimes that. */
    @ParameterizedTest
    @EnumSource
    void exitInTheMiddleEndsTheJob(OtherLauncher launcher) {
        JobResult result = misbehaving(launcher, "exit3", "sleep");
        assertThat(result.exit()).as("exit code of %s", result).isNotZero();
        if (launcher == OtherLauncher.OPEN_MPI) {
            result.exits(3);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aRankThatReturnsWithoutFinalizeIsMissed(OtherLauncher launcher) {
        JobResult result = misbehaving(launcher, "return", "recv");
        assertThat(result.exit()).as("exit code of %s", result).isNotZero();
        assertThat(result.err()).containsPattern("without MPI.Finalize|exiting improperly");
    }

    @ParameterizedTest
    @EnumSource
    void aRankThatIsKilledEndsTheJob(OtherLauncher launcher, @TempDir Path folder) {
        try (RunningJob job = waiting(launcher, folder)) {
            RunningJob.signal("KILL", pid(job, 1));
            JobResult result = job.await();
            assertThat(result.exit()).as("exit code of %s", result).isNotZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void ranksEndSoonWhenTheLauncherIsKilled(OtherLauncher launcher, @TempDir Path folder) {
        try (RunningJob job = waiting(launcher, folder)) {
            RunningJob.signal("KILL", job.pid());
            job.nothingRemainsAfter(10, "a job whose launcher was killed");
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "HYDRA_PORT")
    void withoutNativeAccessTheErrorSaysWhatToDo(OtherLauncher launcher) {
        JobResult result =
                launcher.required().jobWithoutNativeAccess(2, Hello.class).run();
        assertThat(result.exit()).as("exit code of %s", result).isNotZero();
        result.complains("--enable-native-access=ALL-UNNAMED", "[native-access]");
        assertThat(result.out()).doesNotContain("rank 0 of 1");
    }

    @Test
    void aProgramWithoutALauncherIsTheOnlyRank() {
        for (Class<?> program : new Class<?>[] {Hello.class, Ring.class}) {
            MpiJob.command(Site.tool("java"), "-cp", OtherLauncher.CLASS_PATH, program.getName())
                    .run()
                    .succeeds();
        }
    }

    private static JobResult misbehaving(OtherLauncher launcher, String how, String waiting) {
        return launcher.required().job(3, Misbehaving.class, how, waiting).run().within(40);
    }

    /** A job all of whose ranks are behind Init. What its launcher leaves when it is killed lies in that folder. */
    private static RunningJob waiting(OtherLauncher launcher, Path folder) {
        RunningJob job = launcher.required()
                .job(3, Misbehaving.class, "wait", "sleep")
                .env("TMPDIR", folder.toString())
                .start();
        for (int rank = 0; rank < 3; rank++) {
            pid(job, rank);
        }
        return job;
    }

    private static long pid(RunningJob job, int rank) {
        return Long.parseLong(job.awaitOutput("^rank " + rank + " pid (\\d+)$").group(1));
    }
}
