/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostsTest {
    @TempDir
    private Path folder;

    private static Hosts list(String list) {
        return Hosts.list("-H", list);
    }

    private Hosts file(String text) throws IOException {
        return Hosts.file("-f", Files.writeString(folder.resolve("hosts"), text).toString());
    }

    @Test
    void listsCountTheSlotsOfEachHost() {
        assertThat(list("a:2,b,c:10").text()).isEqualTo("a:2,b:1,c:10");
        assertThat(list("a, a ,b,a:3").text()).isEqualTo("a:5,b:1");
        assertThat(list("me@a:2,10.0.0.1:4,fe80::1,[fe80::2]:3").text())
                .isEqualTo("me@a:2,10.0.0.1:4,fe80::1:1,[fe80::2]:3");
        assertThat(list("a,b").counted()).isFalse();
        assertThat(list("a,b:1").counted()).isTrue();
        assertThat(list("a:2,b").slots()).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a,", "a:0", "a:-1", "a:x", "a:", ":2", "-n", "a:999999999999"})
    void wrongLists(String list) {
        assertThatThrownBy(() -> list(list)).isInstanceOf(LaunchException.class).hasMessageContaining("HOST:SLOTS");
    }

    @Test
    void filesOfBothForms() throws IOException {
        Hosts openMpi = file("# all\n\na slots=2 max_slots=3\r\n  b  max-slots=4   slots=1 # the old one\nc\n");
        assertThat(openMpi.text()).isEqualTo("a:2,b:1,c:1");
        assertThat(openMpi.dealt(20)).extracting(Host::most).containsExactly(3, 4, 0);
        assertThat(file("a:2\nb:3 # comment\n").text()).isEqualTo("a:2,b:3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a slots=0", "a slots=", "a slots", "a sockets=2", "a:2 b:2", "a:x"})
    void wrongFilesNameTheLine(String line) {
        assertThatThrownBy(() -> file("ok\n" + line + "\n"))
                .isInstanceOf(LaunchException.class)
                .hasMessageContainingAll("line 2", line, "slots=N");
    }

    @Test
    void filesThatNameNobody() {
        assertThatThrownBy(() -> file("# nothing\n")).hasMessageContaining("a file that names a host");
        assertThatThrownBy(() -> Hosts.file("-f", "/no/such")).hasMessageContaining("a file that can be read");
    }

    @Test
    void anOptionPicksHostsOutOfAFile() throws IOException {
        Hosts file = file("a slots=4 max_slots=5\nb slots=4\n");
        assertThat(file.only("-H", list("b,a:2")).text()).isEqualTo("b:4,a:2");
        assertThat(file.only("-H", list("a:2")).most()).isEqualTo(5);
        assertThatThrownBy(() -> file.only("-H", list("c"))).hasMessageContainingAll("\"c\"", "a:4,b:4");
    }

    @Test
    void ranksFillTheSlotsInTurnAndAgain() throws IOException {
        assertThat(Hosts.text(list("a:2,b:2").dealt(1))).isEqualTo("a:1");
        assertThat(Hosts.text(list("a:2,b:2").dealt(3))).isEqualTo("a:2,b:1");
        assertThat(Hosts.text(list("a:2,b:1").dealt(8))).isEqualTo("a:6,b:2");
        assertThat(Hosts.text(file("a slots=1 max_slots=2\nb\n").dealt(9))).isEqualTo("a:2,b:7");
        assertThat(Hosts.text(file("a max_slots=2\nb max_slots=1\n").dealt(9))).isEqualTo("a:2,b:1");
        assertThat(Hosts.NONE.dealt(3)).isEmpty();
    }

    @Test
    void allocations() throws IOException {
        Map<String, String> environment = new HashMap<>();
        assertThat(Allocation.of(Hosts.NONE, environment).isHere()).isTrue();
        assertThat(Allocation.of(list("localhost:2," + Machine.hostName()), environment))
                .satisfies(here -> assertThat(here.isHere()).isTrue())
                .satisfies(here -> assertThat(here.nodes()).isEqualTo(1))
                .satisfies(here -> assertThat(here.defaultSize()).isEqualTo(3));
        Allocation others = Allocation.of(list("localhost:2,far:6"), environment);
        assertThat(others.isHere()).isFalse();
        assertThat(others.ranksPerNode(8)).isEqualTo(6);
        environment.put("SLURM_JOB_ID", "7");
        environment.put("SLURM_NNODES", "1");
        assertThat(Allocation.of(Hosts.NONE, environment).isHere()).isTrue();
        environment.put("SLURM_NNODES", "3");
        assertThat(Allocation.of(Hosts.NONE, environment).defaultSize()).isEqualTo(3);
        environment.put("SLURM_NTASKS_PER_NODE", "2");
        assertThat(Allocation.of(Hosts.NONE, environment).defaultSize()).isEqualTo(6);
        environment.put("SLURM_NTASKS", "5");
        assertThat(Allocation.of(Hosts.NONE, environment).defaultSize()).isEqualTo(5);
        assertThat(Allocation.of(Hosts.NONE, environment).isHere()).isFalse();
        assertThat(Allocation.of(list("localhost"), environment).isHere()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"HYDRA_HOST_FILE", "OMPI_MCA_orte_default_hostfile"})
    void hostFilesOfTheEnvironment(String variable) throws IOException {
        Path file = Files.writeString(folder.resolve("hosts"), "w-0.job.ns.svc slots=2\nw-1.job.ns.svc slots=2\n");
        Map<String, String> environment = Map.of(variable, file.toString());
        assertThat(Allocation.of(Hosts.NONE, environment).hosts().slots()).isEqualTo(4);
        assertThat(Allocation.of(list("b"), environment).hosts().text()).isEqualTo("b:1");
        assertThat(Allocation.of(Hosts.NONE, Map.of(variable, "/no/such")).isHere())
                .isTrue();
    }
}
