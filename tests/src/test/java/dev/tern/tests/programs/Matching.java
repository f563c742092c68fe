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

/** Which message a receive gets: order, wildcards, probes, cancel, nobody. For two ranks and more. */
public final class Matching {
    private static final int MESSAGES = 120;
    private static final int[] SIZES = {1, 20, 1500, 20_000}; // ints, so that both protocols take turns

    private final Comm comm = MPI.COMM_WORLD;
    private final int rank;
    private final int size;

    private Matching() throws MPIException {
        rank = comm.getRank();
        size = comm.getSize();
    }

    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        var test = new Matching();
        Check.Call[] steps = {
            test::keepsTheOrderOfEachSender,
            test::receivesByTagInAnyOrder,
            test::givesAMessageToTheReceiveThatWasPostedFirst,
            test::probesWithoutReceiving,
            test::reservesMessages,
            test::cancelsReceives,
            test::synchronousSendsWaitForTheReceiver,
            test::nobodySendsAndReceivesNothing,
            test::knowsWhatCameThroughEmptyMessages,
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

    private void keepsTheOrderOfEachSender() throws MPIException {
        if (rank > 0) {
            Request[] sends = new Request[MESSAGES];
            for (int i = 0; i < MESSAGES; i++) {
                int[] data = new int[SIZES[i % SIZES.length]];
                Arrays.fill(data, i);
                sends[i] = comm.iSend(data, data.length, MPI.INT, 0, i % 3);
            }
            Request.waitAll(sends);
            return;
        }
        int[] next = new int[size];
        int[] data = new int[SIZES[SIZES.length - 1]];
        for (int i = 0; i < MESSAGES * (size - 1); i++) {
            Status status = comm.recv(data, data.length, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
            int number = next[status.getSource()]++;
            int count = SIZES[number % SIZES.length];
            Check.equal(count, status.getCount(MPI.INT), "count of message " + number);
            Check.equal(number % 3, status.getTag(), "tag of message " + number);
            Check.that(data[0] == number && data[count - 1] == number, "message " + number + " in order");
        }
    }

    private void receivesByTagInAnyOrder() throws MPIException {
        if (rank == 1) {
            Request[] sends = new Request[MESSAGES];
            for (int i = 0; i < MESSAGES; i++) {
                int[] data = new int[SIZES[i % SIZES.length]];
                Arrays.fill(data, 1000 + i);
                sends[i] = comm.iSend(data, data.length, MPI.INT, 0, i);
            }
            Request.waitAll(sends);
        } else if (rank == 0) {
            int[] data = new int[SIZES[SIZES.length - 1]];
            for (int tag = MESSAGES - 1; tag >= 0; tag--) {
                Status status = comm.recv(data, data.length, MPI.INT, 1, tag);
                Check.equal(SIZES[tag % SIZES.length], status.getCount(MPI.INT), "count with tag " + tag);
                Check.equal(1000 + tag, data[0], "message with tag " + tag);
            }
        }
    }

    private void givesAMessageToTheReceiveThatWasPostedFirst() throws MPIException {
        int[][] got = new int[5][1];
        if (rank == 0) {
            Request[] receives = {
                comm.iRecv(got[0], 1, MPI.INT, MPI.ANY_SOURCE, 5),
                comm.iRecv(got[1], 1, MPI.INT, 1, MPI.ANY_TAG),
                comm.iRecv(got[2], 1, MPI.INT, 1, 5),
                comm.iRecv(got[3], 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG),
                comm.iRecv(got[4], 1, MPI.INT, 1, 6),
            };
            MPI.COMM_WORLD.barrier();
            Request.waitAll(receives);
            Check.equal(new int[][] {{0}, {1}, {3}, {2}, {4}}, got, "what the receives got");
            return;
        }
        MPI.COMM_WORLD.barrier();
        if (rank == 1) {
            int[] tags = {5, 9, 7, 5, 6};
            for (int i = 0; i < tags.length; i++) {
                comm.send(new int[] {i}, 1, MPI.INT, 0, tags[i]);
            }
        }
    }

    private void probesWithoutReceiving() throws MPIException {
        if (rank == 1) {
            comm.recv(null, 0, MPI.INT, 0, 1);
            Request small = comm.iSend(new int[] {7, 8, 9}, 3, MPI.INT, 0, 2);
            comm.send(new double[5000], 5000, MPI.DOUBLE, 0, 3);
            small.waitFor();
        } else if (rank == 0) {
            Check.equal(null, comm.iProbe(MPI.ANY_SOURCE, MPI.ANY_TAG), "probe of nothing");
            comm.send(null, 0, MPI.INT, 1, 1);
            Status large = comm.probe(1, 3);
            Check.equal(5000, large.getCount(MPI.DOUBLE), "count of the large message");
            Status small = comm.probe(MPI.ANY_SOURCE, MPI.ANY_TAG);
            Check.equal(2, small.getTag(), "tag of the message that came first");
            Check.equal(3, comm.iProbe(1, 2).getCount(MPI.INT), "count found again");
            Check.equal(MPI.UNDEFINED, small.getCount(MPI.DOUBLE), "twelve bytes are no whole number of doubles");
            int[] data = new int[small.getCount(MPI.INT)];
            comm.recv(data, data.length, MPI.INT, small.getSource(), small.getTag());
            Check.equal(new int[] {7, 8, 9}, data, "the message");
            comm.recv(new double[5000], 5000, MPI.DOUBLE, 1, 3);
            Check.equal(null, comm.iProbe(MPI.ANY_SOURCE, MPI.ANY_TAG), "probe after all was received");
        }
    }

    private void reservesMessages() throws MPIException {
        int[] large = new int[50_000];
        Arrays.fill(large, 4);
        if (rank == 1) {
            Request.waitAll(new Request[] {
                comm.iSend(new int[] {1}, 1, MPI.INT, 0, 2),
                comm.iSend(new int[] {2}, 1, MPI.INT, 0, 2),
                comm.iSend(large, large.length, MPI.INT, 0, 2),
            });
        } else if (rank == 0) {
            Message first = new Message();
            Check.equal(null, new Message().imProbe(1, 77, comm), "improbe of nothing");
            Check.equal(1, first.mProbe(MPI.ANY_SOURCE, 2, comm).getSource(), "source");
            Check.that(!first.isNull() && !first.isNoProc(), "a message is reserved");
            int[] data = new int[1];
            comm.recv(data, 1, MPI.INT, 1, 2);
            Check.equal(2, data[0], "the reserved message is passed over");
            Message second = new Message();
            while (second.imProbe(1, MPI.ANY_TAG, comm) == null) {
                Thread.onSpinWait();
            }
            int[] got = new int[large.length];
            Request receive = second.imRecv(got, got.length, MPI.INT);
            Check.equal(1, first.mRecv(data, 1, MPI.INT).getCount(MPI.INT), "count of the first");
            Check.equal(1, data[0], "the first message");
            Check.that(first.isNull(), "null once received");
            Check.equal(large.length, receive.waitStatus().getCount(MPI.INT), "count of the large message");
            Check.equal(large, got, "the large message");
        }
    }

    private void cancelsReceives() throws MPIException {
        if (rank == 0) {
            int[] never = {-1};
            Request receive = comm.iRecv(never, 1, MPI.INT, 1, 8);
            Request wildcard = comm.iRecv(never, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
            receive.cancel();
            wildcard.cancel();
            Check.that(receive.waitStatus().isCancelled(), "cancelled");
            Check.that(wildcard.testStatus().isCancelled(), "wildcard cancelled");
            Check.that(receive.isNull() && wildcard.isNull(), "null afterwards");
            comm.send(null, 0, MPI.INT, 1, 1);
            int[] got = new int[1];
            Request other = comm.iRecv(got, 1, MPI.INT, 1, 8);
            other.waitFor();
            Check.equal(42, got[0], "message for the next receive");
            Check.equal(-1, never[0], "buffer of the cancelled receives");
        } else if (rank == 1) {
            comm.recv(null, 0, MPI.INT, 0, 1);
            Request send = comm.iSend(new int[] {42}, 1, MPI.INT, 0, 8);
            send.cancel();
            Check.that(!send.waitStatus().isCancelled(), "a send is not cancelled");
        }
    }

    private void synchronousSendsWaitForTheReceiver() throws Exception {
        if (rank == 0) {
            Request send = comm.isSend(new int[] {5}, 1, MPI.INT, 1, 11);
            long end = System.nanoTime() + 20_000_000;
            while (System.nanoTime() < end) {
                Check.that(!send.test(), "a synchronous send has ended before the receive began");
            }
            comm.send(null, 0, MPI.INT, 1, 12);
            send.waitFor();
        } else if (rank == 1) {
            comm.recv(null, 0, MPI.INT, 0, 12);
            int[] got = new int[1];
            comm.recv(got, 1, MPI.INT, 0, 11);
            Check.equal(5, got[0], "message");
        }
    }

    private void nobodySendsAndReceivesNothing() throws MPIException {
        int[] data = {3};
        comm.send(data, 1, MPI.INT, MPI.PROC_NULL, 1);
        comm.sSend(data, 1, MPI.INT, MPI.PROC_NULL, 1);
        comm.iSend(data, 1, MPI.INT, MPI.PROC_NULL, 1).waitFor();
        comm.isSend(data, 1, MPI.INT, MPI.PROC_NULL, 1).waitFor();
        Status[] statuses = {
            comm.recv(data, 1, MPI.INT, MPI.PROC_NULL, 1),
            comm.iRecv(data, 1, MPI.INT, MPI.PROC_NULL, MPI.ANY_TAG).waitStatus(),
            comm.probe(MPI.PROC_NULL, 1),
            comm.iProbe(MPI.PROC_NULL, 1),
            comm.sendRecv(data, 1, MPI.INT, MPI.PROC_NULL, 1, data, 1, MPI.INT, MPI.PROC_NULL, 1),
            comm.sendRecvReplace(data, 1, MPI.INT, MPI.PROC_NULL, 1, MPI.PROC_NULL, 1),
            new Message().mProbe(MPI.PROC_NULL, 1, comm),
        };
        for (Status status : statuses) {
            Check.equal(MPI.PROC_NULL, status.getSource(), "source");
            Check.equal(MPI.ANY_TAG, status.getTag(), "tag");
            Check.equal(0, status.getCount(MPI.INT), "count");
        }
        Check.equal(3, data[0], "buffer");
    }

    private void knowsWhatCameThroughEmptyMessages() throws MPIException {
        int left = (rank + size - 1) % size;
        Request send = comm.iSend(null, 0, MPI.DOUBLE, (rank + 1) % size, 21);
        Status status = comm.recv(null, 0, MPI.DOUBLE, MPI.ANY_SOURCE, 21);
        send.waitFor();
        Check.equal(left, status.getSource(), "source");
        Check.equal(0, status.getCount(MPI.DOUBLE), "count");
    }
}
