/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests.programs;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/**
 * Far more threads than cores: each plays ping-pong with the thread of the same number on the neighbouring rank, on a
 * communicator of its own or on one that all share. Arguments: threads of each rank, round trips, {@code platform} or
 * {@code virtual}, {@code own} or {@code shared}. The number of ranks is even.
 */
public final class ThreadPairs {
    private static final int LONG_MESSAGE = 30_000;

    private ThreadPairs() {}

    public static void main(String[] args) throws Exception {
        Check.equal(MPI.THREAD_MULTIPLE, MPI.InitThread(args, MPI.THREAD_MULTIPLE), "level of threads");
        int count = Integer.parseInt(args[0]);
        int trips = Integer.parseInt(args[1]);
        int rank = MPI.COMM_WORLD.getRank();
        Thread.Builder builder = args[2].equals("virtual") ? Thread.ofVirtual() : Thread.ofPlatform();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int number = i;
            Intracomm comm = args[3].equals("own") ? MPI.COMM_WORLD.dup() : MPI.COMM_WORLD;
            threads.add(builder.name("pair " + i).start(() -> {
                try {
                    play(comm, rank, number, trips);
                } catch (Exception | Error e) {
                    failure.compareAndSet(null, e);
                    abort(e);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        Check.equal(null, failure.get(), "failure");
        MPI.COMM_WORLD.barrier();
        if (rank == 0) {
            System.out.println(count * trips + " round trips: right");
        }
        MPI.Finalize();
    }

    private static void play(Intracomm comm, int rank, int number, int trips) throws MPIException {
        int other = rank ^ 1;
        int[] data = new int[LONG_MESSAGE];
        for (int trip = 0; trip < trips; trip++) {
            int length = trip % 10 == 9 ? LONG_MESSAGE : 1 + trip % 20;
            if (rank < other) {
                data[0] = trip;
                data[length - 1] = 7 * number + trip;
                comm.send(data, length, MPI.INT, other, number);
                comm.recv(data, length, MPI.INT, other, number);
            } else {
                comm.recv(data, length, MPI.INT, other, number);
                comm.send(data, length, MPI.INT, other, number);
            }
            Check.that(data[length - 1] == 7 * number + trip, "trip %d of %d: %d", trip, number, data[length - 1]);
        }
    }

    private static void abort(Throwable e) {
        e.printStackTrace();
        try {
            MPI.COMM_WORLD.abort(1);
        } catch (MPIException abortFailed) {
            Runtime.getRuntime().halt(1);
        }
    }
}
