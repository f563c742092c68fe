/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two packages of two cores of two hardware threads: core n has the processors n and n + 4; a package is a NUMA domain. */
class PlacementTest {
    private static final List<Integer> ALL = IntStream.range(0, 8).boxed().toList();

    @TempDir
    private Path folder;

    private Topology topology;

    @BeforeEach
    void makeTopology() throws IOException {
        for (int cpu : ALL) {
            int core = cpu % 4;
            String pack = core < 2 ? "0-1,4-5" : "2-3,6-7";
            file("cpu/cpu" + cpu + "/topology/thread_siblings_list", core + "," + (core + 4));
            file("cpu/cpu" + cpu + "/topology/core_siblings_list", pack);
            file("cpu/cpu" + cpu + "/cache/index3/shared_cpu_list", pack);
        }
        file("node/online", "0-1");
        file("node/node0/cpulist", "0-1,4-5");
        file("node/node1/cpulist", "2-3,6-7");
        topology = new Topology(folder.toString());
    }

    private void file(String name, String text) throws IOException {
        Files.createDirectories(folder.resolve(name).getParent());
        Files.writeString(folder.resolve(name), text + "\n");
    }

    private static Layout layout(String... options) {
        List<String> words = new ArrayList<>(List.of(options));
        words.addAll(List.of("-n", "1", "p"));
        return new CommandLine(words.toArray(new String[0]), Map.of()).settings().layout;
    }

    private List<String> places(int size, String... options) {
        Placement placement = Placement.of(layout(options), size, topology, ALL);
        List<String> places = new ArrayList<>();
        for (int rank = 0; rank < size; rank++) {
            places.add(placement.of(rank) == null ? "-" : Placement.text(placement.of(rank)));
        }
        return places;
    }

    private int defaultSize(String... options) {
        return Placement.defaultSize(layout(options), topology, ALL, 8);
    }

    private void refused(int size, String reason, String... options) {
        assertThatExceptionOfType(LaunchException.class)
                .isThrownBy(() -> places(size, options))
                .withMessageContaining(reason);
    }

    @Test
    void partsOfTheMachine() {
        assertThat(topology.parts(Level.HWTHREAD, ALL)).hasSize(8).contains(List.of(7));
        assertThat(topology.parts(Level.CORE, ALL)).hasSize(4).contains(List.of(3, 7));
        assertThat(topology.parts(Level.CORE, List.of(7, 0, 1))).containsExactly(List.of(7), List.of(0), List.of(1));
        for (Level level : List.of(Level.L3CACHE, Level.NUMA, Level.PACKAGE)) {
            assertThat(topology.parts(level, ALL)).containsExactly(List.of(0, 1, 4, 5), List.of(2, 3, 6, 7));
        }
        assertThat(topology.parts(Level.L1CACHE, ALL)).hasSize(8); // not told
        assertThat(topology.parts(Level.L2CACHE, ALL)).hasSize(1);
        assertThat(topology.parts(Level.NODE, ALL)).containsExactly(ALL);
    }

    @Test
    void ranksAreNotBoundByThemselves() {
        assertThat(places(3)).containsOnly("-");
        assertThat(places(3, "--map-by", "slot")).containsOnly("-");
        assertThat(places(20, "--oversubscribe")).containsOnly("-");
    }

    @Test
    void ranksGetCoresInTurn() {
        assertThat(places(4, "--bind-to", "core")).containsExactly("0,4", "1,5", "2,6", "3,7");
        assertThat(places(4, "--map-by", "core")).containsExactly("0,4", "1,5", "2,6", "3,7");
        assertThat(places(3, "--bind-to", "hwthread")).containsExactly("0", "1", "2");
        assertThat(places(2, "--bind-to", "core", "--cpu-set", "2,7")).containsExactly("2", "7");
        assertThat(places(2, "--map-by", "slot:PE=2")).containsExactly("0,4,1,5", "2,6,3,7");
        assertThat(places(2, "--bind-to", "core:2")).containsExactly("0,4,1,5", "2,6,3,7");
    }

    @Test
    void ranksGoToOnePackageAfterTheOther() {
        assertThat(places(4, "--map-by", "socket")).containsExactly("0,1,4,5", "2,3,6,7", "0,1,4,5", "2,3,6,7");
        assertThat(places(4, "--map-by", "numa", "--bind-to", "core")).containsExactly("0,4", "2,6", "1,5", "3,7");
        assertThat(places(4, "--map-by", "ppr:2:package", "--bind-to", "core"))
                .containsExactly("0,4", "1,5", "2,6", "3,7");
        assertThat(places(4, "--map-by", "core", "--bind-to", "package"))
                .containsExactly("0,1,4,5", "0,1,4,5", "2,3,6,7", "2,3,6,7");
        assertThat(places(2, "--map-by", "package:PE=2")).containsExactly("0,4,1,5", "2,6,3,7");
        assertThat(places(8, "--map-by", "core", "--bind-to", "hwthread"))
                .containsExactly("0", "1", "2", "3", "4", "5", "6", "7");
    }

    @Test
    void moreRanksThanThereIsRoomFor() {
        refused(
                5,
                "5 ranks are more than --bind-to core allows here: there are 4 cores (cpus 0,1,2,3,4,5,6,7)",
                "--bind-to",
                "core");
        refused(9, "8 hardware threads", "--bind-to", "hwthread");
        refused(5, "2 packages", "--bind-to", "package");
        refused(3, "core, 2 for each rank", "--bind-to", "core", "--map-by", "slot:PE=2");
        refused(1, "core, 5 for each rank", "--map-by", "slot:PE=5");
        refused(3, "--map-by ppr:1:package allows here: there are places for 2", "--map-by", "ppr:1:package");
        refused(9, "--nooversubscribe allows here: there are 8 processors", "--nooversubscribe");
        refused(9, "8 processors", "--map-by", ":NOOVERSUBSCRIBE");
        assertThat(places(5, "--map-by", "core")).containsOnly("-"); // not asked for in so many words
        assertThat(places(6, "--bind-to", "core", "--oversubscribe"))
                .containsExactly("0,4", "1,5", "2,6", "3,7", "0,4", "1,5");
    }

    @Test
    void theNumberOfRanksFollowsFromThePlaces() {
        assertThat(defaultSize()).isEqualTo(8);
        assertThat(defaultSize("--cpu-set", "1-3")).isEqualTo(3);
        assertThat(defaultSize("--map-by", "ppr:3:package")).isEqualTo(6);
        assertThat(defaultSize("--map-by", "ppr:2:node")).isEqualTo(2);
        assertThat(defaultSize("--map-by", "slot:PE=2")).isEqualTo(2);
        assertThat(Placement.defaultSize(layout(), topology, ALL, 3)).isEqualTo(3);
    }

    @Test
    void onlyProcessorsThatThereAreCanBeChosen() {
        for (String set : List.of("8", "x", "", "0-9")) {
            refused(1, "--cpu-set", "--cpu-set", set);
        }
        Placement placement = Placement.of(layout("--cpu-set", "3,1,3"), 1, topology, ALL);
        assertThat(placement.cpus()).containsExactly(3, 1);
        assertThat(placement.limitsCpus()).isTrue();
        assertThat(Placement.of(layout(), 1, topology, ALL).limitsCpus()).isFalse();
    }
}
