/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench;

import dev.tern.bench.Benchmark.Figures;
import dev.tern.bench.Benchmark.Knob;
import dev.tern.bench.Benchmark.Ranks;
import dev.tern.bench.pattern.AllReduce;
import dev.tern.bench.pattern.AllToAll;
import dev.tern.bench.pattern.Barrier;
import dev.tern.bench.pattern.Bcast;
import dev.tern.bench.pattern.BothWays;
import dev.tern.bench.pattern.PingPong;
import dev.tern.bench.pattern.SharedPingPong;
import dev.tern.bench.pattern.Streaming;
import dev.tern.bench.pattern.Threaded;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** All benchmarks. */
public final class Benchmarks {
    private static final int MEGABYTE = 1 << 20;
    private static final SizeRange FROM_EMPTY = new SizeRange(0, 4 * MEGABYTE);
    private static final SizeRange FROM_ONE = new SizeRange(1, 4 * MEGABYTE);
    private static final SizeRange TO_MEGABYTE = new SizeRange(1, MEGABYTE);
    private static final SizeRange SHORT = new SizeRange(0, 1024);

    private static final Schedule LATENCY = Schedule.steps(10_000, 100, 1_000, 10);
    private static final Schedule BANDWIDTH = Schedule.steps(100, 10, 20, 2);
    private static final Schedule COLLECTIVE = Schedule.steps(1_000, 100, 100, 10);
    private static final Schedule MPIBENCH = Schedule.volume(10_000, 100 * MEGABYTE);

    private static final Set<Knob> WORDS = Set.of(Knob.SIZES, Knob.VALIDATE, Knob.BESIDE, Knob.SAME_BUFFER);
    private static final Set<Knob> FULL = Set.of(Knob.SIZES, Knob.VALIDATE, Knob.BESIDE, Knob.FULL);
    private static final Set<Knob> PING_PONG = with(FULL, Knob.SAME_BUFFER);
    private static final Set<Knob> ONE_PAIR = with(PING_PONG, Knob.BUSY_NEIGHBOURS, Knob.THREAD_LEVEL);
    private static final Set<Knob> WINDOW = with(FULL, Knob.WINDOW);
    private static final Set<Knob> PAIRS =
            with(WINDOW, Knob.PAIRS, Knob.THREADS, Knob.THREADS_KIND, Knob.ONE_COMM, Knob.THREAD_LEVEL);
    private static final Set<Knob> SHARED =
            Set.of(Knob.SIZES, Knob.FULL, Knob.THREADS, Knob.SENDERS, Knob.THREADS_KIND);
    private static final Set<Knob> NETPIPE =
            Set.of(Knob.LOWER, Knob.UPPER, Knob.PAIRS, Knob.STREAMING, Knob.BOTH_WAYS, Knob.VALIDATE, Knob.BESIDE);
    private static final Set<Knob> THREADS = Set.of(
            Knob.SIZES,
            Knob.WINDOW,
            Knob.FULL,
            Knob.BESIDE,
            Knob.THREADS,
            Knob.THREAD_LIST,
            Knob.THREADS_KIND,
            Knob.ONE_COMM,
            Knob.MODE);

