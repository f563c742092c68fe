/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.peers;

import dev.tern.bench.Names;
import dev.tern.bench.UsageException;
import dev.tern.bench.table.ResultTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What Tern is to reach on one machine, and the measurements that show whether it does. */
final class Goals {
    /** Rounds of each measurement unless the user says otherwise; all together take some minutes. */
    static final int ROUNDS = 3;

    /** The name of the figure of hello, in milliseconds. */
    static final String WALL_TIME = "Wall time (ms)";

    private static final int KILO = 1024;
    private static final int MEGA = 1024 * KILO;
    private static final String LATENCY = "Latency (us)";
    private static final String BANDWIDTH = "Bandwidth (MB/s)";
    private static final String RATE = "Messages/s";
    private static final String THREADS_RATE = ResultTable.MESSAGE_RATE;
    private static final String CURVE = ResultTable.NETPIPE_BANDWIDTH;
    private static final int CURVE_END = 8 * MEGA + 3;
    private static final String COLLECTIVE = "Avg Latency(us)";

    private static final List<String> OPENMPI = List.of("openmpi");
    private static final List<String> MPICH = List.of("mpich");
    private static final List<String> LAM = List.of("lam");
    private static final List<String> CACHELINE = List.of("cacheline");
    private static final List<String> BETTER = List.of("openmpi", "mpich");
    private static final List<String> ENGINES =
            Stream.of(Engine.values()).map(Engine::label).toList();

    /** Everything that is measured, in this order: the measurements of each group. */
    private static final Map<String, List<Measurement>> GROUPS = groups();

    private Goals() {}

    private static Map<String, List<Measurement>> groups() {
        Map<String, List<Measurement>> groups = new LinkedHashMap<>();
        groups.put("short", shortMessages());
        groups.put("long", longMessages());
        groups.put("bandwidth", bandwidths());
        groups.put("cores", sharedCores());
        groups.put("jobs", jobs());
        groups.put("threads", threads());
        groups.put("tcp", tcp());
        return groups;
    }

    /** All measurements. */
    static List<Measurement> all() {
        return GROUPS.values().stream().flatMap(List::stream).toList();
    }

    /** The measurements of a group. */
    static List<Measurement> of(String group) throws UsageException {
        List<Measurement> measurements = GROUPS.get(group);
        if (measurements == null) {
            throw new UsageException("table %s: there is no such group of goals: did you mean %s?"
                    .formatted(group, Names.nearest(group, GROUPS.keySet())));
        }
        return measurements;
    }

    private static List<Measurement> shortMessages() {
        List<Measurement> all = new ArrayList<>();
        for (String kind : List.of("direct", "arrays")) {
            all.add(new Measurement(
                    words("osu_latency -m 0:4096 -a " + kind),
                    2,
                    List.of("openmpi", "mpich", "lam", "cacheline"),
                    List.of(
                            new Goal(LATENCY, 0, 0, OPENMPI, 0.75),
                            new Goal(LATENCY, 8, 64, OPENMPI, 0.65),
                            new Goal(LATENCY, 0, 64, LAM, 1.0),
                            new Goal(LATENCY, 0, 8, CACHELINE, 1.4),
                            new Goal(LATENCY, 128, 4 * KILO, BETTER, 0.8))));
        }
        all.add(new Measurement(words("osu_mbw_mr -m 1:64"), 2, BETTER, List.of(new Goal(RATE, 1, 64, BETTER, 1.3))));
        return all;
    }

    private static List<Measurement> longMessages() {
        return List.of(
                new Measurement(
                        words("osu_latency -m 8192:4194304 -a buffer"),
                        2,
                        BETTER,
                        List.of(
                                new Goal(LATENCY, 8 * KILO, 256 * KILO, BETTER, 0.6),
                                new Goal(LATENCY, MEGA, 4 * MEGA, BETTER, 0.9))),
                new Measurement(
                        words("osu_latency -m 1048576:4194304 -a direct"),
                        2,
                        BETTER,
                        List.of(new Goal(LATENCY, MEGA, 4 * MEGA, BETTER, 0.9))),
                new Measurement(
                        words("osu_latency -m 8192:4194304 -a arrays"),
                        2,
                        BETTER,
                        List.of(
                                new Goal(LATENCY, 8 * KILO, 256 * KILO, BETTER, 1.2),
                                new Goal(LATENCY, MEGA, 4 * MEGA, BETTER, 1.0))));
    }

    private static List<Measurement> bandwidths() {
        List<Measurement> all = new ArrayList<>();
        for (String benchmark : List.of("osu_bw", "osu_bibw")) {
            all.add(new Measurement(
                    words(benchmark + " -a direct"),
                    2,
                    BETTER,
                    List.of(new Goal(BANDWIDTH, 1, 4 * MEGA, BETTER, 1.0))));
            all.add(new Measurement(
                    words(benchmark + " -a arrays"),
                    2,
                    BETTER,
                    List.of(new Goal(BANDWIDTH, 1, 4 * MEGA, BETTER, 0.9))));
        }
        return all;
    }

