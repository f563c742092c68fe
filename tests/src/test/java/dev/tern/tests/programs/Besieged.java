/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests.programs;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/**
 * Every rank exchanges messages of all lengths with every other, round after round, while somebody knocks at its port. Prints
 * "ready" when all are connected, and goes on until a file appears. Arguments: name of the file.
 */
public final class Besieged {
    private static final int MOST = 1 << 20;

    private Besieged() {}

    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.getRank();
        int size = MPI.COMM_WORLD.getSize();
        var end = Path.of(args[0]);
        var lengths = new Random(1);
        boolean[] over = new boolean[1];
        long rounds = 0;
        while (!over[0]) {
            int length = lengths.nextInt(4) == 0 ? lengths.nextInt(MOST) : lengths.nextInt(2000);
            exchange(rank, size, length, rounds);
            if (rounds++ == 0 && rank == 0) {
                System.out.println("ready");
            }
            over[0] = rank == 0 && Files.exists(end);
            MPI.COMM_WORLD.bcast(over, 1, MPI.BOOLEAN, 0);
        }
        long memory = Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
        Check.that(memory < 400L << 20, "memory is bounded: " + memory);
        if (rank == 0) {
            System.out.println(rounds + " rounds were right");
        }
        MPI.Finalize();
    }

    private static void exchange(int rank, int size, int length, long round) throws MPIException {
        Request[] requests = new Request[2 * size];
        byte[][] in = new byte[size][length];
        for (int peer = 0; peer < size; peer++) {
            requests[peer] = MPI.COMM_WORLD.iRecv(in[peer], length, MPI.BYTE, peer, 0);
        }
        for (int peer = 0; peer < size; peer++) {
            requests[size + peer] = MPI.COMM_WORLD.iSend(content(rank, peer, length, round), length, MPI.BYTE, peer, 0);
        }
        Request.waitAll(requests);
        for (int peer = 0; peer < size; peer++) {
            Check.that(
                    Arrays.equals(in[peer], content(peer, rank, length, round)),
                    length + " bytes from rank " + peer + " in round " + round);
        }
    }

    private static byte[] content(int from, int to, int length, long round) {
        byte[] bytes = new byte[length];
        new Random(1000L * round + 10 * from + to).nextBytes(bytes);
        return bytes;
    }
}
