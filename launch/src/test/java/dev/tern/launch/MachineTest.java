/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class MachineTest {
    @Test
    void listsOfProcessors() {
        assertThat(Machine.parseCpus("0,2-4")).containsExactly(0, 2, 3, 4);
        assertThat(Machine.parseCpus("")).isEmpty();
        assertThatThrownBy(() -> Machine.parseCpus("0-x")).isInstanceOf(NumberFormatException.class);
    }

    @Test
    void coresHoldAllProcessorsOnce() {
        List<Integer> cpus = Machine.allowedCpus();
        assertThat(cpus).isNotEmpty();
        List<Integer> inCores = Machine.cores(cpus).stream()
                .flatMap(core -> Machine.parseCpus(core).stream())
                .toList();
        assertThat(inCores).containsExactlyInAnyOrderElementsOf(cpus);
    }

    @Test
    void thisMachineIsLocal() {
        assertThat(Machine.isLocal(Machine.hostName())).isTrue();
        assertThat(Machine.isLocal("localhost")).isTrue();
        assertThat(Machine.isLocal("some.other.host")).isFalse();
    }

    @Test
    void absentFilesAreEmpty() {
        assertThat(Machine.read("/no/such/file")).isEmpty();
        assertThat(Machine.tool("no-such-tool")).isNull();
    }
}
