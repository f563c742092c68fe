/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.launch.Launcher.Result;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whole jobs of shells and small Java programs. */
@Timeout(120)
class JobTest {
    /** Ranks sleep for a time that no other process sleeps, so what is left of them can be found. */
    private static final int SLEEP = 700_000 + (int) (ProcessHandle.current().pid() % 100_000);

    @TempDir
    private Path folder;

    private Launcher launcher;

    @BeforeEach
    void makeLauncher() {
        launcher = new Launcher(folder);
    }

    @AfterEach
    void nothingIsLeft() throws InterruptedException {
        List<Long> left = sleepers();
        for (int i = 0; i < 100 && !left.isEmpty(); i++) {
            Thread.sleep(20);
            left = sleepers();
        }
        for (long pid : left) {
            ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
        }
        assertThat(left).as("processes of the job that are left").isEmpty();
    }

    private static List<Long> sleepers() {
        List<Long> found = new ArrayList<>();
        for (String name : new File("/proc").list()) {
            String words = Machine.read("/proc/" + name + "/cmdline");
            if (words.contains("sleep\0" + SLEEP) && !words.contains("Mpirun")) {
                found.add(Long.parseLong(name));
            }
        }
        return found;
    }

    @Test
    void ranksKnowWhoTheyAre() throws Exception {
        Result job = launcher.run(
                "-n",
                "2",
                "sh",
                "-c",
                "echo $OMPI_COMM_WORLD_RANK of $OMPI_COMM_WORLD_SIZE $MPI_LOCALRANKID $MPI_LOCALNRANKS");
        assertThat(job.out().lines()).containsExactlyInAnyOrder("0 of 2 0 2", "1 of 2 1 2");
        assertThat(job.err()).isEmpty();
        assertThat(job.exitCode()).isZero();
    }

    @Test
    void severalPrograms() throws Exception {
        Result job = launcher.run("--tag-output", "-n", "1", "echo", "a", ":", "-n", "2", "echo", "b");
        assertThat(job.out().lines())
                .containsExactlyInAnyOrder("[1,0]<stdout>:a", "[1,1]<stdout>:b", "[1,2]<stdout>:b");
    }

    @Test
    void aFailedRankEndsTheJob() throws Exception {
        Result job = launcher.run(
                "--print-all-exitcodes",
                "-n",
                "3",
                "sh",
                "-c",
                "[ $OMPI_COMM_WORLD_RANK = 1 ] && echo bye >&2 && exit 3; sleep " + SLEEP);
        assertThat(job.exitCode()).isEqualTo(3);
        assertThat(job.err())
                .startsWith("bye\n----")
                .containsPattern("mpirun: rank 1 \\(pid \\d+ on .*\\) ended with exit code 3 after \\d+\\.\\d s\\.")
                .contains("command:  sh -c ", "the other running ranks (2) were stopped", "[rank-failed]")
                .endsWith("mpirun: exit codes: rank 0: 143, rank 1: 3, rank 2: 143\n");
        assertThat(job.millis()).isLessThan(5000);
    }

    @Test
    void aKilledRankEndsTheJob() throws Exception {
        Result job = launcher.run("-n", "2", "sh", "-c", "[ $OMPI_COMM_WORLD_RANK = 1 ] && kill -9 $$; sleep " + SLEEP);
        assertThat(job.exitCode()).isEqualTo(137);
        assertThat(job.err()).contains("was ended by signal 9 (SIGKILL)", "[rank-killed]");
    }

    @Test
    void ranksThatIgnoreSigtermAreKilled() throws Exception {
        Result job = launcher.run(
                "-n", "2", "sh", "-c", "trap '' TERM; [ $OMPI_COMM_WORLD_RANK = 1 ] && exit 4; sleep " + SLEEP);
        assertThat(job.exitCode()).isEqualTo(4);
        assertThat(job.millis()).isBetween(2000L, 8000L);
    }

