/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests.programs;

import java.nio.ByteBuffer;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/**
 * Three ranks that never end, so that one of them can be killed in the middle of a protocol. Rank 0 sends to rank 1, and rank
 * 2 waits for rank 0. Arguments: the protocol; or {@code init} or {@code finalize}, and the rank that the others wait for
 * there.
 */
public final class Protocols {
    private static final int TAG = 3;
    private static final int SHORT = 64;
    private static final int LONG = 1 << 20;
    private static final int MESSAGES_BEFORE_WORD = 20;

    private Protocols() {}

    public static void main(String[] args) throws Exception {
        int late = args.length > 1 ? Integer.parseInt(args[1]) : -1;
        // Known before Init: mpirun and Hydra tell it in ways of their own.
        int rank = Integer.parseInt(System.getenv().getOrDefault("OMPI_COMM_WORLD_RANK", System.getenv("PMI_ID")));
        System.out.println("rank " + rank + " pid " + ProcessHandle.current().pid());
        if (args[0].equals("init") && rank == late) {
            Thread.sleep(Long.MAX_VALUE);
        }
        MPI.Init(args);
        Intracomm comm = MPI.COMM_WORLD;
        switch (args[0]) {
            case "eager" -> stream(comm, new byte[SHORT], SHORT);
            case "array" -> stream(comm, new byte[LONG], LONG);
            case "direct" -> stream(comm, ByteBuffer.allocateDirect(LONG), LONG);
            case "library" -> stream(comm, MPI.newByteBuffer(LONG), LONG);
            case "synchronous" -> synchronous(comm);
            case "collective" -> collective(comm);
            case "finalize" -> {
                if (comm.getRank() == late) {
                    sayThatItIsOnItsWay(MESSAGES_BEFORE_WORD);
                    Thread.sleep(Long.MAX_VALUE);
                }
                MPI.Finalize();
            }
            default -> throw new IllegalArgumentException(args[0]);
        }
        System.out.println("rank " + comm.getRank() + " has not been stopped");
    }

    private static void stream(Intracomm comm, Object buffer, int length) throws MPIException {
        switch (comm.getRank()) {
            case 0 -> {
                for (long messages = 1; ; messages++) {
                    comm.send(buffer, length, MPI.BYTE, 1, TAG);
                    sayThatItIsOnItsWay(messages);
                }
            }
            case 1 -> {
                while (true) {
                    comm.recv(buffer, length, MPI.BYTE, 0, TAG);
                }
            }
            default -> comm.recv(new byte[1], 1, MPI.BYTE, 0, TAG);
        }
    }

    private static void synchronous(Intracomm comm) throws MPIException {
        byte[] buffer = new byte[SHORT];
        switch (comm.getRank()) {
            case 0 -> {
                for (long messages = 1; ; messages++) {
                    comm.sSend(buffer, SHORT, MPI.BYTE, 1, TAG);
                    sayThatItIsOnItsWay(messages);
                }
            }
            case 1 -> {
                while (true) {
                    comm.recv(buffer, SHORT, MPI.BYTE, 0, TAG);
                }
            }
            default -> comm.probe(0, TAG);
        }
    }

    private static void collective(Intracomm comm) throws MPIException {
        long[] numbers = new long[LONG / Long.BYTES];
        for (long calls = 1; ; calls++) {
            comm.allReduce(numbers, 1, MPI.LONG, MPI.SUM);
            comm.bcast(numbers, numbers.length, MPI.LONG, (int) (calls % comm.getSize()));
            comm.barrier();
            if (comm.getRank() == 0) {
                sayThatItIsOnItsWay(calls);
            }
        }
    }

    private static void sayThatItIsOnItsWay(long messages) {
        if (messages == MESSAGES_BEFORE_WORD) {
            System.out.println("on its way");
        }
    }
}
