/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.launch.Launcher.Result;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Jobs that a launcher of others starts, which is a script here. */
@Timeout(120)
class HandedOverJobTest {
    /** An address for documents: it is nobody's, and names of hosts would have to be known. */
    private static final String FAR = "203.0.113.1";

    @TempDir
    private Path folder;

    private Launcher launcher;

    @BeforeEach
    void prepare() {
        launcher = new Launcher(folder);
        launcher.setVariable("PATH", folder + ":/usr/bin:/bin");
    }

    private void install(String name, String script) throws IOException {
        Path file = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + script);
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    @Test
    void itGetsArgumentsEnvironmentFolderAndInputAndItsExitCodeCounts() throws Exception {
        install("mpiexec.hydra", """
                printf '<%s>' "$@"
                echo
                echo "$TERN_P $G $A ${TERN_JAR##*/}"
                pwd -P
                cat
                echo problem >&2
                exit 7
                """);
        launcher.setInput("input\n");
        Result job =
                launcher.run("-H", FAR + ":2", "--param", "p=1", "-genv", "G", "2", "-x", "A=b c", "/bin/echo", "x y");
        assertThat(job.out())
                .isEqualTo("<-pmi-port><-hosts><" + FAR + ":2><-n><2></bin/echo><x y>\n1 2 b c tern-core.jar\n"
                        + folder.toRealPath() + "\ninput\n");
        assertThat(job.err()).isEqualTo("problem\n");
        assertThat(job.exitCode()).isEqualTo(7);
    }

    @Test
    void theCommandCanBeSeenAndRun() throws Exception {
        install("mpiexec.hydra", "printf '<%s>' \"$A\" \"$@\"\n");
        Result job =
                launcher.run("-v", "-H", FAR, "--tag-output", "--timestamp-output", "-x", "A=it's", "echo", "$x y");
        String label = "mpirun: handed over to hydra: ";
        assertThat(job.err())
                .contains("mpirun: --timestamp-output: hydra has nothing like it; left out\n", label + "A='it'\\''s' ");
        String line = job.err().substring(job.err().indexOf(label) + label.length());
        Process again = new ProcessBuilder("/bin/sh", "-c", line).start();
        assertThat(new String(again.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEqualTo(job.out())
                .contains("<it's>", "<$x y>");
        assertThat(job.exitCode()).isZero();
    }

    @Test
    void signalsArePassedOn() throws Exception {
        install("srun", """
                trap 'echo usr1' USR1
                trap 'echo term; exit 3' TERM
                echo ready
                while :; do sleep 0.1; done
                """);
        long start = System.nanoTime();
        Process mpirun = launcher.start("-H", "far", "--launcher", "slurm", "echo");
        launcher.awaitOutput("ready");
        assertThat(new ProcessBuilder("kill", "-USR1", String.valueOf(mpirun.pid()))
                        .start()
                        .waitFor())
                .isZero();
        launcher.awaitOutput("usr1");
        mpirun.destroy();
        Result job = launcher.await(mpirun, start);
        assertThat(job.out()).isEqualTo("ready\nusr1\nterm\n");
        assertThat(job.exitCode()).isEqualTo(143);
    }

    @Test
    void whenMpirunIsKilledTheLauncherIsToldToEnd() throws Exception {
        install("srun", """
                trap 'echo term; exit 3' TERM
                echo ready
                while :; do sleep 0.1; done
                """);
        Process mpirun = launcher.start("-v", "-H", "far", "--launcher", "slurm", "echo");
        launcher.awaitOutput("ready");
        launcher.awaitMessage("handed over");
        mpirun.destroyForcibly();
        launcher.awaitOutput("term");
    }

    @Test
    void theTimeLimitHolds() throws Exception {
        install("prterun", "exec sleep 60\n");
        Result job = launcher.run("--timeout", "1", "--launcher", "prrte", "-H", FAR, "echo");
        assertThat(job.exitCode()).isEqualTo(Job.EXIT_TIMEOUT);
        assertThat(job.err()).contains("did not end within 1 s; prrte was told", "[launcher-timeout]");
        assertThat(job.millis()).isLessThan(25_000);
    }

    @Test
    void whoIsKilledCountsAsSuch() throws Exception {
        install("mpirun.openmpi", "kill -KILL $$\n");
        assertThat(launcher.run("-H", FAR, "--launcher", "openmpi", "echo").exitCode())
                .isEqualTo(128 + 9);
    }

    @Test
    void withoutALauncherThereIsAdvice() throws Exception {
        launcher.setVariable("PATH", folder.toString());
        Result job = launcher.run("-H", "far:2", "/bin/echo");
        assertThat(job.exitCode()).isEqualTo(LaunchException.NOT_FOUND);
        assertThat(job.out()).isEmpty();
        assertThat(job.err())
                .contains("apt-get", "mpiexec.hydra -pmi-port -hosts far:2 -n 2 /bin/echo", "[no-launcher]");
    }

    @Test
    void aHostFileOfTheOperatorIsEnough() throws Exception {
        install("mpiexec.hydra", "echo \"$@\" \"${HYDRA_HOST_FILE-none}\"\n");
        Path file = Files.writeString(folder.resolve("hostfile"), "203.0.113.1:2\n203.0.113.2:2\n");
        launcher.setVariable("HYDRA_HOST_FILE", file.toString());
        assertThat(launcher.run("/bin/echo").out())
                .isEqualTo("-pmi-port -hosts 203.0.113.1:2,203.0.113.2:2 -n 4 /bin/echo none\n");
    }
}
