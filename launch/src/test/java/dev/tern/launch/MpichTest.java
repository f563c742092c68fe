/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tern.launch.Launcher.Result;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The counterpart of the PMI server that we did not write: C programs built with MPICH run as ranks. */
@Timeout(120)
class MpichTest {
    private static final String PROGRAM = """
            #include <mpi.h>
            #include <stdio.h>
            #include <stdlib.h>
            #include <string.h>
            /* Hands messages of several lengths around the ring; each rank adds one to every number. */
            static void ring(int rank, int size) {
                for (int n = 1; n <= 1 << 18; n *= 8) {
                    int *data = calloc(n, sizeof(int));
                    if (rank > 0) MPI_Recv(data, n, MPI_INT, rank - 1, n, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                    for (int i = 0; i < n; i++) data[i]++;
                    MPI_Send(data, n, MPI_INT, (rank + 1) % size, n, MPI_COMM_WORLD);
                    if (rank == 0) {
                        MPI_Recv(data, n, MPI_INT, size - 1, n, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                        printf("%d of %d numbers: %d\\n", n, n, data[n - 1]);
                    }
                    free(data);
                }
            }
            int main(int argc, char **argv) {
                int rank, size, sum;
                MPI_Init(&argc, &argv);
                MPI_Comm_rank(MPI_COMM_WORLD, &rank);
                MPI_Comm_size(MPI_COMM_WORLD, &size);
                MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
                printf("rank %d of %d, sum %d\\n", rank, size, sum);
                fflush(stdout);
                const char *how = argc > 1 ? argv[1] : "";
                if (!strcmp(how, "abort") && rank == 1) MPI_Abort(MPI_COMM_WORLD, 9);
                if (!strcmp(how, "ring")) ring(rank, size);
                MPI_Finalize();
                return !strcmp(how, "exit") && rank == 1 ? 5 : 0;
            }
            """;

    private static final String COMPILER = "mpicc.mpich (Debian packages libmpich-dev, gcc)";

    @TempDir
    private Path folder;

    @BeforeEach
    void compile() throws Exception {
        String compiler = Machine.tool("mpicc.mpich");
        assertThat(compiler != null || System.getenv("CI") == null)
                .as("continuous integration has " + COMPILER)
                .isTrue();
        assumeTrue(compiler != null, "there is no " + COMPILER);
        Files.writeString(folder.resolve("hello.c"), PROGRAM);
        Process process = new ProcessBuilder(compiler, "-o", "hello", "hello.c")
                .directory(folder.toFile())
                .inheritIO()
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
    }

    @Test
    void mpichProgramsRunAsRanks() throws Exception {
        Result job = new Launcher(folder).run("-n", "3", "./hello");
        assertThat(job.err()).isEmpty();
        assertThat(job.out().lines())
                .containsExactlyInAnyOrder("rank 0 of 3, sum 3", "rank 1 of 3, sum 3", "rank 2 of 3, sum 3");
        assertThat(job.exitCode()).isZero();
    }

    @Test
    void mpichProgramsSendMessages() throws Exception {
        Result job = new Launcher(folder).run("-n", "3", "./hello", "ring");
        assertThat(job.err()).isEmpty();
        assertThat(job.exitCode()).isZero();
        for (int n = 1; n <= 1 << 18; n *= 8) {
            assertThat(job.out()).contains(n + " of " + n + " numbers: 3\n");
        }
    }

    @Test
    void exitCodesOfMpichProgramsCount() throws Exception {
        Result job = new Launcher(folder).run("-n", "2", "./hello", "exit");
        assertThat(job.exitCode()).isEqualTo(5);
        assertThat(job.err()).contains("rank 1 (pid ", "ended with exit code 5");
    }

    @Test
    void mpichProgramsAbort() throws Exception {
        Result job = new Launcher(folder).run("-n", "2", "./hello", "abort");
        assertThat(job.exitCode()).isEqualTo(9);
        assertThat(job.err()).contains("rank 1 (pid ", "ended the job with code 9");
    }
}
