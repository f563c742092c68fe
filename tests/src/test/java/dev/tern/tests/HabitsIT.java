/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.tests.programs.Habits;
import dev.tern.tests.programs.Surroundings;
import dev.tern.tests.programs.ThreadHabits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What existing programs depend on. */
class HabitsIT {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void habitsOfProgramsAreServed(int ranks) {
        MpiJob.of(ranks, Habits.class, "first", "second").run().succeeds().prints("habits are served");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void anyThreadMayCallInitAndFinalize(int level) {
        MpiJob.of(2, ThreadHabits.class, level).run().succeeds().prints("right");
    }

    @Test
    void theEnvironmentTellsTheRank() {
        MpiJob.of(2, Surroundings.class, "a", "b c")
                .run()
                .succeeds()
                .prints("1 args=[a, b c]\n", "1 size=2\n")
                .prints("1 OMPI_COMM_WORLD_RANK=1\n", "1 OMPI_COMM_WORLD_SIZE=2\n", "1 OMPI_COMM_WORLD_LOCAL_RANK=1\n")
                .prints("1 OMPI_COMM_WORLD_LOCAL_SIZE=2\n", "1 OMPI_COMM_WORLD_NODE_RANK=1\n");
    }

    @Test
    void programsMayLieInPackageMpiAndBelow() throws IOException {
        Path sources = Files.createDirectories(folder.resolve("mpi/pt2pt"));
        Files.writeString(folder.resolve("mpi/Helper.java"), """
                package mpi;
                public class Helper {
                    public static int rank() throws MPIException { return MPI.COMM_WORLD.getRank(); }
                }
                """);
        Files.writeString(sources.resolve("Main.java"), """
                package mpi.pt2pt;
                import mpi.*;
                public class Main {
                    public static void main(String[] args) throws MPIException {
                        MPI.Init(args);
                        System.out.println("rank " + Helper.rank() + " in package mpi.pt2pt");
                        MPI.Finalize();
                    }
                }
                """);
        MpiJob.command(Site.script("mpijavac"), "-d", "out dir", "mpi/Helper.java", "mpi/pt2pt/Main.java")
                .in(folder)
                .run()
                .succeeds();
        MpiJob.mpirun("-n", "2", "java", "-cp", "out dir", "mpi.pt2pt.Main")
                .in(folder)
                .run()
                .succeeds()
                .prints("rank 0 in package mpi.pt2pt\n", "rank 1 in package mpi.pt2pt\n");
        assertThat(folder.resolve("out dir/mpi/Helper.class")).exists();
    }
}