    @Test
    void whatARankLeavesBehindIsKilled() throws Exception {
        Result quiet = launcher.run("-n", "2", "sh", "-c", "sleep " + SLEEP + " >/dev/null 2>&1 & echo x");
        assertThat(quiet.out()).isEqualTo("x\nx\n");
        Result holding = launcher.run("-n", "1", "sh", "-c", "sleep " + SLEEP + " & echo x; sleep 0.2");
        assertThat(holding.out()).isEqualTo("x\n");
        assertThat(holding.exitCode()).isZero();
        assertThat(holding.millis()).isLessThan(6000);
    }

    @Test
    void ranksEndWhenTheLauncherIsKilled() throws Exception {
        Process job = launcher.start("-n", "2", "sh", "-c", "echo up; sleep " + SLEEP + "; true");
        launcher.awaitOutput("up\nup\n");
        assertThat(sleepers()).isNotEmpty();
        Path file = Path.of("/dev/shm/tern-" + jobId(job) + "-0");
        Files.writeString(file, "segment");
        job.destroyForcibly().waitFor();
        for (int i = 0; i < 250 && Files.exists(file); i++) {
            Thread.sleep(20);
        }
        assertThat(file).doesNotExist();
    }

    /** The id of a job is in the environment of its ranks. */
    private static String jobId(Process job) {
        ProcessHandle rank = job.children()
                .filter(child ->
                        Machine.read("/proc/" + child.pid() + "/environ").contains("OMPI_COMM_WORLD_RANK=0"))
                .findFirst()
                .orElseThrow();
        String environment = Machine.read("/proc/" + rank.pid() + "/environ");
        int from = environment.indexOf("TERN_JOB=") + "TERN_JOB=".length();
        return environment.substring(from, environment.indexOf('\0', from));
    }

    @Test
    void filesOfTheJobAreRemoved() throws Exception {
        Path own = Files.createDirectory(folder.resolve("own"));
        String script =
                "for d in /dev/shm $TERN_SHM_DIR; do touch $d/tern-$TERN_JOB-0 $d/tern-other-0; done; echo $TERN_JOB";
        Result job = launcher.run("--param", "shm_dir=" + own, "-n", "1", "sh", "-c", script);
        assertThat(job.out().trim()).matches("[A-Za-z0-9-]+");
        assertThat(Path.of("/dev/shm/tern-" + job.out().trim() + "-0")).doesNotExist();
        assertThat(own).isDirectoryContaining("glob:**/tern-other-0");
        assertThat(own.toFile().list()).hasSize(1);
        assertThat(Path.of("/dev/shm/tern-other-0").toFile().delete()).isTrue();
    }

    @Test
    void signalsEndTheJob() throws Exception {
        for (String signal : List.of("TERM", "INT", "HUP")) {
            long start = System.nanoTime();
            Process job = launcher.start("-n", "2", "sh", "-c", "echo up; exec sleep " + SLEEP);
            launcher.awaitOutput("up\nup\n");
            kill(signal, job);
            Result result = launcher.await(job, start);
            assertThat(result.exitCode())
                    .as(signal)
                    .isEqualTo(signal.equals("TERM") ? 143 : signal.equals("INT") ? 130 : 129);
        }
    }

    @Test
    void theSecondSignalKillsAtOnce() throws Exception {
        long start = System.nanoTime();
        Process job =
                launcher.start("-n", "1", "sh", "-c", "trap 'echo term' TERM; echo up; while :; do sleep 0.1; done");
        launcher.awaitOutput("up\n");
        kill("INT", job);
        launcher.awaitOutput("term\n");
        kill("INT", job);
        Result result = launcher.await(job, start);
        assertThat(result.exitCode()).isEqualTo(130);
        assertThat(result.millis()).isLessThan(4500);
    }

    @Test
    void userSignalsArePassedOn() throws Exception {
        for (String signal : List.of("USR1", "USR2")) {
            long start = System.nanoTime();
            // The sleep dies of the signal, too: it goes to all processes of the rank.
            String script = "trap 'echo got; exit 0' " + signal + "; echo up; while :; do sleep " + SLEEP + "; done";
            Process job = launcher.start("-n", "1", "sh", "-c", script);
            launcher.awaitOutput("up\n");
            Thread.sleep(200);
            kill(signal, job);
            Result result = launcher.await(job, start);
            assertThat(result.out()).isEqualTo("up\ngot\n");
            assertThat(result.exitCode()).isZero();
        }
    }

