/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests.programs;

import java.util.concurrent.CountDownLatch;
import mpi.Comm;
import mpi.MPI;
import mpi.Request;

/**
 * Rank 1 leaves the job in a way that is not foreseen, while the others wait for it. Arguments: how it leaves, how the
 * others wait.
 */
public final class Misbehaving {
    private Misbehaving() {}

    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        Comm comm = MPI.COMM_WORLD;
        int rank = comm.getRank();
        System.out.println("rank " + rank + " pid " + ProcessHandle.current().pid());
        if (args[0].equals("nobody")) {
            return;
        }
        if (rank == 1) {
            leave(args[0]);
            return;
        }
        switch (args[1]) {
            case "recv" -> comm.recv(new int[1], 1, MPI.INT, 1, 7);
            case "any" -> comm.recv(new int[1], 1, MPI.INT, MPI.ANY_SOURCE, 7);
            case "send" -> comm.send(new int[1_000_000], 1_000_000, MPI.INT, 1, 7);
            case "probe" -> comm.probe(1, 7);
            case "waitAny" -> Request.waitAny(new Request[] {null, comm.iRecv(new int[1], 1, MPI.INT, 1, 7)});
            case "pending" -> {
                comm.iSend(new int[1_000_000], 1_000_000, MPI.INT, 1, 7);
                MPI.Finalize();
            }
            case "barrier" -> comm.barrier();
            case "finalize" -> MPI.Finalize();
            case "sleep" -> Thread.sleep(Long.MAX_VALUE);
            default -> throw new IllegalArgumentException(args[1]);
        }
        System.out.println("rank " + rank + " has not been stopped");
    }

    private static void leave(String how) throws Exception {
        switch (how) {
            case "return" -> System.out.println("rank 1 returns");
            case "exit0" -> System.exit(0);
            case "exit3" -> System.exit(3);
            case "halt4" -> Runtime.getRuntime().halt(4);
            case "abort5" -> MPI.COMM_WORLD.abort(5);
            case "throw" -> {
                startThreadThatNeverEnds();
                throw new IllegalStateException("thrown on purpose");
            }
            case "overflow" -> overflow(1);
            case "wait" -> new CountDownLatch(1).await();
            default -> throw new IllegalArgumentException(how);
        }
    }

    /** Without it the exception would end the process in any case. */
    private static void startThreadThatNeverEnds() {
        Thread thread = new Thread(() -> {
            while (true) {
                try {
                    Thread.sleep(Long.MAX_VALUE);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        });
        thread.start();
    }

    private static int overflow(int depth) {
        return depth == 0 ? 0 : overflow(depth + 1) + 1;
    }
}
