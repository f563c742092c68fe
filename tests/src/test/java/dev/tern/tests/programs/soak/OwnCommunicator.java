/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests.programs.soak;

import dev.tern.tests.programs.Check;
import dev.tern.tests.programs.StallWatch;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** The communicator of one thread of a storm: collective calls, and communicators made of it. */
final class OwnCommunicator {
    private static final String[] COLLECTIVES = {
        "barrier", "bcast", "allReduce", "allToAll", "allGather", "reduce", "gather", "scatter", "scan"
    };

    private final Team team;
    private final int thread;
    private final StallWatch.Activity activity;

    OwnCommunicator(Team team, int thread, StallWatch.Activity activity) {
        this.team = team;
        this.thread = thread;
        this.activity = activity;
    }

    private Intracomm comm() {
        return team.own[thread];
    }

    void call(Step.Collective step) throws MPIException {
        Intracomm comm = comm();
        activity.begins("a part of any rank in a collective (" + comm.getName() + "), " + COLLECTIVES[step.kind()]);
        int rank = comm.getRank();
        int size = comm.getSize();
        int count = step.count();
        switch (step.kind()) {
            case 0 -> comm.barrier();
            case 1 -> bcast(comm, rank, step.root(), count);
            case 2 -> allReduce(comm, count);
            case 3 -> {
                int[] in = new int[size * count];
                comm.allToAll(numbers(rank, size * count), count, MPI.INT, in, count, MPI.INT);
                for (int i = 0; i < in.length; i++) {
                    check(number(i / count, rank * count + i % count), in[i], step);
                }
            }
            case 4 -> {
                int[] in = new int[size * count];
                comm.allGather(numbers(rank, count), count, MPI.INT, in, count, MPI.INT);
                checkGathered(in, step);
            }
            case 5 -> {
                int[] in = new int[count];
                comm.reduce(numbers(rank, count), in, count, MPI.INT, MPI.SUM, step.root());
                if (rank == step.root()) {
                    checkSum(in, size, step);
                }
            }
            case 6 -> {
                int[] in = new int[rank == step.root() ? size * count : 0];
                comm.gather(numbers(rank, count), count, MPI.INT, in, count, MPI.INT, step.root());
                checkGathered(in, step);
            }
            case 7 -> {
                int[] in = new int[count];
                comm.scatter(numbers(step.root(), size * count), count, MPI.INT, in, count, MPI.INT, step.root());
                for (int i = 0; i < count; i++) {
                    check(number(step.root(), rank * count + i), in[i], step);
                }
            }
            default -> {
                int[] in = new int[count];
                comm.scan(numbers(rank, count), in, count, MPI.INT, MPI.SUM);
                checkSum(in, rank + 1, step);
            }
        }
    }

    private static void bcast(Intracomm comm, int rank, int root, int count) throws MPIException {
        int[] data = rank == root ? numbers(root, count) : new int[count];
        comm.bcast(data, count, MPI.INT, root);
        Check.equal(numbers(root, count), data, "bcast");
    }

    private static void allReduce(Intracomm comm, int count) throws MPIException {
        int[] data = numbers(comm.getRank(), count);
        comm.allReduce(data, count, MPI.INT, MPI.SUM);
        checkSum(data, comm.getSize(), "allReduce");
    }

    private static int number(int rank, int place) {
        return 1_000_003 * rank + 7 * place;
    }

    private static int[] numbers(int rank, int count) {
        int[] numbers = new int[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = number(rank, i);
        }
        return numbers;
    }

    private static void checkGathered(int[] in, Step.Collective step) {
        for (int i = 0; i < in.length; i++) {
            check(number(i / step.count(), i % step.count()), in[i], step);
        }
    }

    private static void checkSum(int[] sum, int ranks, Object what) {
        for (int i = 0; i < sum.length; i++) {
            check(1_000_003 * (ranks * (ranks - 1) / 2) + ranks * 7 * i, sum[i], what);
        }
    }

    private static void check(int expected, int actual, Object what) {
        Check.that(expected == actual, "%d in place of %d: %s", actual, expected, what);
    }

    /** Makes communicators, uses them, and frees them; or puts a new one in the place of the old. */
    void create(int kind) throws MPIException {
        Intracomm comm = comm();
        activity.begins("a part of any rank in a collective (" + comm.getName() + "), a new communicator");
        int rank = comm.getRank();
        switch (kind) {
            case 0 -> {
                Intracomm first = comm.dup();
                Intracomm second = first.dup();
                first.free();
                use(second, rank, comm.getSize());
                second.free();
            }
            case 1 -> {
                Intracomm half = comm.split(rank % 2, -rank);
                use(half, half.getRank(), half.getSize());
                half.free();
            }
            case 2 -> {
                Intracomm all = comm.split(rank == 0 ? MPI.UNDEFINED : 1, rank);
                Check.that((all == null || all.isNull()) == (rank == 0), "who has no colour gets no communicator");
                if (rank != 0) {
                    use(all, rank - 1, comm.getSize() - 1);
                    all.free();
                }
            }
            default -> {
                Intracomm next = comm.dup();
                next.setName(comm.getName());
                comm.free();
                team.own[thread] = next;
            }
        }
    }

    private static void use(Intracomm comm, int rank, int size) throws MPIException {
        Check.equal(rank, comm.getRank(), "rank in " + comm.getName());
        Check.equal(size, comm.getSize(), "size of " + comm.getName());
        int[] data = {rank};
        comm.sendRecvReplace(data, 1, MPI.INT, (rank + 1) % size, 3, (rank + size - 1) % size, MPI.ANY_TAG);
        Check.equal((rank + size - 1) % size, data[0], "what the neighbour sent");
        allReduce(comm, 3);
    }
}
