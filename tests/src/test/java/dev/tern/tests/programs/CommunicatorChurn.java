/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests.programs;

import java.util.ArrayList;
import java.util.List;
import mpi.Comm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/**
 * Many threads make and free communicators, each of a parent of its own, and use them so much that they get shared memory. What
 * one thread has freed another may get at once, and nobody else. Arguments: threads of each rank, rounds.
 */
public final class CommunicatorChurn {
    private static final int COLLECTIVES = 5;

    private CommunicatorChurn() {}

    public static void main(String[] args) throws Exception {
        Check.equal(MPI.THREAD_MULTIPLE, MPI.InitThread(args, MPI.THREAD_MULTIPLE), "level of threads");
        int count = Integer.parseInt(args[0]);
        int rounds = Integer.parseInt(args[1]);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int number = i;
            Intracomm parent = MPI.COMM_WORLD.dup();
            threads.add(Thread.ofPlatform()
                    .name("churn " + i)
                    .start(() -> runOrAbort(() -> churn(parent, number, rounds))));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        MPI.COMM_WORLD.barrier();
        if (MPI.COMM_WORLD.getRank() == 0) {
            System.out.println(count * rounds + " communicators: right");
        }
        MPI.Finalize();
    }

    private static void churn(Intracomm parent, int number, int rounds) throws MPIException {
        int rank = parent.getRank();
        for (int round = 0; round < rounds; round++) {
            Intracomm comm = switch (round % 4) {
                case 0 -> parent.split(0, -rank);
                case 1 -> parent.split(rank % 2, rank);
                case 2 -> parent.split(rank == 0 ? MPI.UNDEFINED : 0, rank);
                default -> parent.dup();
            };
            if (comm != null && !comm.isNull()) {
                use(comm, number, round);
                comm.free();
            }
        }
    }

    private static void use(Intracomm comm, int number, int round) throws MPIException {
        int size = comm.getSize();
        for (int i = 0; i < COLLECTIVES; i++) {
            long[] sum = {1000L * number + round + comm.getRank()};
            comm.allReduce(sum, 1, MPI.LONG, MPI.SUM);
            Check.that(
                    sum[0] == size * (1000L * number + round) + size * (size - 1L) / 2,
                    "sum %d in thread %d, round %d",
                    sum[0],
                    number,
                    round);
        }
        exchange(comm, 10_000 * number + round);
    }

    /** Two communicators with the same contexts would get each other's messages. */
    private static void exchange(Comm comm, int value) throws MPIException {
        int size = comm.getSize();
        int[] data = {value};
        comm.sendRecvReplace(
                data, 1, MPI.INT, (comm.getRank() + 1) % size, 1, (comm.getRank() + size - 1) % size, MPI.ANY_TAG);
        Check.that(data[0] == value, "a message with %d in place of %d", data[0], value);
    }

    private static void runOrAbort(Check.Call call) {
        try {
            call.run();
        } catch (Exception | Error e) {
            e.printStackTrace();
            try {
                MPI.COMM_WORLD.abort(1);
            } catch (MPIException abortFailed) {
                Runtime.getRuntime().halt(1);
            }
        }
    }
}
