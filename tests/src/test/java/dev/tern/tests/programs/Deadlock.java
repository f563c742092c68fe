/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests.programs;

import mpi.Comm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** Each rank waits for the next, so all wait for ever. Argument: how. */
public final class Deadlock {
    private static final int STALL_SECONDS = 2;

    private Deadlock() {}

    public static void main(String[] args) throws Exception {
        MPI.InitThread(args, MPI.THREAD_MULTIPLE);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int next = (rank + 1) % world.getSize();
        switch (args[0]) {
            case "recv" -> world.recv(new int[1], 1, MPI.INT, next, 7);
            case "send" -> world.sSend(new int[1], 1, MPI.INT, next, 7);
            case "probe" -> world.probe(next, 7);
            case "threads" -> waitInThreads(world);
            case "watched" -> {
                StallWatch watch = new StallWatch(rank, STALL_SECONDS, "a deadlock on purpose");
                watch.register().begins("a receive of at most 4 bytes from rank " + next + ", tag 7 (MPI_COMM_WORLD)");
                watch.start();
                while (world.iProbe(next, 7) == null) { // a thread that looks again and again does not wait in MPI
                    Thread.sleep(1);
                }
            }
            default -> throw new IllegalArgumentException(args[0]);
        }
        System.out.println("rank " + rank + " goes on");
    }

    /** The ranks of the communicator are in the opposite order; so is the cycle. */
    private static void waitInThreads(Intracomm world) throws Exception {
        int size = world.getSize();
        Intracomm opposite = world.split(0, -world.getRank());
        StringBuilder members = new StringBuilder();
        for (int i = size - 1; i >= 0; i--) {
            members.append(members.isEmpty() ? "" : ",").append(i);
        }
        opposite.setName("opposite[" + members + ']');
        int next = (opposite.getRank() + 1) % size;
        Thread.Builder.OfPlatform builder = Thread.ofPlatform();
        Thread receiver = builder.name("receiver").start(() -> receive(opposite, next, 8));
        Thread other = builder.name("other").start(() -> receive(world, MPI.ANY_SOURCE, 9));
        receiver.join();
        other.join();
    }

    private static void receive(Comm comm, int source, int tag) {
        try {
            comm.recv(new int[1], 1, MPI.INT, source, tag);
        } catch (MPIException e) {
            throw new IllegalStateException(e);
        }
    }
}
