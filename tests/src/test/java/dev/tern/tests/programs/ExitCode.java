/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests.programs;

import mpi.MPI;
import mpi.MPIException;

/** All goes well until after Finalize, when one rank has a verdict to tell by its exit code. */
public final class ExitCode {
    private ExitCode() {}

    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.getRank();
        MPI.Finalize();
        if (rank == 1) {
            System.exit(Integer.parseInt(args[0]));
        }
    }
}
