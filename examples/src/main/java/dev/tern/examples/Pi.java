/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.examples;

import mpi.MPI;
import mpi.MPIException;

/**
 * Computes pi as the area below 4 / (1 + x²) from 0 to 1: every rank takes a share of the strips, and one collective call
 * adds up what they found.
 *
 * <p>Arguments: [strips], by default 10000000.
 */
public final class Pi {
    private Pi() {}

    public static void main(String[] args) throws MPIException {
        args = MPI.Init(args);
        long strips = args.length > 0 ? Long.parseLong(args[0]) : 10_000_000;
        int rank = MPI.COMM_WORLD.getRank();
        int size = MPI.COMM_WORLD.getSize();

        double width = 1.0 / strips;
        double sum = 0;
        for (long strip = rank; strip < strips; strip += size) {
            double x = (strip + 0.5) * width;
            sum += 4 / (1 + x * x);
        }

        double[] mine = {sum * width};
        double[] pi = new double[1]; // only rank 0 gets the result
        MPI.COMM_WORLD.reduce(mine, pi, 1, MPI.DOUBLE, MPI.SUM, 0);

        if (rank == 0) {
            System.out.printf("pi is about %.12f, error %.1e%n", pi[0], Math.abs(pi[0] - Math.PI));
        }
        MPI.Finalize();
    }
}
