/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests.programs;

import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/** Many ranks that all talk to all, by single messages and by collectives. */
public final class Crowd {
    private static final int ROUNDS = 5;

    private Crowd() {}

    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int me = world.getRank();
        int count = world.getSize();
        for (int round = 0; round < ROUNDS; round++) {
            allToAll(world, me, count, 1 + 100 * round);
            long[] sum = {me};
            world.allReduce(sum, 1, MPI.LONG, MPI.SUM);
            Check.that(sum[0] == (long) count * (count - 1) / 2, "sum %d", sum[0]);
        }
        fromAnybody(world, me, count);
        world.barrier();
        if (me == 0) {
            System.out.println("right");
        }
        MPI.Finalize();
    }

    private static void allToAll(Intracomm world, int me, int count, int each) throws MPIException {
        int[] out = new int[count * each];
        int[] in = new int[count * each];
        for (int i = 0; i < out.length; i++) {
            out[i] = me * 1_000_000 + i;
        }
        world.allToAll(out, each, MPI.INT, in, each, MPI.INT);
        for (int from = 0; from < count; from++) {
            for (int i = 0; i < each; i++) {
                Check.that(in[from * each + i] == from * 1_000_000 + me * each + i, "from %d, place %d", from, i);
            }
        }
    }

    /** Everybody sends to everybody at once, and takes what comes. */
    private static void fromAnybody(Intracomm world, int me, int count) throws MPIException {
        Request[] sends = new Request[count * ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            for (int to = 0; to < count; to++) {
                sends[round * count + to] = world.iSend(new int[] {round, me}, 2, MPI.INT, to, 7);
            }
        }
        int[] seen = new int[count];
        int[] message = new int[2];
        for (int i = 0; i < count * ROUNDS; i++) {
            int source = world.recv(message, 2, MPI.INT, MPI.ANY_SOURCE, 7).getSource();
            Check.that(message[1] == source && message[0] == seen[source]++, "order of rank %d", source);
        }
        Request.waitAll(sends);
    }
}
