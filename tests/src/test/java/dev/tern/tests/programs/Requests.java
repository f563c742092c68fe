/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests.programs;

import java.util.Arrays;
import mpi.Comm;
import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;

/** Sets of requests, exchanges, packing, and what programs do with requests over a long time. For two ranks and more. */
public final class Requests {
    private static final int TAG = 6;

    private final Comm comm = MPI.COMM_WORLD;
    private final int rank;
    private final int size;
    private final int left;
    private final int right;

    private Requests() throws MPIException {
        rank = comm.getRank();
        size = comm.getSize();
        left = (rank + size - 1) % size;
        right = (rank + 1) % size;
    }

    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        var test = new Requests();
        Check.Call[] steps = {
            test::waitsForSets,
            test::testsSets,
            test::findsNothingToWaitFor,
            test::exchanges,
            test::packs,
            test::runsPersistentRequestsForLong,
            test::freesActiveRequests,
        };
        for (Check.Call step : steps) {
            step.run();
            MPI.COMM_WORLD.barrier();
        }
        MPI.Finalize();
        if (test.rank == 0) {
            System.out.println(steps.length + " steps were right");
        }
    }

    /** Receives of one number each, between elements that are null. */
    private Request[] receives(int[][] data) throws MPIException {
        Request[] requests = new Request[2 * data.length + 1];
        for (int i = 0; i < data.length; i++) {
            data[i] = new int[] {-1};
            requests[2 * i + 1] = comm.iRecv(data[i], 1, MPI.INT, left, TAG + i);
        }
        requests[0] = MPI.REQUEST_NULL;
        return requests;
    }

    /** Sends one of them when all ranks have seen to what was sent before. */
    private void send(int i) throws MPIException {
        MPI.COMM_WORLD.barrier();
        comm.send(new int[] {100 * rank + i}, 1, MPI.INT, right, TAG + i);
    }

    private void waitsForSets() throws MPIException {
        int[][] data = new int[6][];
        Request[] requests = receives(data);
        send(4);
        Check.equal(9, Request.waitAny(requests), "index of waitAny");
        Check.equal(100 * left + 4, data[4][0], "data of waitAny");
        send(2);
        Status status = Request.waitAnyStatus(requests);
        Check.equal(5, status.getIndex(), "index of waitAnyStatus");
        Check.equal(TAG + 2, status.getTag(), "tag of waitAnyStatus");
        send(0);
        Check.equal(new int[] {1}, Request.waitSome(requests), "indices of waitSome");
        send(1);
        Status[] some = Request.waitSomeStatus(requests);
        Check.equal(1, some.length, "number of statuses of waitSome");
        Check.equal(3, some[0].getIndex(), "index of waitSomeStatus");
        send(3);
        comm.send(new int[] {100 * rank + 5}, 1, MPI.INT, right, TAG + 5);
        Status[] all = Request.waitAllStatus(requests);
        Check.equal(requests.length, all.length, "number of statuses of waitAll");
        Check.equal(left, all[7].getSource(), "source of one that was active");
        Check.equal(MPI.ANY_SOURCE, all[1].getSource(), "source of one that was not");
        for (int i = 0; i < data.length; i++) {
            Check.equal(100 * left + i, data[i][0], "data " + i);
            Check.that(requests[2 * i + 1].isNull(), "null after waiting");
        }
    }

    private void testsSets() throws MPIException {
        int[][] data = new int[3][];
        Request[] requests = receives(data);
        Check.equal(MPI.UNDEFINED, Request.testAny(requests), "testAny before anything was sent");
        Check.equal(null, Request.testAnyStatus(requests), "testAnyStatus before anything was sent");
        Check.equal(false, Request.testAll(requests), "testAll before anything was sent");
        Check.equal(null, Request.testAllStatus(requests), "testAllStatus before anything was sent");
        Check.equal(0, Request.testSome(requests).length, "testSome before anything was sent");
        Check.equal(0, Request.testSomeStatus(requests).length, "testSomeStatus before anything was sent");
        Check.equal(null, requests[1].testStatus(), "testStatus before anything was sent");
        Check.equal(null, requests[1].getStatus(), "getStatus before anything was sent");
        send(1);
        int index = MPI.UNDEFINED;
        while (index == MPI.UNDEFINED) {
            index = Request.testAny(requests);
        }
        Check.equal(3, index, "index of testAny");
        send(0);
        while (requests[1].getStatus() == null) {
            Thread.onSpinWait();
        }
        Check.that(!requests[1].isNull(), "getStatus leaves the request");
        Check.equal(new int[] {1}, Request.testSome(requests), "indices of testSome");
        send(2);
        while (!Request.testAll(requests)) {
            Thread.onSpinWait();
        }
        Check.equal(100 * left + 2, data[2][0], "data");
    }

    private void findsNothingToWaitFor() throws MPIException {
        Request[] none = new Request[4];
        none[2] = MPI.REQUEST_NULL;
        Check.equal(MPI.UNDEFINED, Request.waitAny(none), "waitAny");
        Check.equal(MPI.UNDEFINED, Request.waitAnyStatus(none).getIndex(), "waitAnyStatus");
        Check.equal(null, Request.waitSome(none), "waitSome");
        Check.equal(null, Request.waitSomeStatus(none), "waitSomeStatus");
        Check.equal(MPI.UNDEFINED, Request.testAny(none), "testAny");
        Check.equal(MPI.UNDEFINED, Request.testAnyStatus(none).getIndex(), "testAnyStatus");
        Check.equal(null, Request.testSome(none), "testSome");
        Check.equal(null, Request.testSomeStatus(none), "testSomeStatus");
        Check.equal(true, Request.testAll(none), "testAll");
        Check.equal(4, Request.waitAllStatus(none).length, "waitAllStatus");
        Request.waitAll(none);
        Request.waitAll(new Request[0]);
        MPI.REQUEST_NULL.waitFor();
        MPI.REQUEST_NULL.free();
    }

    private void exchanges() throws MPIException {
        for (int count : new int[] {0, 1, 12, 1024, 8193, 100_000}) {
            double[] out = new double[count];
            Arrays.fill(out, rank + 0.5);
            double[] in = new double[count + 1];
            Status status = comm.sendRecv(
                    out, count, MPI.DOUBLE, right, TAG, in, count + 1, MPI.DOUBLE, MPI.ANY_SOURCE, MPI.ANY_TAG);
            Check.equal(left, status.getSource(), "source");
            Check.equal(count, status.getCount(MPI.DOUBLE), "count");
            Check.equal(count == 0 ? 0.0 : left + 0.5, in[Math.max(0, count - 1)], "last element");
            Check.equal(0.0, in[count], "element behind");
            status = comm.sendRecvReplace(out, count, MPI.DOUBLE, right, TAG, left, TAG);
            Check.equal(count, status.getCount(MPI.DOUBLE), "count replaced");
            Check.that(count == 0 || out[count - 1] == left + 0.5, "replaced");
            int[] self = {rank};
            comm.sendRecvReplace(self, 1, MPI.INT, rank, 1, rank, 1);
            Check.equal(rank, self[0], "from this rank to itself");
        }
    }

    private void packs() throws MPIException {
        Datatype everyThird = Datatype.createVector(5, 1, 3, MPI.INT);
        everyThird.commit();
        int[] numbers = new int[20];
        Arrays.setAll(numbers, i -> 1000 * rank + i);
        int room = comm.packSize(1, everyThird) + comm.packSize(2, MPI.DOUBLE);
        Check.equal(36, room, "size when packed");
        byte[] packed = new byte[room];
        int position = comm.pack(MPI.slice(numbers, 2), 1, everyThird, packed, 0);
        position = comm.pack(new double[] {rank, -rank}, 2, MPI.DOUBLE, packed, position);
        Check.equal(room, position, "position after packing");
        byte[] got = new byte[room];
        comm.sendRecv(packed, room, MPI.PACKED, right, TAG, got, room, MPI.PACKED, left, TAG);
        int[] unpacked = new int[20];
        double[] ends = new double[2];
        position = comm.unpack(got, 0, MPI.slice(unpacked, 4), 1, everyThird);
        position = comm.unpack(got, position, ends, 2, MPI.DOUBLE);
        Check.equal(room, position, "position after unpacking");
        for (int i = 0; i < unpacked.length; i++) {
            boolean stored = i >= 4 && (i - 4) % 3 == 0 && i <= 16;
            Check.equal(stored ? 1000 * left + i - 2 : 0, unpacked[i], "unpacked element " + i);
        }
        Check.equal(new double[] {left, -left}, ends, "doubles");
        everyThird.free();
    }

    private void runsPersistentRequestsForLong() throws MPIException {
        int rounds = 1000;
        int[] out = new int[200];
        int[] in = new int[200];
        Prequest[] both = {
            comm.recvInit(in, in.length, MPI.INT, left, TAG), comm.sendInit(out, out.length, MPI.INT, right, TAG)
        };
        for (int round = 0; round < rounds; round++) {
            out[0] = round;
            out[199] = -round;
            Prequest.startAll(both);
            if (round % 100 == 0) {
                System.gc();
            }
            Request.waitAll(both);
            Check.that(in[0] == round && in[199] == -round, "round " + round);
            Check.that(!both[0].isNull(), "an inactive persistent request is not null");
        }
        both[0].waitFor(); // inactive: nothing to wait for
        Check.equal(true, both[1].test(), "test of an inactive request");
        both[0].free();
        both[1].free();
    }

    private void freesActiveRequests() throws MPIException {
        int[] in = new int[3000];
        Request receive = comm.iRecv(in, in.length, MPI.INT, left, TAG);
        int[] out = new int[3000];
        out[2999] = 77;
        comm.iSend(out, out.length, MPI.INT, right, TAG).free();
        receive.waitFor();
        Check.equal(77, in[2999], "data whose request was freed");
    }
}