    @Test
    void theTerminalStopsAndContinuesTheJob() throws Exception {
        long start = System.nanoTime();
        // A shell that starts a process is not seen as stopped while that one is stopped before it has become its
        // program.
        Process job = launcher.start("-n", "1", "sh", "-c", "echo $$; while [ ! -e go ]; do :; done");
        String rank = launcher.awaitOutput("\n").trim();
        kill("TSTP", job);
        awaitState(rank, 'T');
        awaitState(String.valueOf(job.pid()), 'T');
        kill("CONT", job);
        Files.createFile(folder.resolve("go"));
        assertThat(launcher.await(job, start).exitCode()).isZero();
    }

    private static void awaitState(String pid, char state) throws InterruptedException {
        String stat = Machine.read("/proc/" + pid + "/stat");
        for (int i = 0; i < 500 && stat.charAt(stat.lastIndexOf(')') + 2) != state; i++) {
            Thread.sleep(20);
            stat = Machine.read("/proc/" + pid + "/stat");
        }
        assertThat(stat.charAt(stat.lastIndexOf(')') + 2)).isEqualTo(state);
    }

    private static void kill(String signal, Process process) throws Exception {
        assertThat(new ProcessBuilder("kill", "-s", signal, String.valueOf(process.pid()))
                        .start()
                        .waitFor())
                .isZero();
    }

    @Test
    void theTimeLimitShowsTheStacks() throws Exception {
        Files.writeString(
                folder.resolve("Sleeper.java"),
                "public class Sleeper { public static void main(String[] a) throws Exception {"
                        + " System.out.println(\"up\"); Thread.sleep(1000000); } }");
        Result job = launcher.run(
                "--timeout", "4", "-n", "1", "Sleeper.java", ":", "-n", "1", "sleep", String.valueOf(SLEEP));
        assertThat(job.exitCode()).isEqualTo(110);
        assertThat(job.out()).isEqualTo("up\n");
        assertThat(job.err())
                .contains("======== rank 0 (pid ", "at Sleeper.main(Sleeper.java:1)")
                .contains("======== rank 1 (pid ", "no Java program")
                .contains("the job did not end within 4 s; 2 of 2 ranks were still running.", "[timeout]");
        assertThat(job.millis()).isBetween(4000L, 12_000L);
    }

    @Test
    void aRankThatLeavesIsNamedWhenOthersWait() throws Exception {
        String client =
                "exec 3<>/dev/tcp/${PMI_PORT%:*}/${PMI_PORT#*:}; printf 'cmd=initack pmiid='$PMI_ID'\\ncmd=barrier_in\\n' >&3;"
                        + " cat <&3";
        Result job = launcher.run("-n", "1", "bash", "-c", client, ":", "-n", "1", "true");
        assertThat(job.exitCode()).isEqualTo(1);
        assertThat(job.err()).contains("rank 1 (pid ", "[rank-left]");
    }

    @Test
    void abortEndsTheJobWithItsCode() throws Exception {
        String client = "exec 3<>/dev/tcp/${PMI_PORT%:*}/${PMI_PORT#*:};"
                + " printf 'cmd=initack pmiid='$PMI_ID'\\ncmd=abort exitcode=5 message=no_luck\\n' >&3; sleep " + SLEEP;
        Result job = launcher.run("-n", "1", "sleep", String.valueOf(SLEEP), ":", "-n", "1", "bash", "-c", client);
        assertThat(job.exitCode()).isEqualTo(5);
        assertThat(job.err()).contains("ended the job with code 5.", "cause:    no_luck", "[rank-aborted]");
    }

