/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class GuardTest {
    @TempDir
    private Path folder;

    private static Rank rank(String... command) throws IOException {
        return new Rank(0, new App(), List.of(command), new ProcessBuilder(command).start(), false);
    }

    private static void awaitChildren(Rank rank, int count) throws InterruptedException {
        while (rank.process().descendants().count() < count) {
            Thread.sleep(10);
        }
    }

    @Test
    void withoutSessionsDescendantsAreNamed() throws Exception {
        Guard guard = new Guard(null, "job", folder.toString());
        Rank rank = rank("sh", "-c", "sleep 100 & wait");
        guard.add(rank);
        awaitChildren(rank, 1);
        List<ProcessHandle> children = rank.process().descendants().toList();
        guard.signal("KILL");
        assertThat(rank.process().waitFor()).isEqualTo(137);
        for (ProcessHandle child : children) {
            child.onExit().get(10, TimeUnit.SECONDS);
        }
        guard.release(rank);
        guard.close();
    }

    @Test
    void signalsReachTheWholeSession() throws Exception {
        String tool = Guard.sessionTool();
        Guard guard = new Guard(tool, "job", folder.toString());
        Rank rank = rank(tool, "sh", "-c", "sleep 100 & wait");
        guard.add(rank);
        awaitChildren(rank, 1);
        List<ProcessHandle> children = rank.process().descendants().toList();
        guard.signal("TERM");
        assertThat(rank.process().waitFor()).isEqualTo(143);
        for (ProcessHandle child : children) {
            child.onExit().get(10, TimeUnit.SECONDS);
        }
        guard.close();
    }

    @Test
    void aFarewellLeavesRanksAndFilesAlone() throws Exception {
        String tool = Guard.sessionTool();
        Guard guard = new Guard(tool, "job", folder.toString());
        Path file = Files.createFile(folder.resolve("tern-job-0"));
        Rank rank = rank(tool, "sleep", "100");
        guard.add(rank);
        guard.close();
        assertThat(rank.process().isAlive()).isTrue();
        assertThat(file).exists();
        rank.process().destroyForcibly().waitFor();
    }
}
