/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.examples.Hello;
import dev.tern.examples.Ring;
import dev.tern.tests.programs.ExitCode;
import dev.tern.tests.programs.Misbehaving;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code mpirun} hands jobs to the launchers that are installed; the hosts are this machine under its names. */
class HandoverIT {
    private static final String[] HYDRA = {"--launcher", "hydra", "--host", "localhost:4"};

    private static MpiJob hydra(int ranks, Class<?> program, Object... arguments) {
        Site.require("mpiexec.hydra", "mpich");
        return MpiJob.of(ranks, program, arguments).options(HYDRA);
    }

    @Test
    void ranksRunUnderHydra() {
        hydra(4, Hello.class).run().succeeds().prints("Hello from rank 0 of 4", "Hello from rank 3 of 4");
        hydra(3, Ring.class, "50").run().succeeds().prints("token 150, expected 150");
        hydra(2, Hello.class).options("-l").run().succeeds().prints("[1] Hello from rank 1 of 2");
    }

    @Test
    void parametersVariablesAndOptionsOfTheJvmArrive(@TempDir Path folder) {
        Site.require("mpiexec.hydra", "mpich");
        String print = "echo \"$TERN_EAGER_LIMIT $GENERAL $OWN $PWD ${TERN_JAR##*/}\"";
        MpiJob.mpirun(HYDRA)
                .options("-n", "2", "--param", "eager_limit=4096", "-genv", "GENERAL", "a b", "-x", "OWN=c")
                .options("-wdir", folder.toString(), "sh", "-c", print)
                .run()
                .succeeds()
                .prints("4096 a b c " + folder + " tern-core.jar\n");
        hydra(2, Hello.class)
                .options("-v", "--jvm-args", "-XshowSettings:properties -Dsome.key=some-value")
                .run()
                .exits(0)
                .complains("handed over to hydra: ", "-hosts localhost:4", "some.key = some-value");
    }

    @Test
    void severalProgramsRunUnderHydra() {
        Site.require("mpiexec.hydra", "mpich");
        JobResult job = MpiJob.mpirun(HYDRA)
                .options("-n", "1", "-x", "A=1", "sh", "-c", "echo first $A", ":")
                .options("-n", "2", "-x", "A=2", "sh", "-c", "echo second $A")
                .run()
                .succeeds();
        assertThat(job.lines()).containsExactlyInAnyOrder("first 1", "second 2", "second 2");
    }

    /** Hydra itself would wait for it until it is killed. The name is reserved for hosts that do not exist. */
    @Test
    void aHostThatDoesNotExistIsAnErrorAtOnce() {
        Site.require("mpiexec.hydra", "mpich");
        MpiJob.mpirun("--launcher", "hydra", "--host", "nosuchhost.invalid", "-n", "1", "true")
                .run()
                .exits(1)
                .complains("host \"nosuchhost.invalid\" is not known here: its name has no address", "[unknown-host]");
    }

    @Test
    void exitCodesComeBack() {
        Site.require("mpiexec.hydra", "mpich");
        MpiJob.mpirun(HYDRA).options("-n", "2", "sh", "-c", "exit 5").run().exits(5);
        hydra(2, Misbehaving.class, "abort5", "sleep").run().exits(5);
        hydra(2, ExitCode.class, "7").run().exits(7);
        MpiJob.mpirun(HYDRA)
                .options("--timeout", "1", "sleep", "60")
                .run()
                .exits(110)
                .complains("did not end within 1 s", "[launcher-timeout]")
                .within(20);
    }

    @Test
    void ranksRunUnderOpenMpi() {
        openMpi(4, Hello.class).run().succeeds().prints("Hello from rank 0 of 4", "Hello from rank 3 of 4");
        openMpi(3, Ring.class, "50").run().succeeds().prints("token 150, expected 150");
        openMpi(2, Misbehaving.class, "abort5", "sleep").run().exits(5).complains("rank 1", "abort(5)");
        openMpi(2, ExitCode.class, "7").run().exits(7);
    }

    private static MpiJob openMpi(int ranks, Class<?> program, Object... arguments) {
        Site.require("orterun", "openmpi-bin");
        return MpiJob.of(ranks, program, arguments).options("--launcher", "openmpi", "--allow-run-as-root");
    }

    @Test
    void openMpiStartsProgramsToo() {
        Site.require("orterun", "openmpi-bin");
        MpiJob job = MpiJob.mpirun("--launcher", "openmpi", "--allow-run-as-root", "--host", "localhost", "-v");
        String print = "echo \"$OMPI_COMM_WORLD_RANK $TERN_P $OWN\"; exit $OMPI_COMM_WORLD_RANK";
        JobResult result = job.options("-n", "3", "--param", "p=1", "-x", "OWN=a;b c", "sh", "-c", print)
                .run()
                .exits(1)
                .complains("handed over to openmpi: ", "--host localhost:3");
        assertThat(result.lines()).contains("0 1 a;b c", "1 1 a;b c");
    }
}
