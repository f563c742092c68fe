/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests.programs;

import java.util.Arrays;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Message;
import mpi.Request;
import mpi.Status;

/**
 * Receives that are shorter than their message, by a little and by much, in both protocols, posted before and after the
 * message came: an error with all numbers, the part that fits, the rest untouched, and the next message is right.
 */
public final class Truncation {
    private static final int[] LENGTHS = {3, 12, 13, 1024, 1025, 8192, 300_000}; // ints
    private static final int TAG = 7;

    private final Comm comm = MPI.COMM_WORLD;

    private Truncation() {}

    /** How a message is received. */
    private interface Receiver {
        void receive(int[] data, int count) throws MPIException;
    }

    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
        var test = new Truncation();
        int cases = 0;
        for (int length : LENGTHS) {
            for (int room : new int[] {0, 1, length / 2, length - 1}) {
                cases += test.allWays(length, room);
            }
        }
        test.fewErrorsAmongMany();
        int rank = MPI.COMM_WORLD.getRank();
        MPI.Finalize();
        if (rank == 0) {
            System.out.println(cases + " cases were right");
        }
    }

    private int allWays(int length, int room) throws MPIException {
        Receiver[] ways = {
            (data, count) -> comm.recv(data, count, MPI.INT, 1, TAG),
            (data, count) -> comm.recv(data, count, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG),
            (data, count) -> comm.iRecv(data, count, MPI.INT, 1, TAG).waitFor(),
            this::receivePersistently,
            this::receiveAfterProbe,
            this::receiveReserved,
            (data, count) ->
                    comm.sendRecv(null, 0, MPI.INT, MPI.PROC_NULL, 0, data, count, MPI.INT, MPI.ANY_SOURCE, TAG),
        };
        int[] message = new int[length];
        for (int i = 0; i < 2 * ways.length; i++) {
            Arrays.fill(message, i + 1);
            if (comm.getRank() == 1) {
                send(message, i);
            } else if (comm.getRank() == 0) {
                receive(ways[i / 2], message, room, i % 2 == 0);
            }
        }
        return 2 * ways.length;
    }

    /** The message, another behind it; then the receiver is told that both are on their way. */
    private void send(int[] message, int i) throws MPIException {
        Request first = comm.iSend(message, message.length, MPI.INT, 0, TAG);
        Request second = comm.iSend(new int[] {-i}, 1, MPI.INT, 0, TAG);
        comm.send(new int[] {i}, 1, MPI.INT, 0, TAG + 1);
        first.waitFor();
        second.waitFor();
        comm.recv(null, 0, MPI.INT, 0, TAG + 2);
    }

    private void receive(Receiver way, int[] message, int room, boolean unexpected) throws MPIException {
        int[] note = new int[1];
        if (unexpected) {
            comm.recv(note, 1, MPI.INT, 1, TAG + 1);
        }
        int[] data = new int[message.length];
        Check.fails(
                MPI.ERR_TRUNCATE,
                () -> way.receive(data, room),
                "message of " + 4 * message.length + " bytes",
                "from rank 1",
                "tag " + TAG,
                "does not fit in " + 4 * room + " bytes",
                "MPI_COMM_WORLD",
                "rank 0");
        int[] expected = new int[message.length];
        System.arraycopy(message, 0, expected, 0, room);
        Check.that(Arrays.equals(expected, data), "part that fits into " + room + " of " + message.length);
        int[] next = new int[1];
        Status status = comm.recv(next, 1, MPI.INT, 1, TAG);
        if (!unexpected) {
            comm.recv(note, 1, MPI.INT, 1, TAG + 1);
        }
        Check.equal(1, status.getCount(MPI.INT), "count of the next message");
        Check.equal(-note[0], next[0], "next message");
        comm.send(null, 0, MPI.INT, 1, TAG + 2);
    }

    private void receivePersistently(int[] data, int count) throws MPIException {
        var request = comm.recvInit(data, count, MPI.INT, 1, TAG);
        request.start();
        request.waitFor();
    }

    private void receiveAfterProbe(int[] data, int count) throws MPIException {
        comm.probe(1, TAG);
        comm.recv(data, count, MPI.INT, 1, TAG);
    }

    private void receiveReserved(int[] data, int count) throws MPIException {
        Message message = new Message();
        message.mProbe(1, TAG, comm);
        message.mRecv(data, count, MPI.INT);
    }

    /** Two of five receives are too short; waiting for all tells so when all have ended. */
    private void fewErrorsAmongMany() throws MPIException {
        int[] lengths = {2, 9, 2000, 3, 9000};
        int[] rooms = {2, 8, 2000, 3, 8999};
        if (comm.getRank() == 1) {
            for (int i = 0; i < lengths.length; i++) {
                int[] data = new int[lengths[i]];
                Arrays.fill(data, i + 1);
                comm.send(data, data.length, MPI.INT, 0, TAG);
            }
        } else if (comm.getRank() == 0) {
            int[][] data = new int[lengths.length][];
            Request[] requests = new Request[lengths.length];
            for (int i = 0; i < lengths.length; i++) {
                data[i] = new int[lengths[i]];
                requests[i] = comm.iRecv(data[i], rooms[i], MPI.INT, 1, TAG);
            }
            Check.fails(MPI.ERR_IN_STATUS, () -> Request.waitAll(requests), "2 of 5 requests failed", "36 bytes");
            for (int i = 0; i < lengths.length; i++) {
                Check.that(requests[i].isNull(), "request " + i + " has ended");
                Check.equal(i + 1, data[i][rooms[i] - 1], "last element of message " + i);
            }
        }
    }
}
