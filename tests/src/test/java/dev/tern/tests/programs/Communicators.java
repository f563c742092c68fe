/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests.programs;

import java.util.Arrays;
import mpi.Comm;
import mpi.Group;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/** Communicators made from others, whose messages never meet. */
public final class Communicators {
    private static final int TAG = 1;

    private Communicators() {}

    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.getRank();
        keepsMessagesApart();
        splits();
        createsFromGroups();
        makesMany();
        freesWithActiveReceives();
        MPI.COMM_WORLD.barrier();
        MPI.Finalize();
        if (rank == 0) {
            System.out.println("right");
        }
    }

    /** The same source and tag on four communicators, sent in one order and received in another. */
    private static void keepsMessagesApart() throws MPIException {
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int size = world.getSize();
        Comm[] comms = {world, world.dup(), world.clone(), world.split(0, -rank)};
        Check.equal(MPI.CONGRUENT, Comm.compare(world, comms[1]), "dup");
        Check.equal(size == 1 ? MPI.CONGRUENT : MPI.SIMILAR, Comm.compare(world, comms[3]), "reversed");
        Check.equal(size - 1 - rank, comms[3].getRank(), "rank in the reversed communicator");
        Check.equal(MPI.IDENT, Comm.compare(world, MPI.COMM_WORLD), "itself");
        for (int length : new int[] {1, 5000}) {
            Request[] sends = new Request[comms.length];
            for (int i = 0; i < comms.length; i++) {
                int[] data = new int[length];
                Arrays.fill(data, 10 * rank + i);
                int right = (comms[i].getRank() + 1) % size;
                sends[i] = comms[i].iSend(data, length, MPI.INT, right, TAG);
            }
            for (int i = comms.length - 1; i >= 0; i--) {
                int[] data = new int[length];
                comms[i].recv(data, length, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
                int sender = i == 3 ? (rank + 1) % size : (rank + size - 1) % size;
                Check.equal(10 * sender + i, data[length - 1], "communicator " + i);
            }
            Request.waitAll(sends);
        }
        for (int i = 1; i < comms.length; i++) {
            comms[i].free();
            Check.that(comms[i].isNull(), "null once freed");
        }
    }

    private static void splits() throws MPIException {
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        Intracomm half = world.split(rank % 2, rank);
        Check.equal(rank / 2, half.getRank(), "rank among every second");
        int[] sum = {rank};
        half.allReduce(sum, 1, MPI.INT, MPI.SUM);
        int expected = 0;
        for (int i = rank % 2; i < world.getSize(); i += 2) {
            expected += i;
        }
        Check.equal(expected, sum[0], "sum over every second");
        Intracomm quarter = half.split(half.getRank() % 2, 0);
        quarter.barrier();
        quarter.free();
        half.free();
        Intracomm first = world.split(rank == 0 ? 3 : MPI.UNDEFINED, 0);
        Check.equal(rank != 0, first.isNull(), "null for those without a colour");
        Intracomm node = world.splitType(Comm.TYPE_SHARED, 0, MPI.INFO_NULL);
        Check.equal(world.getSize(), node.getSize(), "ranks on this machine");
        node.setErrhandler(MPI.ERRORS_RETURN);
        Intracomm child = node.dup();
        Check.equal(MPI.ERRORS_RETURN, child.getErrhandler(), "error handler of a child");
        child.setName("a child");
        Check.equal("a child", child.getName(), "name");
        child.free();
        node.free();
    }

    private static void createsFromGroups() throws MPIException {
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int size = world.getSize();
        Group all = world.getGroup();
        int[] reversed = new int[size];
        Arrays.setAll(reversed, i -> size - 1 - i);
        Group turned = all.incl(reversed);
        Intracomm back = world.create(turned);
        Check.equal(size - 1 - rank, back.getRank(), "rank in reversed order");
        int[] root = {rank};
        back.bcast(root, 1, MPI.INT, 0);
        Check.equal(size - 1, root[0], "world rank of the root");
        back.free();
        Group without = all.excl(new int[] {0});
        Intracomm rest = world.create(without);
        Check.equal(rank == 0, rest.isNull(), "null for the one left out");
        if (rank > 0) {
            Check.equal(rank - 1, rest.getRank(), "rank among the rest");
            rest.barrier();
            rest.free();
        }
        Check.equal(MPI.IDENT, Group.compare(all, Group.union(all, without)), "union");
        Check.equal(1, Group.difference(all, without).getSize(), "difference");
        Check.equal(MPI.SIMILAR, size == 1 ? MPI.SIMILAR : Group.compare(all, turned), "order");
        Check.equal(reversed, Group.translateRanks(all, Group.translateRanks(turned, reversed, all), turned), "ranks");
    }

    /** A receive outlives its communicator, and the id of that is used again afterwards: there are not 9000 ids. */
    private static void freesWithActiveReceives() throws MPIException {
        int rank = MPI.COMM_WORLD.getRank();
        int size = MPI.COMM_WORLD.getSize();
        for (int i = 0; i < 9000; i++) {
            Intracomm comm = MPI.COMM_SELF.dup();
            int[] data = {-1};
            Request receive = comm.iRecv(data, 1, MPI.INT, 0, TAG);
            Request send = comm.iSend(new int[] {i}, 1, MPI.INT, 0, TAG);
            comm.free();
            Request.waitAll(new Request[] {receive, send});
            Check.equal(i, data[0], "data on freed communicator " + i + " of rank " + rank + " of " + size);
        }
    }

    /** More than there are context ids, if freeing would not give them back. */
    private static void makesMany() throws MPIException {
        int rank = MPI.COMM_WORLD.getRank();
        int size = MPI.COMM_WORLD.getSize();
        Intracomm previous = MPI.COMM_WORLD;
        for (int i = 0; i < 60; i++) {
            Intracomm next = previous.dup();
            int[] data = {i};
            next.sendRecvReplace(data, 1, MPI.INT, (rank + 1) % size, TAG, (rank + size - 1) % size, TAG);
            Check.equal(i, data[0], "data on communicator " + i);
            if (previous != MPI.COMM_WORLD) {
                previous.free();
            }
            previous = next;
        }
        previous.disconnect();
    }
}
