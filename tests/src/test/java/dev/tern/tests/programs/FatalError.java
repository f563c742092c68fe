/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests.programs;

import mpi.Comm;
import mpi.MPI;

/** One rank makes an error under the default handler; the others wait for a message that will not come. */
public final class FatalError {
    private FatalError() {}

    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        Comm comm = MPI.COMM_WORLD;
        int[] data = new int[4];
        if (comm.getRank() == 1) {
            switch (args[0]) {
                case "rank" -> comm.send(data, 1, MPI.INT, 99, 0);
                case "tag" -> comm.send(data, 1, MPI.INT, 0, -9);
                case "count" -> comm.recv(data, -2, MPI.INT, 0, 0);
                case "buffer" -> comm.send(data, 5, MPI.INT, 0, 0);
                case "type" -> comm.send("text", 1, MPI.INT, 0, 0);
                case "truncate" -> {
                    comm.iSend(new int[9], 9, MPI.INT, 1, 3);
                    comm.recv(data, 4, MPI.INT, 1, 3);
                }
                case "freed" -> {
                    Comm freed = MPI.COMM_SELF.dup();
                    freed.free();
                    freed.barrier();
                }
                default -> throw new IllegalArgumentException(args[0]);
            }
            System.out.println("still there");
        }
        comm.recv(data, 1, MPI.INT, MPI.ANY_SOURCE, 0);
        MPI.Finalize();
    }
}
