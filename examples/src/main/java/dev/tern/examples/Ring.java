/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.examples;

import mpi.MPI;
import mpi.MPIException;

/**
 * A token goes round the ring of all ranks, and every rank adds its own number to it: sending and receiving.
 *
 * <p>Arguments: [laps], by default 1000.
 */
public final class Ring {
    private static final int TOKEN = 7; // a tag tells this kind of message from others

    private Ring() {}

    public static void main(String[] args) throws MPIException {
        args = MPI.Init(args);
        int laps = args.length > 0 ? Integer.parseInt(args[0]) : 1000;
        int rank = MPI.COMM_WORLD.getRank();
        int size = MPI.COMM_WORLD.getSize();
        int left = (rank + size - 1) % size;
        int right = (rank + 1) % size;

        long[] token = {0};
        MPI.COMM_WORLD.barrier(); // start the clock when everybody is there
        double start = MPI.wtime();
        for (int lap = 0; lap < laps && size > 1; lap++) {
            if (rank == 0) {
                MPI.COMM_WORLD.send(token, 1, MPI.LONG, right, TOKEN);
                MPI.COMM_WORLD.recv(token, 1, MPI.LONG, left, TOKEN);
            } else {
                MPI.COMM_WORLD.recv(token, 1, MPI.LONG, left, TOKEN);
                token[0] += rank;
                MPI.COMM_WORLD.send(token, 1, MPI.LONG, right, TOKEN);
            }
        }
        double seconds = MPI.wtime() - start;

        if (rank == 0) {
            long expected = (long) laps * size * (size - 1) / 2;
            System.out.println(laps + " laps through " + size + " ranks: token " + token[0] + ", expected " + expected);
            System.out.printf("%.2f microseconds from rank to rank%n", 1e6 * seconds / Math.max(1, laps * size));
        }
        MPI.Finalize();
    }
}
