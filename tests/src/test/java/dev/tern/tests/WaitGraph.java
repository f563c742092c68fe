/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Who waits for whom, put together from what the ranks of a job reported: upon {@code mpirun --timeout}, or by themselves. An edge
 * leads from a thread to the rank that must do something so that it goes on. A cycle of edges is a deadlock, unless other
 * threads of these ranks break it; one within a communicator is most likely to be one.
 */
final class WaitGraph {
    private static final Pattern REPORT = Pattern.compile("^tern: rank (\\d+): (.*)$");
    private static final Pattern WAIT = Pattern.compile("^thread (.*?) waits for (.*), (\\d+\\.\\d) s$");
    private static final Pattern PEER = Pattern.compile("\\b(?:from|to|of) rank (\\d+)");
    private static final Pattern TAG = Pattern.compile("\\btag (-?\\d+)");
    private static final Pattern COMMUNICATOR = Pattern.compile("\\(([^()]+)\\)");
    private static final Pattern MEMBERS = Pattern.compile("\\[(\\d+(?:,\\d+)*)]$");
    private static final int SHOWN_WAITS = 60;
    private static final int SHOWN_CYCLES = 5;
    private static final int NOBODY = -1;

    /**
     * A thread that waits.
     *
     * @param rank whose thread it is
     * @param what it waits for, in the words of the report
     * @param peer rank in MPI_COMM_WORLD of the one it waits for; -1 if any, or none
     * @param communicator its name; empty if there is none
     * @param tag as in the report; empty if there is none
     */
    record Wait(int rank, String thread, String what, int peer, String communicator, String tag, double seconds) {
        @Override
        public String toString() {
            return "rank " + rank + " thread " + thread + " waits for " + (peer == NOBODY ? "" : "rank " + peer + ": ")
                    + what + ", " + seconds + " s";
        }
    }

    private final List<Wait> waits = new ArrayList<>();

    /** @param output of a job: what is not a report is passed over */
    WaitGraph(String output) {
        int rank = NOBODY;
        for (String line : output.lines().toList()) {
            String rest = line;
            Matcher report = REPORT.matcher(line);
            if (report.matches()) {
                rank = Integer.parseInt(report.group(1));
                rest = report.group(2);
            }
            Matcher wait = WAIT.matcher(rest);
            if (rank != NOBODY && wait.matches()) {
                waits.add(parse(rank, wait.group(1), wait.group(2), Double.parseDouble(wait.group(3))));
            } else if (!report.matches()) {
                rank = NOBODY;
            }
        }
    }

    private static Wait parse(int rank, String thread, String what, double seconds) {
        String communicator = find(COMMUNICATOR, what);
        String peer = find(PEER, what);
        return new Wait(
                rank,
                thread,
                what,
                peer.isEmpty() ? NOBODY : worldRank(Integer.parseInt(peer), communicator),
                communicator,
                find(TAG, what),
                seconds);
    }

    private static String find(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? matcher.group(1) : "";
    }

    /** Programs name a communicator with other ranks than those of the world so that it tells: {@code half[3,1]}. */
    private static int worldRank(int rank, String communicator) {
        String members = find(MEMBERS, communicator);
        if (members.isEmpty()) {
            return rank;
        }
        String[] ranks = members.split(",");
        return rank < ranks.length ? Integer.parseInt(ranks[rank]) : NOBODY;
    }

    boolean isEmpty() {
        return waits.isEmpty();
    }

    List<Wait> waits() {
        return List.copyOf(waits);
    }

    /** Cycles within a communicator if there are any, otherwise all others; each as {@code rank 0 -> rank 1 -> rank 0}. */
    List<String> cycles() {
        Map<String, List<Wait>> byCommunicator = new TreeMap<>();
        for (Wait wait : waits) {
            byCommunicator
                    .computeIfAbsent(wait.communicator, _ -> new ArrayList<>())
                    .add(wait);
        }
        Set<String> found = new LinkedHashSet<>();
        byCommunicator.forEach((name, of) -> {
            for (List<Integer> cycle : cyclesIn(of)) {
                found.add(text(cycle) + " in " + name);
            }
        });
        if (found.isEmpty()) {
            for (List<Integer> cycle : cyclesIn(waits)) {
                found.add(text(cycle));
            }
        }
        return List.copyOf(found);
    }

    private static String text(List<Integer> cycle) {
        StringBuilder text = new StringBuilder();
        for (int rank : cycle) {
            text.append("rank ").append(rank).append(" -> ");
        }
        return text.append("rank ").append(cycle.getFirst()).toString();
    }

    /** The first cycle that is found from each rank on which no cycle was found before; it begins with its lowest rank. */
    private static List<List<Integer>> cyclesIn(List<Wait> of) {
        Map<Integer, Set<Integer>> edges = new TreeMap<>();
        for (Wait wait : of) {
            if (wait.peer != NOBODY) {
                edges.computeIfAbsent(wait.rank, _ -> new LinkedHashSet<>()).add(wait.peer);
            }
        }
        List<List<Integer>> cycles = new ArrayList<>();
        Set<Integer> done = new HashSet<>();
        for (int start : edges.keySet()) {
            List<Integer> path = new ArrayList<>();
            if (!done.contains(start) && leadsBack(start, start, edges, path, new HashSet<>())) {
                cycles.add(path);
                done.addAll(path);
            }
        }
        return cycles;
    }

    private static boolean leadsBack(
            int at, int start, Map<Integer, Set<Integer>> edges, List<Integer> path, Set<Integer> seen) {
        seen.add(at);
        path.add(at);
        for (int next : edges.getOrDefault(at, Set.of())) {
            if (next == start || (!seen.contains(next) && leadsBack(next, start, edges, path, seen))) {
                return true;
            }
        }
        path.removeLast();
        return false;
    }

    /** For people: the edges between ranks, the cycles, and the threads that have waited longest. */
    @Override
    public String toString() {
        if (waits.isEmpty()) {
            return "nobody reported that it waits\n";
        }
        StringBuilder text = new StringBuilder("who waits for whom:\n");
        edgesOfRanks()
                .forEach((edge, count) -> text.append("  ")
                        .append(edge)
                        .append(" (")
                        .append(count)
                        .append(count == 1 ? " thread" : " threads")
                        .append(")\n"));
        List<String> cycles = cycles();
        text.append(cycles.isEmpty() ? "  no cycle\n" : "");
        cycles.stream()
                .limit(SHOWN_CYCLES)
                .forEach(cycle -> text.append("  cycle: ").append(cycle).append('\n'));
        waits.stream()
                .sorted((a, b) -> Double.compare(b.seconds, a.seconds))
                .limit(SHOWN_WAITS)
                .forEach(wait -> text.append("  ").append(wait).append('\n'));
        if (waits.size() > SHOWN_WAITS) {
            text.append("  and ").append(waits.size() - SHOWN_WAITS).append(" more\n");
        }
        return text.toString();
    }

    private Map<String, Integer> edgesOfRanks() {
        Map<String, Integer> edges = new LinkedHashMap<>();
        for (Wait wait : waits) {
            String edge = "rank " + wait.rank + " waits for "
                    + (wait.peer != NOBODY
                            ? "rank " + wait.peer
                            : wait.what.contains("any rank") ? "any rank" : "something else");
            edges.merge(edge, 1, Integer::sum);
        }
        return edges;
    }
}
