/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench;

import dev.tern.bench.pattern.Pattern;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

/**
 * The ranks from a first one on, which compute without pause while the others run a pattern: where there are fewer cores
 * than ranks they keep the cores from those.
 */
final class Neighbours {
    private static final int ROOT = 0;
    private static final int STOP = 9; // tag of the message that ends their work
    private static final int STEPS = 1000; // between two looks at the clock

    /**
     * Seconds between two looks for that message. They are few, since a call of MPI may give the core to another rank.
     */
    private static final double LOOK = 0.01;

    private final Comm comm;
    private final int rank;
    private final int ranks;
    private final int first;
    private final byte[] nothing = new byte[0];
    private double state = 1;

    private Neighbours(Comm comm, int first) throws MPIException {
        this.comm = comm;
        this.first = first;
        rank = comm.getRank();
        ranks = comm.getSize();
    }

    /** All ranks behind the pairs. */
    static Neighbours behind(Comm comm, int pairs) throws MPIException {
        return new Neighbours(comm, 2 * pairs);
    }

    /** No ranks. */
    static Neighbours none(Comm comm) throws MPIException {
        return new Neighbours(comm, comm.getSize());
    }

    /** Runs a pattern, or computes as long as rank 0 does so; returns the seconds of the pattern. */
    double run(Pattern pattern, int size, int rounds) throws MPIException {
        if (rank >= first) {
            computeUntilStopped();
            return 0;
        }
        double elapsed = pattern.run(size, rounds);
        if (rank == ROOT) {
            for (int neighbour = first; neighbour < ranks; neighbour++) {
                comm.send(nothing, 0, MPI.BYTE, neighbour, STOP);
            }
        }
        return elapsed;
    }

    private void computeUntilStopped() throws MPIException {
        do {
            compute(MPI.wtime() + LOOK);
        } while (comm.iProbe(ROOT, STOP) == null);
        comm.recv(nothing, 0, MPI.BYTE, ROOT, STOP);
    }

    private void compute(double end) throws MPIException {
        do {
            for (int i = 0; i < STEPS; i++) {
                state = state * 1.000_000_1 + 1e-9;
            }
        } while (MPI.wtime() < end);
    }
}