    private static List<Measurement> sharedCores() {
        List<Goal> waiting = Stream.of("Recv(ms)", "Probe(ms)", "Barrier(ms)", "Waitany(ms)")
                .map(call -> new Goal(call, 0, 0, List.of(), 50))
                .toList();
        return List.of(
                new Measurement(
                        words("osu_allreduce -m 8:8"), 4, BETTER, List.of(new Goal(COLLECTIVE, 8, 8, OPENMPI, 0.7))),
                new Measurement(
                        words("osu_alltoall -m 1024:1024"),
                        4,
                        BETTER,
                        List.of(new Goal(COLLECTIVE, KILO, KILO, OPENMPI, 0.7))),
                new Measurement(
                        words("osu_latency --busy-neighbours -m 8:8"),
                        4,
                        BETTER,
                        List.of(new Goal(LATENCY, 8, 8, OPENMPI, 0.7))),
                new Measurement(words("wait_cpu"), 2, List.of(), waiting));
    }

    /** What starts and ends a job; under other engines than Tern's own it is listed only. */
    private static List<Measurement> jobs() {
        return List.of(
                new Measurement(
                        words("hello"), Transport.SHM, 2, BETTER, 5, List.of(new Goal(WALL_TIME, 2, 2, OPENMPI, 1.0))),
                new Measurement(words("hello"), Transport.SHM, 4, ENGINES, 5, List.of()));
    }

    private static List<Measurement> threads() {
        List<Measurement> all = new ArrayList<>();
        all.add(new Measurement(
                words("threads -t 1,2,4,8 --max-time 1"),
                1,
                BETTER,
                List.of(
                        new Goal(THREADS_RATE, 1, 1, OPENMPI, 1.0),
                        new Goal(THREADS_RATE, 1, 1, MPICH, 4.0),
                        Goal.growth(THREADS_RATE, 2, 2, 1, 1.9),
                        Goal.growth(THREADS_RATE, 4, 8, 2, 1.0))));
        String pairs = "threads -t 1,2,4 --max-time 1 --mode ";
        Goal rate = new Goal(THREADS_RATE, 2, 4, BETTER, 2.0);
        Goal growth = Goal.growth(THREADS_RATE, 2, 4, 1, 0.8);
        Goal stalls = new Goal(ResultTable.P99_LATENCY, 2, 4, List.of(), 1000);
        all.add(new Measurement(words(pairs + "ping-pong -f"), 2, BETTER, List.of(rate, growth, stalls)));
        all.add(new Measurement(words(pairs + "window"), 2, BETTER, List.of(rate, growth)));
        Goal tags = new Goal(THREADS_RATE, 2, 4, BETTER, 1.5);
        all.add(new Measurement(words(pairs + "ping-pong --one-comm"), 2, BETTER, List.of(tags)));
        all.add(new Measurement(words(pairs + "window --one-comm"), 2, BETTER, List.of(tags)));
        all.add(new Measurement(
                words("osu_latency --thread-level multiple"),
                2,
                List.of(Contender.SINGLE, "openmpi", "mpich"),
                List.of(new Goal(LATENCY, 0, 4 * MEGA, List.of(Contender.SINGLE), 1.15))));
        return all;
    }

    /**
     * The curve over TCP, and what connections over TCP cost those who share memory. The curve is run with less time for
     * each size than the original has, as there are many of them.
     */
    private static List<Measurement> tcp() {
        List<String> raw = List.of("rawtcp", "rawtcp-nonblocking");
        List<String> all = List.of("openmpi", "mpich", "rawtcp", "rawtcp-nonblocking");
        Measurement beside = new Measurement(
                words("shm_beside_tcp --max-time 1.5"),
                Transport.HOSTS,
                4,
                List.of(),
                1,
                List.of(new Goal(ResultTable.WITH_TO_WITHOUT, 0, KILO, List.of(), 1.05)));
        Measurement curve = new Measurement(
                words("netpipe --max-time 0.2"),
                Transport.TCP,
                2,
                all,
                1,
                List.of(
                        new Goal(LATENCY, 1, 1, OPENMPI, 0.85),
                        new Goal(LATENCY, 1, 1, MPICH, 0.95),
                        new Goal(LATENCY, 1, 1, List.of("rawtcp-nonblocking"), 1.1),
                        Goal.peak(CURVE, 1, CURVE_END, raw, 0.97),
                        Goal.peak(CURVE, 1, CURVE_END, OPENMPI, 1.0),
                        new Goal(CURVE, 1, CURVE_END, List.of("openmpi", "rawtcp", "rawtcp-nonblocking"), 0.9)));
        return List.of(curve, beside);
    }

    private static List<String> words(String line) {
        return List.of(line.split(" "));
    }
}
