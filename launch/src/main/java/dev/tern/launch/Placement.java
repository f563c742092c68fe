/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/** Which processors each rank is bound to. */
final class Placement {
    private final List<Integer> cpus;
    private final boolean limitsCpus;
    private final List<List<Integer>> places; // of each rank; null if ranks are not bound

    private Placement(List<Integer> cpus, boolean limitsCpus, List<List<Integer>> places) {
        this.cpus = cpus;
        this.limitsCpus = limitsCpus;
        this.places = places;
    }

    /**
     * Lays out a job on this machine.
     *
     * @param layout what the user wants
     * @param size number of ranks
     * @throws LaunchException if that is not possible
     */
    static Placement of(Layout layout, int size) {
        return of(layout, size, Topology.OWN, Machine.allowedCpus());
    }

    /** The same for any machine and the processors that the launcher may use. */
    static Placement of(Layout layout, int size, Topology topology, List<Integer> allowed) {
        List<Integer> cpus = cpus(layout, allowed);
        if (layout.limited && size > cpus.size()) {
            throw new LaunchException(
                    Topic.TOO_MANY_RANKS, String.valueOf(size), "--nooversubscribe", cpus.size() + " processors");
        }
        if (layout.ranksPerPart > 0) {
            int most =
                    layout.ranksPerPart * topology.parts(layout.mapping, cpus).size();
            if (size > most) {
                String option = "--map-by ppr:" + layout.ranksPerPart + ":" + layout.mapping.word();
                throw new LaunchException(Topic.TOO_MANY_RANKS, String.valueOf(size), option, "places for " + most);
            }
        }
        Level binding = layout.effectiveBinding();
        List<List<Integer>> places = binding == null ? null : places(layout, binding, size, topology, cpus);
        return new Placement(cpus, layout.cpuSet != null, places);
    }

    /** The number of ranks if the user does not say. */
    static int defaultSize(Layout layout) {
        return defaultSize(
                layout,
                Topology.OWN,
                Machine.allowedCpus(),
                Runtime.getRuntime().availableProcessors());
    }

    /** The same for any machine; the JVM may know of a limit of processor time. */
    static int defaultSize(Layout layout, Topology topology, List<Integer> allowed, int processors) {
        List<Integer> cpus = cpus(layout, allowed);
        if (layout.ranksPerPart > 0) {
            return layout.ranksPerPart * topology.parts(layout.mapping, cpus).size();
        }
        if (layout.width > 1) {
            return Math.max(1, topology.parts(layout.effectiveBinding(), cpus).size() / layout.width);
        }
        return Math.min(processors, cpus.size());
    }

    private static List<Integer> cpus(Layout layout, List<Integer> allowed) {
        if (layout.cpuSet == null) {
            return allowed;
        }
        List<Integer> wanted;
        try {
            wanted = Machine.parseCpus(layout.cpuSet);
        } catch (NumberFormatException e) {
            wanted = List.of();
        }
        if (wanted.isEmpty() || !allowed.containsAll(wanted)) {
            throw new LaunchException(Topic.BAD_VALUE, "--cpu-set", layout.cpuSet, "some of " + text(allowed));
        }
        return List.copyOf(new LinkedHashSet<>(wanted));
    }

    /** Deals out the ranks; null if they do not fit and the user has not asked for it in so many words. */
    private static List<List<Integer>> places(
            Layout layout, Level binding, int size, Topology topology, List<Integer> cpus) {
        List<List<Integer>> parts = topology.parts(layout.mapping, cpus);
        List<List<Integer>> units = topology.parts(binding, cpus);
        int[] load = new int[units.size()];
        List<List<Integer>> places = new ArrayList<>();
        for (int rank = 0; rank < size; rank++) {
            int perPart = layout.ranksPerPart;
            int part = perPart > 0 ? rank / perPart : rank % parts.size();
            int index = perPart > 0 ? rank % perPart : rank / parts.size();
            List<Integer> inside = overlapping(units, parts.get(part));
            List<Integer> place = new ArrayList<>();
            if (layout.width > inside.size()) {
                throw overload(layout, binding, size, units.size(), cpus);
            }
            for (int i = 0; i < layout.width; i++) {
                int unit = inside.get((index * layout.width + i) % inside.size());
                load[unit]++;
                place.addAll(units.get(unit));
            }
            places.add(place);
        }
        for (int i = 0; i < load.length; i++) {
            int room = binding == Level.HWTHREAD
                    ? 1
                    : topology.parts(Level.CORE, units.get(i)).size();
            if (load[i] > room && !layout.sharing) {
                if (!layout.bindingAsked) {
                    return null;
                }
                throw overload(layout, binding, size, units.size(), cpus);
            }
        }
        return places;
    }

    private static LaunchException overload(Layout layout, Level binding, int size, int units, List<Integer> cpus) {
        String each = layout.width > 1 ? ", " + layout.width + " for each rank" : "";
        return new LaunchException(
                Topic.TOO_MANY_RANKS,
                String.valueOf(size),
                "--bind-to " + binding.word() + each,
                units + " " + binding.plural() + " (cpus " + text(cpus) + ")");
    }

    /** The indexes of those units that have a processor in common with a part. */
    private static List<Integer> overlapping(List<List<Integer>> units, List<Integer> part) {
        List<Integer> found = new ArrayList<>();
        for (int i = 0; i < units.size(); i++) {
            if (units.get(i).stream().anyMatch(part::contains)) {
                found.add(i);
            }
        }
        return found;
    }

    /** The processors of the job. */
    List<Integer> cpus() {
        return cpus;
    }

    /** Whether the job may use only some of the processors that the launcher may use. */
    boolean limitsCpus() {
        return limitsCpus;
    }

    /** The processors that a rank is bound to, or null. */
    List<Integer> of(int rank) {
        return places == null ? null : places.get(rank);
    }

    /** Processors as options and variables name them, like {@code 0,1}. */
    static String text(List<Integer> cpus) {
        StringBuilder text = new StringBuilder();
        for (int cpu : cpus) {
            text.append(text.isEmpty() ? "" : ",").append(cpu);
        }
        return text.toString();
    }
}
