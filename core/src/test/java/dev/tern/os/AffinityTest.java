/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.os;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.testing.Threads;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class AffinityTest {
    @Test
    void aThreadIsBoundAndReleased() {
        Affinity affinity = Supported.supported(Affinity.probe());
        int[] outside = affinity.get(0);
        Threads.together(
                () -> { // in a thread of its own: the others go where they want
                    int[] all = affinity.get(0);
                    assertThat(all).isSorted().doesNotHaveDuplicates().isNotEmpty();
                    int[] last = {all[all.length - 1]};
                    assertThat(affinity.set(0, last)).isTrue();
                    assertThat(affinity.get(0)).isEqualTo(last);
                    assertThat(Files.readString(Path.of("/proc/thread-self/status")))
                            .contains("Cpus_allowed_list:\t" + last[0] + "\n");
                    assertThat(affinity.set(0, all)).isTrue();
                    assertThat(affinity.get(0)).isEqualTo(all);
                });
        assertThat(affinity.get(0)).isEqualTo(outside);
    }

    @Test
    void aThreadIsFoundByItsNumber() throws Exception {
        Affinity affinity = Supported.supported(Affinity.probe());
        int self = Integer.parseInt(
                Path.of("/proc/thread-self").toRealPath().getFileName().toString());
        assertThat(affinity.get(self)).isEqualTo(affinity.get(0));
        assertThat(affinity.set(self, affinity.get(0))).isTrue();
    }

    @Test
    void whatThereIsNotIsRefused() {
        Affinity affinity = Supported.supported(Affinity.probe());
        int[] before = affinity.get(0);
        for (int[] cpus : new int[][] {{}, {-1}, {511_999}, {Integer.MAX_VALUE}}) {
            assertThat(affinity.set(0, cpus)).isFalse();
        }
        assertThat(affinity.get(0)).isEqualTo(before);
        assertThat(affinity.get(Integer.MAX_VALUE)).isEmpty();
        assertThat(affinity.set(Integer.MAX_VALUE, before)).isFalse();
    }
}
