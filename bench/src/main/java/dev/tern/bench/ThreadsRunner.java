/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench;

import dev.tern.bench.pattern.Pattern;
import dev.tern.bench.pattern.Setup;
import dev.tern.bench.table.ThreadSample;
import dev.tern.bench.table.ThreadsReport;
import dev.tern.bench.thread.Channels;
import dev.tern.bench.thread.Latencies;
import dev.tern.bench.thread.Team;
import dev.tern.bench.thread.ThreadPlan;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

/** Runs the benchmark threads: each number of threads and each size in turn, for some time, and prints what rank 0 saw. */
final class ThreadsRunner {
    private static final int ROOT = 0;
    private static final double P99 = 0.99;

    /** The share of the time of a row that is run before it, untimed. */
    private static final double WARM_UP = 0.25;

    private final Comm comm;
    private final Settings settings;
    private final ThreadPlan plan;
    private final PrintStream out;
    private final boolean prints;
    private final boolean recording;
    private final Channels channels;
    private final List<Turns> turns = new ArrayList<>();
    private final ThreadsReport report;

    ThreadsRunner(Comm comm, Settings settings, PrintStream out) throws MPIException, UsageException {
        this.comm = comm;
        this.settings = settings;
        this.out = out;
        plan = settings.threads();
        int rank = comm.getRank();
        int ranks = comm.getSize();
        int pairs = settings.pairs(ranks);
        Mode mode = settings.mode(ranks);
        prints = rank == ROOT;
        recording = settings.full() && mode == Mode.PING_PONG;
        report = new ThreadsReport(
                settings.benchmark().title() + ": " + mode.label(),
                settings.digits(),
                settings.full(),
                recording,
                settings.beside());
        channels = new Channels(comm, plan.most(), plan.oneComm());
        Setup setup = new Setup(
                comm,
                settings.kind(),
                settings.sameBuffer(),
                settings.sizes().getLast(),
                settings.window(),
                pairs,
                plan,
                false);
        for (int i = 0; i < plan.most(); i++) {
            Latencies latencies = new Latencies();
            Optional<Latencies> recorded = recording ? Optional.of(latencies) : Optional.empty();
            Pattern pattern = mode.pattern().create(setup.on(channels.comm(i), channels.tag(i), recorded));
            int partner = mode == Mode.PROC_NULL ? MPI.PROC_NULL : 1 - rank;
            turns.add(new Turns(pattern, channels.comm(i), channels.tag(i), partner, prints, latencies));
        }
    }

    /**
     * Runs all rows.
     *
     * @return whether nothing went wrong, which is always so
     */
    boolean run() throws MPIException {
        compile();
        print(report.header());
        for (int threads : plan.counts()) {
            for (int size : settings.sizes()) {
                ThreadSample sample = measure(threads, size);
                print(List.of(report.row(sample)));
            }
        }
        channels.free();
        return true;
    }

    private void print(List<String> lines) {
        if (prints) {
            lines.forEach(out::println);
            out.flush();
        }
    }

    /** Runs all rows until the JIT has compiled what they use. */
    private void compile() throws MPIException {
        double share = settings.jitSeconds() / plan.counts().size();
        if (share > 0) {
            for (int threads : plan.counts()) {
                run(threads, settings.sizes().getLast(), share, Integer.MAX_VALUE);
            }
        }
    }

    private ThreadSample measure(int threads, int size) throws MPIException {
        double seconds = settings.limit().seconds();
        int rounds = settings.schedule().rounds(size);
        run(threads, size, seconds * WARM_UP, Math.min(settings.schedule().warmUp(size), rounds));
        run(threads, size, seconds, rounds);
        return summarise(threads, size);
    }

    private void run(int threads, int size, double seconds, int rounds) throws MPIException {
        List<Turns> chosen = turns.subList(0, threads);
        for (Turns turn : chosen) {
            turn.select(size);
        }
        Team team = new Team(comm, plan.kind(), threads);
        team.run(thread -> chosen.get(thread).run(size, team.begun() + seconds, rounds));
    }

    private ThreadSample summarise(int threads, int size) {
        double begin = Double.POSITIVE_INFINITY;
        double end = 0;
        double busy = 0;
        double slowest = Double.POSITIVE_INFINITY;
        double fastest = 0;
        long messages = 0;
        Latencies all = new Latencies();
        for (Turns turn : turns.subList(0, threads)) {
            Turns.Result result = turn.result();
            begin = Math.min(begin, result.begin());
            end = Math.max(end, result.end());
            busy += result.seconds();
            messages += result.messages();
            slowest = Math.min(slowest, result.rate());
            fastest = Math.max(fastest, result.rate());
            all.add(turn.latencies());
        }
        return new ThreadSample(
                threads, size, messages, end - begin, busy, slowest, fastest, recording ? all.quantile(P99) : 0);
    }
}
