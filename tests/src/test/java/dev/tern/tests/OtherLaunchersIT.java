/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tern.examples.Hello;
import dev.tern.examples.Ring;
import java.io.File;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Tern's ranks under launchers of others, and without any. */
class OtherLaunchersIT {
    @Test
    void ranksRunUnderHydra() {
        assumeTrue(isOnPath("mpiexec.hydra"), "mpiexec.hydra (MPICH) is not installed");
        JobResult hello = hydra(Hello.class).succeeds();
        assertThat(hello.lines()).hasSize(3);
        hello.prints("Hello from rank 0 of 3", "Hello from rank 1 of 3", "Hello from rank 2 of 3");
        hydra(Ring.class, "50").succeeds().prints("token 150, expected 150");
    }

    @Test
    void aProgramWithoutALauncherIsTheOnlyRank() {
        for (Class<?> program : new Class<?>[] {Hello.class, Ring.class}) {
            MpiJob.command(Site.tool("java"), "-cp", classPath(), program.getName())
                    .run()
                    .succeeds();
        }
    }

    private static JobResult hydra(Class<?> program, String... arguments) {
        return MpiJob.command(
                        "mpiexec.hydra",
                        "-pmi-port",
                        "-n",
                        "3",
                        Site.tool("java"),
                        "-cp",
                        classPath(),
                        program.getName())
                .options(arguments)
                .run();
    }

    private static String classPath() {
        return Site.CORE_JAR + File.pathSeparator + Site.CLASS_PATH;
    }

    private static boolean isOnPath(String program) {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(folder -> new File(folder, program).canExecute());
    }
}
