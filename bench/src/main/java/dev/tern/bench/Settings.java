/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench;

import dev.tern.bench.Benchmark.Knob;
import dev.tern.bench.netpipe.Curve;
import dev.tern.bench.netpipe.Plan;
import dev.tern.bench.pattern.DataKind;
import dev.tern.bench.table.Published;
import dev.tern.bench.thread.ThreadPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A benchmark and everything that was decided about its run, before the number of ranks is known.
 *
 * @param benchmark the benchmark
 * @param sizes the message sizes in bytes, ascending
 * @param schedule how often each size is run
 * @param limit how long each size may take
 * @param window messages under way at once
 * @param pairs pairs of ranks; empty for as many as there can be
 * @param threads the threads of each rank
 * @param sweep what NetPIPE runs; empty for all other benchmarks
 * @param mode what each thread does, where that can be chosen; empty for what the number of ranks allows
 * @param kind what messages lie in
 * @param sameBuffer whether a message is received into the buffer that the last one was sent from
 * @param busyNeighbours whether all ranks but one pair compute
 * @param validate whether the data are verified
 * @param full whether the further columns are printed
 * @param beside a published table to print beside
 * @param jitSeconds how long all sizes are run before the first one is timed
 * @param digits decimals of the figures
 */
public record Settings(
        Benchmark benchmark,
        List<Integer> sizes,
        Schedule schedule,
        TimeLimit limit,
        int window,
        OptionalInt pairs,
        ThreadPlan threads,
        Optional<Plan> sweep,
        Optional<Mode> mode,
        DataKind kind,
        boolean sameBuffer,
        boolean busyNeighbours,
        boolean validate,
        boolean full,
        Optional<Published> beside,
        double jitSeconds,
        int digits) {
    private static final int WINDOW = 64;
    private static final double MAX_SECONDS = 2;
    private static final int MAX_DIGITS = 9;
    private static final int LEAST_WITH_NEIGHBOURS = 3;

    /**
     * Completes the options with the defaults of the benchmark.
     *
     * @param options what the user gave
     * @return the settings
     * @throws UsageException when the benchmark does not exist, or does not have such an option or value
     */
    public static Settings of(BenchOptions options) throws UsageException {
        if (options.name == null) {
            throw new UsageException("which benchmark? --list shows all");
        }
        if (Program.find(options.name).isPresent()) {
            throw new UsageException(options.name + " has no options");
        }
        Benchmark benchmark = Benchmarks.find(options.name);
        for (var option : options.given().entrySet()) {
            if (option.getValue() && !benchmark.knobs().contains(option.getKey())) {
                throw refuse(benchmark, option.getKey());
            }
        }
        require("-i", options.rounds, 1);
        require("-x", options.warmUp, 0);
        require("-W", options.window, 1);
        boolean sweeps = benchmark.figures() == Benchmark.Figures.NETPIPE;
        require("-p", options.pairs, sweeps ? 0 : 1);
        if (options.digits < 0 || options.digits > MAX_DIGITS) {
            throw new UsageException("-d %d: must be from 0 to %d".formatted(options.digits, MAX_DIGITS));
        }
        if (!(options.jitSeconds >= 0)) {
            throw new UsageException("--jit-warmup must not be negative");
        }
        if (options.maxSeconds != null && !(options.maxSeconds > 0)) {
            throw new UsageException("--max-time must be positive");
        }
        if (options.sameBuffer && options.validate) {
            throw new UsageException("--same-buffer does not go with -c: what should come back is there before");
        }
        Optional<Plan> sweep = sweeps ? Optional.of(Sweeps.plan(options)) : Optional.empty();
        return new Settings(
                benchmark,
                sweep.isPresent() ? sizes(sweep.get()) : sizes(benchmark, options.sizes),
                schedule(isTimed(options) ? Schedule.UNTIL_TIME_IS_UP : benchmark.schedule(), options),
                limit(options),
                options.window == null ? WINDOW : options.window,
                options.pairs == null || sweeps ? OptionalInt.empty() : OptionalInt.of(options.pairs),
                Threads.plan(benchmark, options),
                sweep,
                Optional.ofNullable(options.mode),
                options.kind,
                options.sameBuffer,
                options.busyNeighbours,
                options.validate,
                options.full,
                options.beside == null ? Optional.empty() : Optional.of(beside(benchmark.name(), options.beside)),
                options.jitSeconds,
                options.digits);
    }

    private static UsageException refuse(Benchmark benchmark, Knob knob) {
        List<String> has = benchmark.knobs().stream().map(Knob::option).sorted().toList();
        return new UsageException("%s has no option %s; it has -i -x -a %s"
                .formatted(benchmark.name(), knob.option(), String.join(" ", has)));
    }

    private static void require(String option, Integer value, int least) throws UsageException {
        if (value != null && value < least) {
            throw new UsageException("%s %d: must be at least %d".formatted(option, value, least));
        }
    }

    private static List<Integer> sizes(Plan sweep) {
        return sweep.curve().points().stream().map(Curve.Point::size).toList();
    }

    private static List<Integer> sizes(Benchmark benchmark, String text) throws UsageException {
        SizeRange range = text == null ? benchmark.sizes() : SizeRange.parse(text, benchmark.sizes());
        List<Integer> sizes = range.sizes(benchmark.unit());
        if (sizes.isEmpty()) {
            throw new UsageException("-m %s: no multiple of %d bytes lies in this range, and %s has no other sizes"
                    .formatted(text, benchmark.unit(), benchmark.name()));
        }
        return sizes;
    }

    /**
     * Whether time alone decides how many rounds there are; among busy neighbours the original's are over before the cores
     * have changed hands often enough.
     */
    private static boolean isTimed(BenchOptions options) {
        return options.busyNeighbours && options.rounds == null && options.warmUp == null;
    }

    private static Schedule schedule(Schedule defaults, BenchOptions options) {
        return new Schedule() {
            @Override
            public int rounds(int size) {
                return options.rounds == null ? defaults.rounds(size) : options.rounds;
            }

            @Override
            public int warmUp(int size) {
                return options.warmUp == null ? defaults.warmUp(size) : options.warmUp;
            }
        };
    }

    private static TimeLimit limit(BenchOptions options) {
        if (options.rounds != null) {
            return TimeLimit.NONE;
        }
        return new TimeLimit(options.maxSeconds == null ? MAX_SECONDS : options.maxSeconds);
    }

    private static Published beside(String benchmark, String text) throws UsageException {
        Optional<Published> found = Published.find(benchmark, text);
        if (found.isPresent()) {
            return found.get();
        }
        List<String> names = new ArrayList<>(Published.names(benchmark));
        if (names.isEmpty()) {
            throw new UsageException("--beside %s: there is no published table of %s".formatted(text, benchmark));
        }
        Published.names(benchmark).forEach(name -> names.add(Published.label(name)));
        throw new UsageException("--beside %s: no published table of %s has this name: did you mean %s?"
                .formatted(text, benchmark, Names.nearest(text, names)));
    }

    /** What each thread does on a number of ranks. */
    Mode mode(int ranks) {
        return mode.orElse(ranks == 1 ? Mode.PROC_NULL : Mode.PING_PONG);
    }

    /**
     * The number of pairs on a number of ranks.
     *
     * @param ranks size of the communicator
     * @return how many pairs exchange messages
     * @throws UsageException when the benchmark does not run on this number of ranks
     */
    public int pairs(int ranks) throws UsageException {
        if (busyNeighbours) {
            if (ranks < LEAST_WITH_NEIGHBOURS) {
                throw new UsageException(
                        "--busy-neighbours needs at least %d ranks and was started on %d: try mpirun -n %d"
                                .formatted(LEAST_WITH_NEIGHBOURS, ranks, LEAST_WITH_NEIGHBOURS + 1));
            }
            return 1;
        }
        if (mode.isPresent()) {
            String name = benchmark.name() + " --mode " + mode.get().label();
            mode.get().ranks().check(name, ranks);
        }
        benchmark.ranks().check(benchmark.name(), ranks);
        int most = ranks / 2;
        if (pairs.orElse(most) > most) {
            throw new UsageException("-p %d: needs %d ranks and was started on %d"
                    .formatted(pairs.getAsInt(), 2L * pairs.getAsInt(), ranks));
        }
        return pairs.orElse(most);
    }
}
