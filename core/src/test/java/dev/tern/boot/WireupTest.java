/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.tern.error.ErrorClass;
import dev.tern.error.MpiError;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(20)
class WireupTest {

    private static final LauncherEvents NO_EVENTS = new LauncherEvents() {
        @Override
        public void launcherLost() {}

        @Override
        public void reportRequested() {}
    };

    @Test
    void processWithoutLauncherIsAlone() {
        Wireup wireup = Wireup.open(Map.of("PATH", "/bin", "SLURM_JOB_ID", "17"), NO_EVENTS);

        assertThat(wireup.rank()).isZero();
        assertThat(wireup.size()).isEqualTo(1);
        assertThat(wireup.nodes()).containsExactly(0);
        assertThat(wireup.job())
                .matches("[A-Za-z0-9-]+")
                .contains(String.valueOf(ProcessHandle.current().pid()));
        wireup.put("key", "value");
        wireup.barrier();
        assertThat(wireup.get("key")).isEqualTo("value");
        assertThatExceptionOfType(MpiError.class)
                .isThrownBy(() -> wireup.get("other"))
                .withMessageContaining("other");
        wireup.close();
    }

    @Test
    void portAndIdMeanPmiOverTcp() throws IOException {
        try (var launcher = new FakeLauncher(4)) {
            Map<String, String> environment = new HashMap<>(launcher.environment(2));
            environment.put("TERN_JOB", "my-job");
            Wireup wireup = Wireup.open(environment, NO_EVENTS);
            assertThat(wireup.rank()).isEqualTo(2);
            assertThat(wireup.size()).isEqualTo(4);
            assertThat(wireup.job()).isEqualTo("my-job");
            wireup.close();
        }
    }

    /** Many ranks 0 of 1 instead of one job would be the worst answer. */
    @ParameterizedTest
    @CsvSource({
        "PMI_SIZE, PMI_SIZE=2",
        "PMI_SIZE, PMI_SIZE=2 PMI_RANK=1",
        "PMI_ID, PMI_PORT=localhost:1234",
        "PMIX_RANK, PMIX_NAMESPACE=877723649",
        "PMIX_NAMESPACE, PMIX_RANK=0",
        "'PMI_FD, PMI_RANK', PMIX_NAMESPACE=17 PMIX_RANK=0 PMI_FD=6 PMI_RANK=0",
        "'PMIX_NAMESPACE, PMIX_RANK', PMIX_NAMESPACE=17 PMIX_RANK=0 PMI_PORT=localhost:1234 PMI_ID=0",
        "PMI_SIZE, PMIX_NAMESPACE=17 PMIX_RANK=0 PMI_SIZE=2",
        "--mpi=pmi2, SLURM_PROCID=1 SLURM_NTASKS=2",
        "--mpi=pmix, SLURM_PROCID=0 SLURM_NPROCS=4"
    })
    void whatIsUnclearIsRefused(String named, String variables) {
        assertThatExceptionOfType(MpiError.class)
                .isThrownBy(() -> Launcher.of(environment(variables)))
                .withMessageContaining(named)
                .withMessageContaining("[unknown-launcher]")
                .matches(e -> e.errorClass() == ErrorClass.OTHER);
    }

    @ParameterizedTest
    @CsvSource({
        "PMIX, PMIX_NAMESPACE=17 PMIX_RANK=0",
        "PMIX, PMIX_NAMESPACE=slurm.pmix.17.0 PMIX_RANK=0 SLURM_PROCID=0 SLURM_NTASKS=4",
        "PMI_DESCRIPTOR, PMI_FD=6 PMI_RANK=0 PMI_SIZE=4 SLURM_PROCID=0 SLURM_NTASKS=4",
        "PMI_DESCRIPTOR, PMI_FD=6 PMI_PORT=outer:1234 PMI_ID=0",
        "PMI_PORT, PMI_PORT=localhost:1234 PMI_ID=0 SLURM_PROCID=0 SLURM_NTASKS=4",
        "NONE, PATH=/bin",
        "NONE, SLURM_PROCID=0 SLURM_NTASKS=1",
        "NONE, SLURM_PROCID=0",
        "NONE, SLURM_NTASKS=4",
        "NONE, SLURM_PROCID=0 SLURM_NTASKS=many",
        "NONE, PMIX_MCA_x=1 PMI_DEBUG=1 OMPI_COMM_WORLD_SIZE=4"
    })
    void theEnvironmentTellsTheLauncher(Launcher launcher, String variables) {
        assertThat(Launcher.of(environment(variables))).isEqualTo(launcher);
    }

    private static Map<String, String> environment(String variables) {
        Map<String, String> environment = new HashMap<>();
        for (String variable : variables.split(" ")) {
            int at = variable.indexOf('=');
            environment.put(variable.substring(0, at), variable.substring(at + 1));
        }
        return environment;
    }
}
