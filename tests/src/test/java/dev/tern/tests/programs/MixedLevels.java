/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests.programs;

import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** Ranks whose levels of thread support differ make communicators together. Arguments: level of the even ranks, of the odd ranks. */
public final class MixedLevels {
    private static final int ROUNDS = 100;

    private MixedLevels() {}

    public static void main(String[] args) throws Exception {
        boolean odd = Integer.parseInt(System.getenv("OMPI_COMM_WORLD_RANK")) % 2 == 1;
        int level = Integer.parseInt(args[odd ? 1 : 0]);
        Check.equal(level, MPI.InitThread(args, level), "level of threads");
        Intracomm parent = MPI.COMM_WORLD.dup();
        for (int round = 0; round < ROUNDS; round++) {
            Intracomm comm = round % 2 == 0 ? parent.dup() : parent.split(0, -parent.getRank());
            use(comm);
            comm.free();
        }
        if (MPI.COMM_WORLD.getRank() == 0) {
            System.out.println("right");
        }
        MPI.Finalize();
    }

    private static void use(Intracomm comm) throws MPIException {
        int[] sum = {0};
        comm.allReduce(new int[] {comm.getRank()}, sum, 1, MPI.INT, MPI.SUM);
        Check.equal(comm.getSize() * (comm.getSize() - 1) / 2, sum[0], "sum");
        int[] got = {-1};
        int next = (comm.getRank() + 1) % comm.getSize();
        int before = (comm.getRank() + comm.getSize() - 1) % comm.getSize();
        comm.sendRecv(new int[] {comm.getRank()}, 1, MPI.INT, next, 1, got, 1, MPI.INT, before, 1);
        Check.equal(before, got[0], "neighbour");
    }
}
