/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests.programs;

import java.util.concurrent.atomic.AtomicReference;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Message;
import mpi.Request;

/**
 * A thread that is interrupted while it waits in MPI goes on waiting, and finds itself interrupted afterwards. Rank 1 does its part
 * only when it is told to. Argument: {@code platform} or {@code virtual}; two ranks.
 */
public final class InterruptedWaits {
    private static final long SETTLE_MILLIS = 40; // until it waits, and until it has taken notice
    private static final int LENGTH = 100_000;
    private static final int GO_TAG = 100;

    /** A blocking call of rank 0, and what rank 1 does so that it ends. */
    private enum Wait {
        RECV(comm -> comm.recv(new int[1], 1, MPI.INT, 1, 1), comm -> comm.send(new int[1], 1, MPI.INT, 0, 1)),
        LONG_RECV(
                comm -> comm.recv(new int[LENGTH], LENGTH, MPI.INT, 1, 1),
                comm -> comm.send(new int[LENGTH], LENGTH, MPI.INT, 0, 1)),
        ANY_RECV(
                comm -> comm.recv(new int[1], 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG),
                comm -> comm.send(new int[1], 1, MPI.INT, 0, 1)),
        WAIT(
                comm -> comm.iRecv(new int[1], 1, MPI.INT, 1, 1).waitFor(),
                comm -> comm.send(new int[1], 1, MPI.INT, 0, 1)),
        WAIT_ANY(
                comm -> Request.waitAny(new Request[] {comm.iRecv(new int[1], 1, MPI.INT, 1, 1)}),
                comm -> comm.send(new int[1], 1, MPI.INT, 0, 1)),
        WAIT_ALL(
                comm -> Request.waitAll(new Request[] {comm.iRecv(new int[1], 1, MPI.INT, 1, 1)}),
                comm -> comm.send(new int[1], 1, MPI.INT, 0, 1)),
        SSEND(comm -> comm.sSend(new int[1], 1, MPI.INT, 1, 1), comm -> comm.recv(new int[1], 1, MPI.INT, 0, 1)),
        LONG_SEND(
                comm -> comm.send(new int[LENGTH], LENGTH, MPI.INT, 1, 1),
                comm -> comm.recv(new int[LENGTH], LENGTH, MPI.INT, 0, 1)),
        PROBE(
                comm -> {
                    comm.probe(1, 1);
                    comm.recv(new int[1], 1, MPI.INT, 1, 1);
                },
                comm -> comm.send(new int[1], 1, MPI.INT, 0, 1)),
        MPROBE(
                comm -> {
                    Message message = new Message();
                    message.mProbe(1, 1, comm);
                    message.mRecv(new int[1], 1, MPI.INT);
                },
                comm -> comm.send(new int[1], 1, MPI.INT, 0, 1)),
        BARRIER(Intracomm::barrier, Intracomm::barrier),
        ALL_REDUCE(
                comm -> comm.allReduce(new int[LENGTH], LENGTH, MPI.INT, MPI.SUM),
                comm -> comm.allReduce(new int[LENGTH], LENGTH, MPI.INT, MPI.SUM)),
        DUP(comm -> comm.dup().free(), comm -> comm.dup().free());

        private interface Part {
            void run(Intracomm comm) throws MPIException;
        }

        final Part blocked;
        final Part other;

        Wait(Part blocked, Part other) {
            this.blocked = blocked;
            this.other = other;
        }
    }

    private InterruptedWaits() {}

    public static void main(String[] args) throws Exception {
        Check.equal(MPI.THREAD_MULTIPLE, MPI.InitThread(args, MPI.THREAD_MULTIPLE), "level of threads");
        Intracomm comm = MPI.COMM_WORLD.dup();
        int rank = MPI.COMM_WORLD.getRank();
        Thread.Builder builder = args[0].equals("virtual") ? Thread.ofVirtual() : Thread.ofPlatform();
        for (int round = 0; round < 3; round++) { // at first nothing sleeps so that it can be woken
            for (Wait wait : Wait.values()) {
                if (rank == 0) {
                    interrupt(wait, comm, builder, round > 0);
                } else {
                    MPI.COMM_WORLD.recv(new int[1], 1, MPI.INT, 0, GO_TAG);
                    wait.other.run(comm);
                }
            }
        }
        if (rank == 0) {
            System.out.println("right");
        }
        MPI.Finalize();
    }

    private static void interrupt(Wait wait, Intracomm comm, Thread.Builder builder, boolean repeatedly)
            throws Exception {
        AtomicReference<Object> result = new AtomicReference<>();
        Thread thread = builder.name(wait.name()).start(() -> {
            try {
                wait.blocked.run(comm);
                result.set(Thread.currentThread().isInterrupted());
            } catch (Exception | Error e) {
                result.set(e);
            }
        });
        Thread.sleep(SETTLE_MILLIS);
        for (int i = 0; i < (repeatedly ? 5 : 1); i++) {
            thread.interrupt();
            Thread.sleep(SETTLE_MILLIS / 5);
        }
        Thread.sleep(SETTLE_MILLIS);
        Check.equal(null, result.get(), "how " + wait + " ended before its time");
        Check.that(thread.isAlive(), "%s goes on", wait);
        MPI.COMM_WORLD.send(new int[1], 1, MPI.INT, 1, GO_TAG);
        thread.join();
        if (result.get() instanceof Throwable e) {
            throw new AssertionError(wait.toString(), e);
        }
        Check.equal(true, result.get(), "whether the thread is interrupted after " + wait);
    }
}
