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
    private final byte[] flag = new byte[1];

    Runner(Comm comm, Settings settings, PrintStream out) throws MPIException, UsageException {
        this.comm = comm;
        this.settings = settings;
        this.out = out;
        rank = comm.getRank();
        int pairs = settings.pairs(comm.getSize());
        report = Reports.of(settings, pairs);
        pattern = settings.benchmark()
                .pattern()
                .create(new Setup(
                        comm,
                        settings.kind(),
                        settings.sizes().getLast(),
                        settings.window(),
                        pairs,
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
        boolean valid = true;
        for (int size : settings.sizes()) {
            pattern.select(size);
            Sample sample = settings.validate() ? validated(size) : measured(size);
            if (rank == ROOT) {
                print(List.of(report.row(sample)));
            }
            valid &= sample.valid();
        }
        return agree(valid);
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

    private Sample measured(int size) throws MPIException {
        int rounds = settings.schedule().rounds(size);
        comm.barrier();
        pattern.run(size, settings.schedule().warmUp(size));
        comm.barrier();
        double elapsed = pattern.run(size, rounds);
        comm.barrier();
        return summarise(size, rounds, elapsed, true);
    }

    private Sample validated(int size) throws MPIException {
        int rounds = settings.schedule().rounds(size);
        int warmUp = settings.schedule().warmUp(size);
        double elapsed = 0;
        boolean valid = true;
        for (int round = 0; round < warmUp + rounds; round++) {
            pattern.prepare(size, round);
            comm.barrier();
            double seconds = pattern.run(size, 1);
            Optional<String> wrong = pattern.verify(size, round);
            if (wrong.isPresent() && valid) {
                System.err.printf(
                        "%s: rank %d, %d bytes, round %d: %s%n",
                        settings.benchmark().name(), rank, size, round, wrong.get());
            }
            valid &= wrong.isEmpty();
            elapsed += round < warmUp ? 0 : seconds;
        }
        return summarise(size, rounds, elapsed, valid);
    }

    /** Brings the times of all ranks together; only on rank 0 the sample is complete. */
    private Sample summarise(int size, int rounds, double elapsed, boolean valid) throws MPIException {
        boolean timed = pattern.timed();
        double[] sums = {timed ? elapsed : 0, timed ? 1 : 0, valid ? 0 : 1};
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
        flag[0] = (byte) (mine ? 1 : 0);
        comm.bcast(flag, 1, MPI.BYTE, ROOT);
        return flag[0] != 0;
    }
}
