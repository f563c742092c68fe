/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench;

import dev.tern.bench.pattern.Pattern;
import dev.tern.bench.pattern.Setup;
import dev.tern.bench.table.Report;
import dev.tern.bench.table.Sample;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

/** Runs a benchmark on all ranks of a communicator and prints its table on rank 0. */
final class Runner {
    private static final int ROOT = 0;

    /**
     * All sizes are run in turn before the first one is timed, and more than once: code that was compiled for small
     * messages alone is thrown away and compiled again when the first large one takes another branch.
     */
    private static final int JIT_PASSES = 2;

    /** Rounds between two looks at the clock during that; enough to make looking cheap. */
    private static final int JIT_ROUNDS = 1024;

    private final Comm comm;
    private final int rank;
    private final Settings settings;
    private final Pattern pattern;
    private final Report report;
    private final PrintStream out;
    private final Neighbours neighbours;
    private final int[] decision = new int[1];
    private int round;
    private boolean valid = true;

    Runner(Comm comm, Settings settings, PrintStream out) throws MPIException, UsageException {
        this.comm = comm;
        this.settings = settings;
        this.out = out;
        rank = comm.getRank();
        int pairs = settings.pairs(comm.getSize());
        report = Reports.of(settings, pairs);
        neighbours = settings.busyNeighbours() ? Neighbours.behind(comm, pairs) : Neighbours.none(comm);
        pattern = settings.benchmark()
                .pattern()
                .create(new Setup(
                        comm,
                        settings.kind(),
                        settings.sameBuffer(),
                        settings.sizes().getLast(),
                        settings.window(),
                        pairs,
                        settings.threads(),
                        settings.validate()));
    }

    /**
     * Runs all sizes.
     *
     * @return whether all data were right; the same on all ranks
     */
    boolean run() throws MPIException {
        compile();
        print(report.header());
        boolean allValid = true;
        for (int size : settings.sizes()) {
            Sample sample = measure(size);
            if (rank == ROOT) {
                print(List.of(report.row(sample)));
            }
            allValid &= sample.valid();
        }
        pattern.free();
        return agree(allValid);
    }

    private void print(List<String> lines) {
        if (rank == ROOT) {
            lines.forEach(out::println);
            out.flush();
        }
    }

    /** Runs all sizes until the JIT has compiled what they use. */
    private void compile() throws MPIException {
        List<Integer> sizes = settings.sizes();
        double share = settings.jitSeconds() / (JIT_PASSES * sizes.size());
        for (int pass = 0; pass < JIT_PASSES && share > 0; pass++) {
            for (int size : sizes) {
                pattern.select(size);
                spend(size, share);
                summarise(size, 1, 1, true);
            }
        }
    }

    private void spend(int size, double seconds) throws MPIException {
        double end = MPI.wtime() + seconds;
        int rounds = 1;
        do {
            comm.barrier();
            pattern.run(size, rounds);
            rounds = Math.min(2 * rounds, JIT_ROUNDS);
        } while (agree(MPI.wtime() < end));
    }

    private Sample measure(int size) throws MPIException {
        pattern.select(size);
        round = 0;
        valid = true;
        int rounds = warmUp(size);
        double elapsed = run(size, rounds);
        return summarise(size, rounds, elapsed, valid);
    }

    /** Runs the rounds before the timed ones; returns how many timed ones there will be, the same on all ranks. */
    private int warmUp(int size) throws MPIException {
        int warmUp = settings.schedule().warmUp(size);
        int rounds = settings.schedule().rounds(size);
        if (warmUp == 0) {
            return rounds;
        }
        int done = 0;
        double spent = 0;
        double each;
        do {
            int batch = Math.min(done + 1, warmUp - done);
            double start = MPI.wtime();
            run(size, batch);
            double took = MPI.wtime() - start;
            each = took / batch;
            spent += took;
            done += batch;
        } while (agree(done < warmUp && settings.limit().allowsWarmUp(spent)));
        return agree(settings.limit().rounds(rounds, each));
    }

    /** Runs some rounds of a size; returns the seconds they took. */
    private double run(int size, int rounds) throws MPIException {
        if (settings.validate()) {
            return validated(size, rounds);
        }
        comm.barrier();
        double elapsed = neighbours.run(pattern, size, rounds);
        comm.barrier();
        return elapsed;
    }

    private double validated(int size, int rounds) throws MPIException {
        double elapsed = 0;
        for (int end = round + rounds; round < end; round++) {
            pattern.prepare(size, round);
            comm.barrier();
            elapsed += neighbours.run(pattern, size, 1);
            Optional<String> wrong = pattern.verify(size, round);
            if (wrong.isPresent() && valid) {
                System.err.printf(
                        "%s: rank %d, %d bytes, round %d: %s%n",
                        settings.benchmark().name(), rank, size, round, wrong.get());
            }
            valid &= wrong.isEmpty();
        }
        return elapsed;
    }

    /** Brings the times of all ranks together; only on rank 0 the sample is complete. */
    private Sample summarise(int size, int rounds, double elapsed, boolean right) throws MPIException {
        boolean timed = pattern.timed();
        double[] sums = {timed ? elapsed : 0, timed ? 1 : 0, right ? 0 : 1};
        double[] min = {timed ? elapsed : Double.POSITIVE_INFINITY};
        double[] max = {timed ? elapsed : 0};
        double[] allSums = new double[sums.length];
        double[] allMin = new double[1];
        double[] allMax = new double[1];
        comm.reduce(sums, allSums, sums.length, MPI.DOUBLE, MPI.SUM, ROOT);
        comm.reduce(min, allMin, 1, MPI.DOUBLE, MPI.MIN, ROOT);
        comm.reduce(max, allMax, 1, MPI.DOUBLE, MPI.MAX, ROOT);
        return new Sample(
                size, rounds, pattern.messages(), allSums[0] / allSums[1], allMin[0], allMax[0], allSums[2] == 0);
    }

    /** What rank 0 says, on all ranks. */
    private boolean agree(boolean mine) throws MPIException {
        return agree(mine ? 1 : 0) != 0;
    }

    private int agree(int mine) throws MPIException {
        decision[0] = mine;
        comm.bcast(decision, 1, MPI.INT, ROOT);
        return decision[0];
    }
}
