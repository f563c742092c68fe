/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tern.examples.Hello;
import dev.tern.examples.Ring;
import org.junit.jupiter.api.Test;

/** Tern's ranks under launchers of others, and without any. */
class OtherLaunchersIT {
    @Test
    void ranksRunUnderHydra() {
        assumeTrue(Hydra.isInstalled(), "mpiexec.hydra (MPICH) is not installed");
        JobResult hello = Hydra.job(3, Hello.class).run().succeeds();
        assertThat(hello.lines()).hasSize(3);
        hello.prints("Hello from rank 0 of 3", "Hello from rank 1 of 3", "Hello from rank 2 of 3");
        Hydra.job(3, Ring.class, "50").run().succeeds().prints("token 150, expected 150");
    }

    @Test
    void aProgramWithoutALauncherIsTheOnlyRank() {
        for (Class<?> program : new Class<?>[] {Hello.class, Ring.class}) {
            MpiJob.command(Site.tool("java"), "-cp", Hydra.CLASS_PATH, program.getName())
                    .run()
                    .succeeds();
        }
    }
}