    @Test
    void outputGoesToFiles() throws Exception {
        Result job = launcher.run(
                "-n",
                "2",
                "--output-filename",
                "logs",
                "sh",
                "-c",
                "echo o$OMPI_COMM_WORLD_RANK; echo e$OMPI_COMM_WORLD_RANK >&2");
        assertThat(job.out() + job.err()).isEmpty();
        for (int rank = 0; rank < 2; rank++) {
            assertThat(folder.resolve("logs/rank." + rank + "/stdout")).hasContent("o" + rank);
            assertThat(folder.resolve("logs/rank." + rank + "/stderr")).hasContent("e" + rank);
        }
    }

    @Test
    void linesOfManyRanksStayWhole() throws Exception {
        Result job = launcher.run(
                "-n",
                "4",
                "sh",
                "-c",
                "i=0; while [ $i -lt 3000 ]; do echo $OMPI_COMM_WORLD_RANK-abcdefghijklmnopqrstuvwxyz; i=$((i+1)); done");
        assertThat(job.out().lines().filter(line -> line.matches("[0-3]-abcdefghijklmnopqrstuvwxyz")))
                .hasSize(12_000);
        assertThat(job.out().lines().distinct()).hasSize(4);
    }

    @Test
    void aBrokenPipeEndsTheJobQuietly() throws Exception {
        Process job = launcher.startPiped("-n", "2", "yes");
        try (InputStream out = job.getInputStream()) {
            assertThat(new String(out.readNBytes(2), StandardCharsets.US_ASCII)).isEqualTo("y\n");
        }
        assertThat(job.waitFor(10, TimeUnit.SECONDS)).isTrue();
        assertThat(job.exitValue()).isEqualTo(141);
        assertThat(folder.resolve("err")).isEmptyFile();
    }

    @Test
    void standardInputGoesToOneRankOrAll() throws Exception {
        launcher.setInput("line\n");
        assertThat(launcher.run("-l", "-n", "2", "cat").out()).isEqualTo("[0] line\n");
        assertThat(launcher.run("-l", "-n", "2", "--stdin", "1", "cat").out()).isEqualTo("[1] line\n");
        assertThat(launcher.run("-l", "-n", "2", "--stdin", "none", "cat").out())
                .isEmpty();
        assertThat(launcher.run("-l", "-n", "2", "--stdin", "all", "cat").out().lines())
                .containsExactlyInAnyOrder("[0] line", "[1] line");
    }

    @Test
    void inputThatNeverComesDelaysNothing() throws Exception {
        Process job = launcher.startPiped("-n", "2", "--stdin", "all", "true");
        assertThat(job.waitFor(10, TimeUnit.SECONDS)).isTrue();
        assertThat(job.exitValue()).isZero();
    }

    @Test
    void bindingIsDoneAndReported() throws Exception {
        int cpu = Machine.allowedCpus().get(0);
        Result job = launcher.run(
                "-n",
                "1",
                "--bind-to",
                "hwthread",
                "--report-bindings",
                "grep",
                "Cpus_allowed_list",
                "/proc/self/status");
        assertThat(job.out().trim()).endsWith("\t" + cpu);
        assertThat(job.err()).isEqualTo("mpirun: rank 0 is bound to cpu " + cpu + "\n");
    }

