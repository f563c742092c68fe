/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.examples.Hello;
import dev.tern.tests.programs.Misbehaving;
import dev.tern.tests.programs.Surroundings;
import dev.tern.tests.programs.Talking;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code mpirun} can be told, and what it says when that is wrong. */
class MpirunIT {
    private static final String PROGRAM = """
            import mpi.MPI;
            public class Main {
                public static void main(String[] args) throws Exception {
                    MPI.Init(args);
                    System.out.println("main " + MPI.COMM_WORLD.getRank() + " of " + MPI.COMM_WORLD.getSize()
                            + " " + String.join("+", args));
                    MPI.Finalize();
                }
            }
            """;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-n 0 java Main               | 1   | \"0\"              | 1 or more",
                "-n x java Main               | 1   | \"x\"              | 1 or more",
                "-np -3 java Main             | 1   | \"-3\"             | 1 or more",
                "-n 2                         | 1   | names no program   | mpirun [options] program",
                "-n 2 ./nothing-of-this-name  | 127 | does not exist     | nothing-of-this-name",
                "-n 2 nothing-of-this-name    | 127 | does not exist     | PATH",
                "-n 2 nothing.jar             | 127 | does not exist     | nothing.jar",
                "-n 2 --tag-ouput java Main   | 1   | no option --tag-ouput | --tag-output",
                "-n 2 --bind-to moon java M   | 1   | \"moon\"           | core",
                "-n 2 -wdir /nonexistent java | 1   | no folder          | /nonexistent",
            })
    void aWrongCommandLineIsRefusedWithTheReason(String words, int code, String reason, String way) {
        MpiJob.mpirun(words.split(" "))
                .run()
                .exits(code)
                .complains("mpirun: ", reason, way)
                .within(10);
    }

    @Test
    void sourceFilesJarsScriptsAndClassesArePrograms() throws IOException {
        Path source = Files.writeString(folder.resolve("Main.java"), PROGRAM);
        MpiJob.mpirun("-n", "2", source.toString(), "x").run().succeeds().prints("main 0 of 2 x\n", "main 1 of 2 x\n");
        command(Site.script("mpijavac"), "Main.java");
        MpiJob.mpirun("-np", "2", "java", "Main", "y")
                .in(folder)
                .run()
                .succeeds()
                .prints("main 1 of 2 y\n");
        command(Site.tool("jar"), "--create", "--file", "app.jar", "--main-class", "Main", "Main.class");
        MpiJob.mpirun("-n", "2", "app.jar", "z").in(folder).run().succeeds().prints("main 1 of 2 z\n");
        Path script = Files.writeString(
                folder.resolve("start.sh"), "#!/bin/sh\nexec '" + Site.tool("java") + "' Main \"$@\" from-script\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();
        MpiJob.mpirun("-n", "2", "./start.sh", "w")
                .in(folder)
                .env("CLASSPATH", folder.toString())
                .run()
                .succeeds()
                .prints("main 1 of 2 w+from-script\n");
    }

    private void command(String... words) throws IOException {
        MpiJob.command(words[0], List.of(words).subList(1, words.length).toArray(new String[0]))
                .in(folder)
                .run()
                .exits(0);
    }

    @Test
    void programsSeparatedByAColonAreOneJob() {
        String surroundings = Surroundings.class.getName();
        String[] first = {"-n", "1", "-x", "COLOUR=red", "java", "-cp", Site.CLASS_PATH, surroundings, "a", ":"};
        MpiJob.mpirun(first)
                .options("-n", "2", "-wdir", folder.toString(), "java", "-cp", Site.CLASS_PATH, surroundings, "b")
                .run()
                .succeeds()
                .prints("0 size=3\n", "0 args=[a]\n", "0 COLOUR=red\n", "0 OMPI_COMM_WORLD_SIZE=3\n")
                .prints("2 size=3\n", "2 args=[b]\n", "2 COLOUR=null\n", "2 folder=" + folder.getFileName() + "\n");
    }

    @Test
    void environmentParametersAndInputReachTheRanks() {
        MpiJob.of(2, Surroundings.class)
                .options("-x", "COLOUR=blue", "--mca", "eager_limit", "1000", "--stdin", "1", "--oversubscribe")
                .options("--allow-run-as-root")
                .input("a question\n")
                .run()
                .succeeds()
                .prints("0 COLOUR=blue\n", "1 COLOUR=blue\n", "1 TERN_EAGER_LIMIT=1000\n")
                .prints("0 input=\n", "1 input=a question\n");
        MpiJob.of(2, Surroundings.class).input("for 0").run().succeeds().prints("0 input=for 0\n", "1 input=\n");
        MpiJob.of(2, Surroundings.class)
                .options("--stdin", "all")
                .input("for all")
                .run()
                .succeeds()
                .prints("0 input=for all\n", "1 input=for all\n");
    }

    @Test
    void linesOfDifferentRanksAreNeverMixed() {
        JobResult result = MpiJob.of(8, Talking.class, 60).run().exits(0);
        assertThat(JobResult.unlike("out (\\d)\\1+ end|no newline from \\d", result.out()))
                .isEmpty();
        assertThat(JobResult.unlike("err (\\d)\\1+ end", result.err())).isEmpty();
        assertThat(result.out().lines().count()).isEqualTo(8 * 61);
        assertThat(result.err().lines().count()).isEqualTo(8 * 60);
    }

    @Test
    void tagsNameTheRankAndTheStream() {
        JobResult result =
                MpiJob.of(2, Talking.class, 4).options("--tag-output").run().exits(0);
        assertThat(JobResult.unlike("\\[\\d,(\\d)]<stdout>:(out \\1+ end|no newline from \\1)", result.out()))
                .isEmpty();
        assertThat(JobResult.unlike("\\[\\d,(\\d)]<stderr>:err \\1+ end", result.err()))
                .isEmpty();
        assertThat(result.out().lines().count()).isEqualTo(2 * 5);
        assertThat(result.err().lines().count()).isEqualTo(2 * 4);
    }

    @Test
    void outputGoesToOneFolderForEachRank() throws IOException {
        MpiJob.of(2, Talking.class, 3)
                .options("--output-filename", folder.resolve("out").toString())
                .run()
                .succeeds();
        for (int rank = 0; rank < 2; rank++) {
            Path of = folder.resolve("out/rank." + rank);
            assertThat(Files.readString(of.resolve("stdout")).lines())
                    .hasSize(4)
                    .last()
                    .isEqualTo("no newline from " + rank);
            assertThat(Files.readString(of.resolve("stderr")).lines()).hasSize(3);
        }
    }

    @Test
    void aJobThatTakesTooLongShowsWhatEveryRankDoes() {
        JobResult result = MpiJob.of(3, Misbehaving.class, "wait", "recv")
                .options("--timeout", "2")
                .run()
                .exits(110)
                .complains("within 2 s; 3 of 3 ranks were still running", "[timeout]")
                .complains("receive of at most 4 bytes from rank 1, tag 7", "mpi.Comm.recv(Comm.java")
                .complains(Misbehaving.class.getName() + ".leave", "CountDownLatch")
                .within(20);
        assertThat(result.err()).containsSubsequence("rank 0", "rank 1", "rank 2");
        MpiJob.of(1, Hello.class).env("MPIEXEC_TIMEOUT", "30").run().succeeds();
    }

    @Test
    void programsThatKnowNothingOfMpiRunToo() {
        MpiJob.mpirun("-n", "3", "echo", "hello").run().succeeds().prints("hello\nhello\nhello\n");
        MpiJob.mpirun("-n", "2", "sh", "-c", "exit 6").run().exits(6).complains("exit code 6");
    }
}
