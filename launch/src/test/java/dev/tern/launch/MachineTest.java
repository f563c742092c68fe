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
        for (String wrong : List.of("0-x", "0,", "0-2000000000", "3-")) {
            assertThatThrownBy(() -> Machine.parseCpus(wrong)).isInstanceOf(NumberFormatException.class);
        }
    }

    @Test
    void partsHoldAllProcessorsOnce() {
        List<Integer> cpus = Machine.allowedCpus();
        assertThat(cpus).isNotEmpty();
        for (Level level : Level.values()) {
            List<Integer> inParts = Topology.OWN.parts(level, cpus).stream()
                    .flatMap(List::stream)
                    .toList();
            assertThat(inParts).as(level.word()).containsExactlyInAnyOrderElementsOf(cpus);
        }
    }

    @Test
    void memoryIsThatOfTheMachineOrLess() {
        assertThat(Machine.memory()).isGreaterThan(1 << 20);
        assertThat(Machine.memory()).isLessThan(1L << 60);
    }

    @Test
    void thisMachineIsLocal() {
        assertThat(Machine.isLocal(Machine.hostName())).isTrue();
        assertThat(Machine.isLocal("localhost")).isTrue();
        for (String address : List.of("127.0.0.1", "127.0.1.1", "::1", "0:0:0:0:0:0:0:1", "[::1]")) {
            assertThat(Machine.isLocal(address)).as(address).isTrue();
        }
        for (String other : List.of("some.other.host", "192.0.2.1", "2001:db8::1", "1.2.3.999", ":", "face")) {
            assertThat(Machine.isLocal(other)).as(other).isFalse();
        }
    }

    @Test
    void absentFilesAreEmpty() {
        assertThat(Machine.read("/no/such/file")).isEmpty();
        assertThat(Machine.tool("no-such-tool")).isNull();
    }
}
