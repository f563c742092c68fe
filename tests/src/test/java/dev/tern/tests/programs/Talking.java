/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests.programs;

import mpi.MPI;
import mpi.MPIException;

/** Each rank prints many lines, short and long, on both outputs. Argument: how many of each. */
public final class Talking {
    private Talking() {}

    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.getRank();
        String digit = String.valueOf(rank);
        for (int i = 0; i < Integer.parseInt(args[0]); i++) {
            System.out.println("out " + digit.repeat(i % 2 == 0 ? 20 : 9000) + " end");
            System.err.println("err " + digit.repeat(200) + " end");
        }
        MPI.Finalize();
        System.out.print("no newline from " + rank);
        System.out.flush();
    }
}
