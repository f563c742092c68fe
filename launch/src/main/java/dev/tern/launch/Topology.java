/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Which processors belong together, as Linux tells it; what it does not tell is taken to be one part.
 *
 * @param system the folder {@code /sys/devices/system}
 */
record Topology(String system) {
    /** This machine. */
    static final Topology OWN = new Topology("/sys/devices/system");

    /**
     * Groups processors by the part of the machine that they belong to.
     *
     * @param level kind of part
     * @param cpus processors to group
     * @return for each part those of its processors that are among {@code cpus}, in their order; no part is empty
     */
    List<List<Integer>> parts(Level level, List<Integer> cpus) {
        List<List<Integer>> parts = new ArrayList<>();
        Set<Integer> seen = new HashSet<>();
        for (int cpu : cpus) {
            if (!seen.contains(cpu)) {
                List<Integer> part = new ArrayList<>(cpus);
                part.retainAll(siblings(level, cpu, cpus));
                part.removeAll(seen);
                seen.addAll(part);
                parts.add(part);
            }
        }
        return parts;
    }

    /** The processors of the part that one of them belongs to; that one is among them. */
    private List<Integer> siblings(Level level, int cpu, List<Integer> all) {
        String own = system + "/cpu/cpu" + cpu;
        List<Integer> found = switch (level) {
            case HWTHREAD -> List.of(cpu);
            case CORE -> list(own + "/topology/thread_siblings_list");
            case L1CACHE -> list(own + "/cache/index0/shared_cpu_list");
            case L2CACHE -> list(own + "/cache/index2/shared_cpu_list");
            case L3CACHE -> list(own + "/cache/index3/shared_cpu_list");
            case NUMA -> domain(cpu);
            case PACKAGE -> list(own + "/topology/core_siblings_list");
            case NODE -> all;
        };
        if (found.contains(cpu)) {
            return found;
        }
        return level.compareTo(Level.L1CACHE) <= 0 ? List.of(cpu) : all;
    }

    private List<Integer> domain(int cpu) {
        for (int node : list(system + "/node/online")) {
            List<Integer> cpus = list(system + "/node/node" + node + "/cpulist");
            if (cpus.contains(cpu)) {
                return cpus;
            }
        }
        return Collections.emptyList();
    }

    private static List<Integer> list(String file) {
        try {
            return Machine.parseCpus(Machine.read(file).trim());
        } catch (NumberFormatException e) {
            return Collections.emptyList();
        }
    }
}
