/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tern.examples.Hello;
import dev.tern.tests.programs.CollectiveCalls;
import dev.tern.tests.programs.Misbehaving;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the shared memory lies, and what happens when it cannot lie there. */
class SharedMemoryIT {
    @TempDir
    private Path folder;

    @Test
    void anAbsentFolderIsReplacedByTheTemporaryOneAndThatIsSaidOnce() {
        JobResult result = MpiJob.of(3, CollectiveCalls.class)
                .options("--param", "shm_dir=/nonexistent")
                .run()
                .exits(0)
                .prints("right")
                .complains("/nonexistent", System.getProperty("java.io.tmpdir"), "[shm-fallback]");
        assertThat(result.err().lines()).hasSize(1);
    }

    @Test
    void aFullFolderIsReplacedByTheTemporaryOne() throws Exception {
        assumeTrue(
                call("mount", "-t", "tmpfs", "-o", "size=300k", "tmpfs", folder.toString()), "may not mount a tmpfs");
        try {
            MpiJob.of(3, CollectiveCalls.class)
                    .options("--param", "shm_dir=" + folder)
                    .run()
                    .exits(0)
                    .prints("right")
                    .complains(folder.toString(), "[shm-fallback]");
            assertThat(filesIn(folder)).isEmpty();
        } finally {
            call("umount", folder.toString());
        }
    }

    @Test
    void aJobWithNoFolderAtAllSaysSo() {
        MpiJob.of(2, Hello.class)
                .options("--param", "shm_dir=/nonexistent")
                .jvm("-Djava.io.tmpdir=/nonexistent2")
                .run()
                .exits(1)
                .complains("no folder for shared memory", "/nonexistent", "/nonexistent2");
    }

    @Test
    void namesAreGoneAsSoonAsAllRanksHaveStarted() throws IOException {
        try (RunningJob job = MpiJob.of(3, Misbehaving.class, "wait", "recv")
                .options("--param", "shm_dir=" + folder)
                .start()) {
            for (int rank = 0; rank < 3; rank++) {
                job.awaitOutput("^rank " + rank + " pid");
            }
            assertThat(filesIn(folder)).isEmpty();
            RunningJob.signal("TERM", job.pid());
            job.await().exits(143);
        }
    }

    private static Path[] filesIn(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toArray(Path[]::new);
        }
    }

    static boolean call(String... command) throws Exception {
        return new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor()
                == 0;
    }
}
