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

    @Test
    void portWinsOverWhatAnOuterLauncherHasLeft() throws IOException {
        try (var launcher = new FakeLauncher(1)) {
            Map<String, String> environment = new HashMap<>(launcher.environment(0));
            environment.put("PMIX_NAMESPACE", "outer");
            environment.put("PMI_FD", "6");
            Wireup wireup = Wireup.open(environment, NO_EVENTS);
            assertThat(wireup.size()).isEqualTo(1);
            wireup.close();
        }
    }

    /** Many ranks 0 of 1 instead of one job would be the worst answer. */
    @ParameterizedTest
    @CsvSource({"PMI_FD, 6", "PMI_SIZE, 2", "PMIX_NAMESPACE, 877723649"})
    void launcherThatItCannotTalkToIsAnError(String variable, String value) {
        assertThatExceptionOfType(MpiError.class)
                .isThrownBy(() -> Wireup.open(Map.of(variable, value), NO_EVENTS))
                .withMessageContaining(variable)
                .withMessageContaining("[unknown-launcher]")
                .matches(e -> e.errorClass() == ErrorClass.OTHER);
    }
}
