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
import dev.tern.tests.programs.NodeMap;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Ranks under a real Slurm. Its nodes are all on this machine, but neither Slurm nor Tern takes them for one: between them
 * messages go over TCP.
 */
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SlurmIT {
    private static SlurmCluster cluster;

    @BeforeAll
    static void startSlurm() throws IOException {
        SlurmCluster.require();
        cluster = SlurmCluster.start();
    }

    @AfterAll
    static void endSlurm() throws IOException {
        if (cluster != null) {
            cluster.close();
        }
    }

    /** Otherwise the next one may have to wait, and srun says so. */
    @AfterEach
    void everyNodeIsFreeAgain() throws IOException {
        cluster.awaitIdle();
    }

    /** Ranks that srun starts. */
    private static MpiJob srun(String mpi, String options, Class<?> program, String... arguments) {
        return cluster.job("srun", words(List.of("--quiet", "--mpi=" + mpi), options, program, arguments));
    }

    private static String[] words(List<String> first, String options, Class<?> program, String... arguments) {
        List<String> words = new ArrayList<>(first);
        words.addAll(List.of(options.split(" ")));
        words.addAll(List.of(Site.tool("java"), "--enable-native-access=ALL-UNNAMED"));
        words.addAll(List.of("-cp", OtherLauncher.CLASS_PATH, program.getName()));
        words.addAll(List.of(arguments));
        return words.toArray(String[]::new);
    }

    /** Ranks that Tern's mpirun starts in an allocation, which it knows by its environment. */
    private static MpiJob mpirun(String allocation, String options, Class<?> program, String... arguments) {
        List<String> words = new ArrayList<>(List.of("--quiet"));
        words.addAll(List.of(allocation.split(" ")));
        words.add(Site.script("mpirun"));
        words.addAll(List.of(options.split(" ")));
        words.addAll(List.of("java", "-cp", Site.CLASS_PATH, program.getName()));
        words.addAll(List.of(arguments));
        return cluster.job("salloc", words.toArray(String[]::new));
    }

    private static void saysHelloOf(int ranks, JobResult hello) {
        assertThat(hello.lines().stream().map(line -> line.replaceFirst(" on \\S+$", "")))
                .containsExactlyInAnyOrderElementsOf(IntStream.range(0, ranks)
                        .mapToObj(rank -> "Hello from rank " + rank + " of " + ranks)
                        .toList());
    }

    @ParameterizedTest
    @CsvSource({"pmi2, 1, 1", "pmi2, 4, 2", "pmi2, 5, 3", "pmi2, 4, 4", "pmix, 4, 2", "pmix, 5, 3"})
    void allRanksAreOneJob(String mpi, int ranks, int nodes) {
        saysHelloOf(
                ranks,
                srun(mpi, "-n " + ranks + " -N " + nodes, Hello.class).run().succeeds());
    }

    @ParameterizedTest
    @CsvSource({"pmi2, 4, 2", "pmi2, 5, 3", "pmix, 5, 3"})
    void theTokenOfTheRingCollectsAllRanks(String mpi, int ranks, int nodes) {
        int sum = 20 * ranks * (ranks - 1) / 2;
        srun(mpi, "-n " + ranks + " -N " + nodes, Ring.class, "20")
                .run()
                .succeeds()
                .prints("token " + sum + ", expected " + sum + "\n");
    }

    @ParameterizedTest
    @CsvSource({"pmi2, 4, 2", "pmi2, 5, 3", "pmix, 5, 3"})
    void theStencilGivesTheSameDigitsAsElsewhere(String mpi, int ranks, int nodes) {
        JobResult result = srun(mpi, "-n " + ranks + " -N " + nodes, Jacobi.class, "20", "300")
                .run()
                .succeeds();
        assertThat(result.lines().getLast())
                .isEqualTo("after 300 sweeps: last change 3.741513e-06, error 1.299547e-04");
    }

    /** Where ranks are put by a list, Slurm does not say where; then they find that all nodes are one machine. */
    @ParameterizedTest
    @CsvSource({
        "-n 5 -N 3 -m block, 0 0 0 3 4",
        "-n 5 -N 3 -m cyclic, 0 1 2 0 0",
        "-n 5 -N 2 -m plane=2, 0 0 2 0 0",
        "'-n 3 -N 2 -m arbitrary -w node1,node2,node1', 0 0 0"
    })
    void ranksOfOneNodeShareMemory(String placement, String expected) {
        srun("pmi2", placement, NodeMap.class).run().succeeds().prints("nodes of " + expected + "\n");
    }

    @Test
    void pmixTellsTheNodesToo() {
        srun("pmix", "-n 5 -N 3 -m cyclic", NodeMap.class).run().succeeds().prints("nodes of 0 1 2 0 0\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"pmi2", "pmix"})
    void anErrorExitArrives(String mpi) {
        srun(mpi, "-n 4 -N 2", ExitCode.class, "7").run().exits(7).complains("task 1: Exited with exit code 7");
    }

    /** By pmi2 Slurm takes the wish to end the job, but not the code: srun tells that ranks were killed. So it is with C programs. */
    @ParameterizedTest
    @CsvSource({"pmi2, 137", "pmix, 5"})
    void abortEndsTheJob(String mpi, int code) {
        srun(mpi, "-n 3 -N 2", Misbehaving.class, "abort5", "recv")
                .run()
                .exits(code)
                .complains("rank 1", "abort(5)")
                .within(40);
        srun(mpi, "-n 3 -N 2", Misbehaving.class, "throw", "sleep")
                .run()
                .exits(code == 137 ? 137 : 1)
                .complains("thrown on purpose", "of rank 1")
                .within(40);
    }

    @Test
    void aFatalErrorEndsTheJobWithItsClass() {
        int code = MpiJob.of(2, FatalError.class, "rank").run().exit();
        srun("pmix", "-n 2 -N 2", FatalError.class, "rank").run().exits(code).complains("rank 1", "[fatal-error]");
    }

    /** Slurm itself goes on when a task fails, unless it is told otherwise. */
    @ParameterizedTest
    @ValueSource(strings = {"pmi2", "pmix"})
    void exitInTheMiddleEndsTheJobIfSlurmIsToldTo(String mpi) {
        JobResult result = srun(mpi, "-n 3 -N 2 --kill-on-bad-exit=1", Misbehaving.class, "exit3", "sleep")
                .run()
                .complains("task 1: Exited with exit code 3")
                .within(40);
        assertThat(result.exit()).as("exit code of %s", result).isNotZero();
    }

    @Test
    void ranksThatWaitNoticeThatOneHasEndedInAnyCase() {
        JobResult result = srun("pmi2", "-n 3 -N 2", Misbehaving.class, "return", "recv")
                .run()
                .complains("without MPI.Finalize")
                .within(40);
        assertThat(result.exit()).as("exit code of %s", result).isNotZero();
    }

    @Test
    void withoutPmiTheErrorSaysWhatToDo() {
        JobResult result = srun("none", "-n 2 -N 2", Hello.class).run().exits(1);
        result.complains("srun --mpi=pmi2", "[unknown-launcher]");
        assertThat(result.out()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"-N 2 -n 4, -n 4, 4", "-N 2 -n 4, -q, 4", "-N 2, -n 5, 5", "-N 3 -n 5, -N 1, 3"})
    void mpirunHandsItsRanksToSlurm(String allocation, String options, int ranks) {
        saysHelloOf(ranks, mpirun(allocation, options, Hello.class).run().exits(0));
    }

    @Test
    void mpirunShowsTheCommandAndReturnsTheCode() {
        mpirun("-N 2 -n 4", "-v -n 4", ExitCode.class, "0")
                .run()
                .exits(0)
                .complains("mpirun: handed over to slurm: ", "srun --mpi=pmi2 --kill-on-bad-exit=1");
        mpirun("-N 3 -n 5", "-n 5", Ring.class, "20").run().exits(0).prints("token 200, expected 200");
    }

    /** The nodes of an allocation have names by which only Slurm knows them. */
    @Test
    void mpirunPutsRanksOnTheNodesThatAreNamed() {
        saysHelloOf(
                3, mpirun("-N 3", "--host node3:1,node1:2", Hello.class).run().exits(0));
        JobResult result = cluster.job(
                        "salloc",
                        "--quiet",
                        "-N",
                        "3",
                        "-n",
                        "6",
                        Site.script("mpirun"),
                        "--host",
                        "node3:1,node1:2",
                        "-n",
                        "3",
                        "sh",
                        "-c",
                        "echo $SLURM_PROCID on $SLURMD_NODENAME")
                .run()
                .exits(0);
        assertThat(result.lines()).containsExactlyInAnyOrder("0 on node3", "1 on node1", "2 on node1");
    }

    @Test
    void anErrorExitUnderMpirunArrives() {
        cluster.job("salloc", "--quiet", "-N", "2", "-n", "2", Site.script("mpirun"), "-n", "2", "sh", "-c", "exit 9")
                .run()
                .exits(9);
        JobResult result = mpirun("-N 2 -n 3", "-n 3", Misbehaving.class, "exit3", "sleep")
                .run()
                .within(40);
        assertThat(result.exit()).as("exit code of %s", result).isNotZero();
    }
}
