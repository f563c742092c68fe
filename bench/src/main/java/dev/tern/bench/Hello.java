/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench;

import mpi.MPI;
import mpi.MPIException;

/** Starts, says hello and ends: what a launcher, a JVM and {@code MPI.Init} cost. */
public final class Hello {
    private Hello() {}

    /**
     * Says which rank this is.
     *
     * @param args not used
     * @throws MPIException when MPI fails
     */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        System.out.println("Hello from rank " + MPI.COMM_WORLD.getRank() + " of " + MPI.COMM_WORLD.getSize());
        MPI.Finalize();
    }
}
