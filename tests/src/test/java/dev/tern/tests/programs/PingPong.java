/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests.programs;

import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

/**
 * The first rank plays ping-pong with the first one of the second half, until the job is ended from outside. The others wait for
 * the player of their half, which never sends to them. For an even number of ranks.
 */
public final class PingPong {
    private static final int WARM_UP = 100;

    private PingPong() {}

    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Comm comm = MPI.COMM_WORLD;
        int rank = comm.getRank();
        int half = comm.getSize() / 2;
        int[] ball = new int[1];
        if (rank % half != 0) {
            comm.recv(ball, 1, MPI.INT, rank - rank % half, 1);
            throw new AssertionError("received what nobody has sent");
        }
        for (int round = 0; ; round++) {
            ball[0] = round;
            if (rank == 0) {
                comm.send(ball, 1, MPI.INT, half, 0);
            }
            comm.recv(ball, 1, MPI.INT, half - rank, 0);
            Check.equal(round, ball[0], "the ball");
            if (rank != 0) {
                comm.send(ball, 1, MPI.INT, 0, 0);
            } else if (round == WARM_UP) {
                System.out.println("playing");
            }
        }
    }
}
