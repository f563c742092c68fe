/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench;

import dev.tern.bench.pattern.Pattern;
import java.util.concurrent.locks.LockSupport;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

/**
 * The ranks from a first one on, which do something else while the others run a pattern. If they compute without pause, and
 * there are fewer cores than ranks, they keep the cores from those; if they sleep, they are only connected to those.
 */
final class Neighbours {
    private static final int ROOT = 0;
    private static final int STOP = 9; // tag of the message that ends their work
    private static final int MEET = 10;
    private static final int STEPS = 1000; // between two looks at the clock

    /**
     * Seconds between two looks for that message. They are few, since a call of MPI may give the core to another rank.
     */
    private static final double LOOK = 0.01;

    private static final double NANOS = 1e9;

    /** What they do. */
    public enum Kind {
        /** They compute without pause. */
        BUSY("--busy-neighbours"),
        /** They sleep. */
        SLEEPING("--sleeping-neighbours");

        private final String option;

        Kind(String option) {
            this.option = option;
        }

        /** The option that makes them do it. */
        String option() {
            return option;
        }
    }

    private final Comm comm;
    private final Kind kind;
    private final int rank;
    private final int ranks;
    private final int first;
    private final byte[] nothing = new byte[0];
    private double state = 1;

    private Neighbours(Comm comm, int first, Kind kind) throws MPIException {
        this.comm = comm;
        this.kind = kind;
        this.first = first;
        rank = comm.getRank();
        ranks = comm.getSize();
    }

    /** All ranks behind the pairs. */
    static Neighbours behind(Comm comm, int pairs, Kind kind) throws MPIException {
        return new Neighbours(comm, 2 * pairs, kind);
    }

    /** No ranks. */
    static Neighbours none(Comm comm) throws MPIException {
        return new Neighbours(comm, comm.getSize(), Kind.SLEEPING);
    }

    /** Connects each of them with each of the others, by a message to and from it. */
    void meet() throws MPIException {
        for (int neighbour = first; neighbour < ranks; neighbour++) {
            for (int other = 0; other < first; other++) {
                if (rank == neighbour || rank == other) {
                    int partner = rank == neighbour ? other : neighbour;
                    comm.sendRecv(nothing, 0, MPI.BYTE, partner, MEET, nothing, 0, MPI.BYTE, partner, MEET);
                }
            }
        }
    }

    /** Runs a pattern, or computes or sleeps as long as rank 0 does so; returns the seconds of the pattern. */
    double run(Pattern pattern, int size, int rounds) throws MPIException {
        if (rank >= first) {
            passUntilStopped();
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

    private void passUntilStopped() throws MPIException {
        do {
            if (kind == Kind.BUSY) {
                compute(MPI.wtime() + LOOK);
            } else {
                LockSupport.parkNanos((long) (LOOK * NANOS));
            }
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
