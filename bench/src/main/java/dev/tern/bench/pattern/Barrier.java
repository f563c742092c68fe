/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.pattern;

import java.util.Optional;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

/** All ranks meet in a barrier; no data moves. */
public final class Barrier implements Pattern {
    private final Comm comm;

    /**
     * Makes this rank's part.
     *
     * @param setup what the pattern is built from
     */
    public Barrier(Setup setup) {
        comm = setup.comm();
    }

    @Override
    public double run(int size, int rounds) throws MPIException {
        double elapsed = 0;
        for (int i = 0; i < rounds; i++) {
            double start = MPI.wtime();
            comm.barrier();
            elapsed += MPI.wtime() - start;
        }
        return elapsed;
    }

    @Override
    public void prepare(int size, int round) {}

    @Override
    public Optional<String> verify(int size, int round) {
        return Optional.empty();
    }
}