    private static final List<Benchmark> ALL = List.of(
            new Benchmark(
                    "osu_latency",
                    "OSU MPI Latency Test",
                    Figures.LATENCY,
                    Ranks.TWO,
                    FROM_EMPTY,
                    1,
                    LATENCY,
                    ONE_PAIR,
                    PingPong::new),
            new Benchmark(
                    "osu_bw",
                    "OSU MPI Bandwidth Test",
                    Figures.BANDWIDTH,
                    Ranks.TWO,
                    FROM_ONE,
                    1,
                    BANDWIDTH,
                    WINDOW,
                    Streaming::new),
            new Benchmark(
                    "osu_bibw",
                    "OSU MPI Bi-Directional Bandwidth Test",
                    Figures.BANDWIDTH,
                    Ranks.TWO,
                    FROM_ONE,
                    1,
                    BANDWIDTH,
                    WINDOW,
                    BothWays::new),
            new Benchmark(
                    "osu_mbw_mr",
                    "OSU MPI Multiple Bandwidth / Message Rate Test",
                    Figures.RATE,
                    Ranks.SEVERAL,
                    FROM_ONE,
                    1,
                    BANDWIDTH,
                    PAIRS,
                    setup -> Threaded.of(setup, Streaming::new)),
            new Benchmark(
                    "osu_multi_lat",
                    "OSU MPI Multi Latency Test",
                    Figures.LATENCY,
                    Ranks.EVEN,
                    FROM_EMPTY,
                    1,
                    LATENCY,
                    PING_PONG,
                    PingPong::new),
            new Benchmark(
                    "osu_latency_mt",
                    "OSU MPI Multi-threaded Latency Test",
                    Figures.LATENCY,
                    Ranks.TWO,
                    FROM_EMPTY,
                    1,
                    LATENCY,
                    SHARED,
                    SharedPingPong::new),
            new Benchmark(
                    "osu_alltoall",
                    "OSU MPI All-to-All Personalized Exchange Latency Test",
                    Figures.COLLECTIVE,
                    Ranks.SEVERAL,
                    TO_MEGABYTE,
                    1,
                    COLLECTIVE,
                    FULL,
                    AllToAll::new),
            new Benchmark(
                    "osu_allreduce",
                    "OSU MPI Allreduce Latency Test",
                    Figures.COLLECTIVE,
                    Ranks.SEVERAL,
                    TO_MEGABYTE,
                    Float.BYTES,
                    COLLECTIVE,
                    FULL,
                    AllReduce::new),
            new Benchmark(
                    "osu_bcast",
                    "OSU MPI Broadcast Latency Test",
                    Figures.COLLECTIVE,
                    Ranks.SEVERAL,
                    TO_MEGABYTE,
                    1,
                    COLLECTIVE,
                    FULL,
                    Bcast::new),
            new Benchmark(
                    "osu_barrier",
                    "OSU MPI Barrier Latency Test",
                    Figures.BARRIER,
                    Ranks.SEVERAL,
                    new SizeRange(0, 0),
                    1,
                    COLLECTIVE,
                    Set.of(Knob.FULL),
                    Barrier::new),
            new Benchmark(
                    "mpibench",
                    "mpibench: latency and bandwidth of a ping-pong",
                    Figures.MPIBENCH,
                    Ranks.TWO,
                    new SizeRange(0, MEGABYTE),
                    1,
                    MPIBENCH,
                    WORDS,
                    PingPong::new),
            new Benchmark(
                    "netpipe",
                    "NetPIPE",
                    Figures.NETPIPE,
                    Ranks.TWO,
                    new SizeRange(1, 8 * MEGABYTE),
                    1,
                    Schedule.UNTIL_TIME_IS_UP,
                    NETPIPE,
                    PingPong::new),
            new Benchmark(
                    "threads",
                    "Message rate of several threads",
                    Figures.THREADS,
                    Ranks.ONE_OR_TWO,
                    new SizeRange(0, 0),
                    1,
                    Schedule.UNTIL_TIME_IS_UP,
                    THREADS,
                    PingPong::new),
            new Benchmark(
                    "shm_beside_tcp",
                    "Shared memory before and after further ranks are connected",
                    Figures.CONNECTIONS,
                    Ranks.FOUR,
                    SHORT,
                    Long.BYTES,
                    Schedule.UNTIL_TIME_IS_UP,
                    Set.of(Knob.SIZES),
                    PingPong::new));

    private Benchmarks() {}

    private static Set<Knob> with(Set<Knob> knobs, Knob... more) {
        Set<Knob> all = EnumSet.copyOf(knobs);
        all.addAll(List.of(more));
        return Set.copyOf(all);
    }

    /** All benchmarks, in the order of the list that the user sees. */
    public static List<Benchmark> all() {
        return ALL;
    }

    /**
     * Finds a benchmark.
     *
     * @param name its name
     * @return the benchmark
     * @throws UsageException when there is none; the message says which name is the nearest
     */
    public static Benchmark find(String name) throws UsageException {
        for (Benchmark benchmark : ALL) {
            if (benchmark.name().equals(name)) {
                return benchmark;
            }
        }
        if (RawTcp.Kind.of(name).isPresent()) {
            throw new UsageException("%s has no ranks: start it with tern bench %s".formatted(name, name));
        }
        List<String> names = Stream.concat(
                        ALL.stream().map(Benchmark::name),
                        Stream.concat(
                                Stream.of(Program.values()).map(Program::label),
                                Stream.of(RawTcp.Kind.values()).map(RawTcp.Kind::label)))
                .toList();
        throw new UsageException("no benchmark is called '%s': did you mean %s? --list shows all"
                .formatted(name, Names.nearest(name, names)));
    }
}
