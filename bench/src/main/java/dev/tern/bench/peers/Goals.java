/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.peers;

import java.util.ArrayList;
import java.util.List;
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
    private static final String COLLECTIVE = "Avg Latency(us)";

    private static final List<String> OPENMPI = List.of("openmpi");
    private static final List<String> LAM = List.of("lam");
    private static final List<String> CACHELINE = List.of("cacheline");
    private static final List<String> BETTER = List.of("openmpi", "mpich");

    /** Everything that is measured, in this order. */
    static final List<Measurement> MEASUREMENTS = Stream.of(
                    shortMessages(), longMessages(), bandwidths(), sharedCores(), jobs())
            .flatMap(List::stream)
            .toList();

    private Goals() {}

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

    private static List<Measurement> jobs() {
        return List.of(new Measurement(words("hello"), 2, BETTER, 5, List.of(new Goal(WALL_TIME, 2, 2, OPENMPI, 1.0))));
    }

    private static List<String> words(String line) {
        return List.of(line.split(" "));
    }
}
