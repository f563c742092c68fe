/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests.programs;

import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** Prints for each rank the lowest rank that shares memory with it. */
public final class NodeMap {
    private NodeMap() {}

    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int[] lowest = {rank};
        world.splitType(Intracomm.TYPE_SHARED, 0, MPI.INFO_NULL).bcast(lowest, 1, MPI.INT, 0);
        int[] all = new int[world.getSize()];
        world.gather(lowest, 1, MPI.INT, all, 1, MPI.INT, 0);
        if (rank == 0) {
            StringBuilder line = new StringBuilder("nodes of");
            for (int first : all) {
                line.append(' ').append(first);
            }
            System.out.println(line);
        }
        MPI.Finalize();
    }
}
