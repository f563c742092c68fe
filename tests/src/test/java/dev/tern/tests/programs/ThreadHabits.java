/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests.programs;

import mpi.Comm;
import mpi.Intracomm;
import mpi.MPI;

/** Init, communication and Finalize each in a thread of its own. Argument: the level of thread support. */
public final class ThreadHabits {
    private static final long HEAD_START_MILLIS = 200;

    private ThreadHabits() {}

    public static void main(String[] args) throws Exception {
        int level = Integer.parseInt(args[0]);
        inThread(() -> Check.equal(level, MPI.InitThread(args, level), "level of threads"));
        Check.that(!MPI.isThreadMain(), "this thread has not called Init");
        Check.equal(level, MPI.queryThread(), "level of threads");
        Comm comm = MPI.COMM_WORLD;
        int rank = comm.getRank();
        int other = comm.getSize() - 1 - rank;
        int[] data = {rank};
        inThread(() -> comm.sendRecvReplace(data, 1, MPI.INT, other, 1, other, 1));
        Check.equal(other, data[0], "what the other sent");
        if (level == MPI.THREAD_MULTIPLE) {
            manyAtOnce(comm, other);
            makeInOppositeOrders();
        }
        inThread(MPI::Finalize);
        if (rank == 0) {
            System.out.println("right");
        }
    }

    private static void manyAtOnce(Comm comm, int other) throws Exception {
        Thread[] threads = new Thread[4];
        Throwable[] failure = new Throwable[threads.length];
        for (int i = 0; i < threads.length; i++) {
            int tag = 10 + i;
            int number = i;
            threads[i] = Thread.ofPlatform().start(() -> {
                try {
                    exchangeMany(comm, other, tag);
                } catch (Throwable e) {
                    failure[number] = e;
                }
            });
        }
        for (int i = 0; i < threads.length; i++) {
            threads[i].join();
            Check.equal(null, failure[i], "failure of thread " + i);
        }
    }

    /** Rank 0 makes two communicators in two threads, the others one after the other: either may be first. */
    private static void makeInOppositeOrders() throws Exception {
        Intracomm first = MPI.COMM_WORLD.dup();
        Intracomm second = MPI.COMM_WORLD.dup();
        if (MPI.COMM_WORLD.getRank() == 0) {
            Throwable[] failure = new Throwable[1];
            Thread thread = Thread.ofPlatform().start(() -> {
                try {
                    first.dup().barrier();
                } catch (Throwable e) {
                    failure[0] = e;
                }
            });
            Thread.sleep(HEAD_START_MILLIS);
            second.dup().barrier();
            thread.join();
            Check.equal(null, failure[0], "failure of the thread that makes the first");
        } else {
            second.dup().barrier();
            first.dup().barrier();
        }
    }

    private static void exchangeMany(Comm comm, int other, int tag) throws Exception {
        int[] out = new int[3000];
        int[] in = new int[3000];
        for (int round = 0; round < 100; round++) {
            int length = round % 5 == 0 ? 3000 : 10;
            out[length - 1] = 1000 * tag + round;
            comm.sendRecv(out, length, MPI.INT, other, tag, in, length, MPI.INT, other, tag);
            Check.equal(1000 * tag + round, in[length - 1], "round " + round + " with tag " + tag);
        }
    }

    private static void inThread(Check.Call call) throws Exception {
        Throwable[] failure = new Throwable[1];
        Thread thread = Thread.ofPlatform().start(() -> {
            try {
                call.run();
            } catch (Throwable e) {
                failure[0] = e;
            }
        });
        thread.join();
        Check.equal(null, failure[0], "failure");
    }
}