    @Test
    void moreRanksThanCoresAreNotBoundUnlessTheyMayShare() throws Exception {
        List<Integer> cpus = Machine.allowedCpus();
        String ranks = String.valueOf(cpus.size() + 1);
        Result refused = launcher.run("-n", ranks, "--bind-to", "hwthread", "true");
        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.err())
                .contains(
                        ranks + " ranks are more than --bind-to hwthread allows",
                        "--oversubscribe",
                        "[too-many-ranks]");
        for (String[] way : new String[][] {
            {"--bind-to", "hwthread", "--oversubscribe"},
            {"--bind-to", "hwthread", "--map-by", ":OVERSUBSCRIBE"},
            {"--bind-to", "hwthread:overload-allowed"}
        }) {
            List<String> words = new ArrayList<>(List.of(way));
            words.addAll(List.of("-l", "-n", ranks, "grep", "Cpus_allowed_list", "/proc/self/status"));
            Result shared = launcher.run(words.toArray(new String[0]));
            assertThat(shared.exitCode()).as(shared.err()).isZero();
            for (int rank = 0; rank <= cpus.size(); rank++) {
                int cpu = cpus.get(rank % cpus.size());
                assertThat(shared.out()).contains("[" + rank + "] Cpus_allowed_list:\t" + cpu + "\n");
            }
        }
        assertThat(launcher.run("--nooversubscribe", "-n", ranks, "true").err()).contains("[too-many-ranks]");
        assertThat(launcher.run("--map-by", "hwthread", "-n", ranks, "true").exitCode())
                .isZero();
    }

    @Test
    void theJobKeepsToItsProcessors() throws Exception {
        int last = Machine.allowedCpus().get(Machine.allowedCpus().size() - 1);
        Result job = launcher.run(
                "--cpu-set", "" + last, "--display-allocation", "sh", "-c", "grep Cpus_allowed_list /proc/self/status");
        assertThat(job.out()).isEqualTo("Cpus_allowed_list:\t" + last + "\n");
        assertThat(job.err()).contains(" has 1 processors for this job: " + last + "\n");
        assertThat(launcher.run("--cpu-set", "40000", "true").err()).contains("[bad-value]");
    }

    @Test
    void whoCannotBeBoundIsToldWhy() throws Exception {
        launcher.withoutNativeAccess();
        Result refused = launcher.run("-n", "1", "--bind-to", "core", "echo", "ran");
        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.out()).isEmpty();
        assertThat(refused.err()).contains("started without --enable-native-access", "[no-binding]");
        Result optional = launcher.run("-n", "1", "--bind-to", "core:if-supported", "--report-bindings", "echo", "ran");
        assertThat(optional.out()).isEqualTo("ran\n");
        assertThat(optional.err()).isEqualTo("mpirun: rank 0 is not bound\n");
    }

    @Test
    void theMapNamesRanksAndPrograms() throws Exception {
        Result job = launcher.run("--display-map", "-n", "1", "true", ":", "-n", "1", "echo", "x");
        assertThat(job.err().lines())
                .containsExactly(
                        "mpirun: 2 ranks on " + Machine.hostName(),
                        "mpirun: rank 0 is not bound: true",
                        "mpirun: rank 1 is not bound: echo x");
    }

    @Test
    void quietIsSilentAboutFailures() throws Exception {
        Result job = launcher.run("-q", "-n", "2", "-x", "NONE_OF_THIS_NAME", "sh", "-c", "exit 5");
        assertThat(job.exitCode()).isEqualTo(5);
        assertThat(job.err()).isEmpty();
    }

    @Test
    void programsThatCannotRun() throws Exception {
        Result gone = launcher.run("-n", "2", "no-such-program");
        assertThat(gone.exitCode()).isEqualTo(127);
        assertThat(gone.err()).contains("program \"no-such-program\" does not exist", "[program-not-found]");
        Result second = launcher.run("-n", "1", "sleep", String.valueOf(SLEEP), ":", "./gone");
        assertThat(second.exitCode()).isEqualTo(127);
        Path noScript = Files.writeString(folder.resolve("odd"), "\0\1\2");
        assertThat(noScript.toFile().setExecutable(true)).isTrue();
        assertThat(launcher.run("-n", "1", "./odd").exitCode()).isNotZero();
    }

    @Test
    void wrongCommandLines() throws Exception {
        Result job = launcher.run("-n", "0", "true");
        assertThat(job.exitCode()).isEqualTo(1);
        assertThat(job.err()).contains("[bad-count]  mpirun --help bad-count");
        assertThat(launcher.run("--help").out()).startsWith("Usage: mpirun");
        assertThat(launcher.run("--version").out()).startsWith("mpirun (Tern) ");
        assertThat(launcher.run("--help", "nothing").err()).contains("[unknown-topic]");
    }

    @Test
    void idsOfJobsDiffer() throws IOException, InterruptedException {
        assertThat(Set.of(
                        launcher.run("-n", "1", "sh", "-c", "echo $TERN_JOB").out(),
                        launcher.run("-n", "1", "sh", "-c", "echo $TERN_JOB").out()))
                .hasSize(2);
    }
}
