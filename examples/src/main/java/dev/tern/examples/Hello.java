/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.examples;

import mpi.MPI;
import mpi.MPIException;

/** The smallest MPI program: every process says which one it is. */
public final class Hello {
    private Hello() {}

    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.getRank(); // 0, 1, 2, ...: which process am I?
        int size = MPI.COMM_WORLD.getSize(); // how many are there?
        System.out.println("Hello from rank " + rank + " of " + size + " on " + MPI.getProcessorName());
        MPI.Finalize();
    }
}
