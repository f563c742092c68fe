/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tern.error.MpiError;
import dev.tern.os.Affinity;
import dev.tern.os.NativeAccess;
import dev.tern.testing.Threads;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BindingTest {
    private Affinity affinity;

    @BeforeEach
    void findAffinity() {
        assumeTrue(NativeAccess.isEnabled(), NativeAccess.reason());
        affinity = Affinity.probe();
    }

    @Test
    void theCallingThreadIsBoundAndNoOther() {
        int[] all = affinity.get(0);
        Threads.together(() -> {
            int last = all[all.length - 1];
            Binding.apply(Map.of("TERN_BIND", String.valueOf(last)));
            assertThat(affinity.get(0)).containsExactly(last);
            Binding.apply(Map.of("TERN_BIND", all[0] + ", " + last));
            assertThat(affinity.get(0)).contains(all[0], last);
        });
        assertThat(affinity.get(0)).isEqualTo(all);
    }

    @Test
    void nothingHappensUnlessTheLauncherWantsIt() {
        int[] all = affinity.get(0);
        Binding.apply(Map.of());
        Binding.apply(Map.of("TERN_BIND", ""));
        assertThat(affinity.get(0)).isEqualTo(all);
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "0,", "-1", "500000", "1-2"})
    void whatCannotBeIsAnErrorWithTheReason(String cpus) {
        assertThatExceptionOfType(MpiError.class)
                .isThrownBy(() -> Binding.apply(Map.of("TERN_BIND", cpus)))
                .withMessageContaining("bound to cpus " + cpus)
                .withMessageContaining("--bind-to")
                .withMessageMatching(".*(no list of cpus|may use cpus \\d).*");
    }
}
