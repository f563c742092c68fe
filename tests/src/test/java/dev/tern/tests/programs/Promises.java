/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests.programs;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Message;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;

/**
 * Threads on one communicator that promises to do without some wildcards. Each rank sends to each, in random order of tags, and
 * every tag has a thread that receives in all ways that there are; messages of one source and tag must keep their order. Arguments:
 * a seed, and the level of thread support.
 */
public final class Promises {
    private static final String NO_ANY_TAG = "mpi_assert_no_any_tag";
    private static final String NO_ANY_SOURCE = "mpi_assert_no_any_source";
    private static final int[] TAGS = {0, 1, 2, 3, 100, 200, 300, 1_000_000};
    private static final int MESSAGES = 150; // of each source and tag
    private static final int LONG = 6_000; // above the eager limit
    private static final int BSENDS = 64;

    private Promises() {}

    public static void main(String[] args) throws Exception {
        long seed = Long.parseLong(args[0]);
        int level = Integer.parseInt(args[1]);
        Check.equal(level, MPI.InitThread(args, level), "level of threads");
        MPI.attachBuffer(new byte[BSENDS * (4 * LONG + MPI.BSEND_OVERHEAD)]);
        Intracomm world = MPI.COMM_WORLD;
        if (world.getRank() == 0) {
            System.out.println("seed " + seed);
        }
        boolean threads = level == MPI.THREAD_MULTIPLE;
        for (String[] hints : new String[][] {{NO_ANY_TAG}, {NO_ANY_SOURCE}, {NO_ANY_TAG, NO_ANY_SOURCE}, {}}) {
            Intracomm comm = world.dupWithInfo(info(hints));
            storm(comm, seed, threads);
            Intracomm child = comm.dup();
            comm.free();
            storm(child, seed + 1, threads);
            wildcardsThatAreLeft(child);
            errors(child);
            child.free();
        }
        oneSourceInOrder(world, seed);
        MPI.detachBuffer();
        world.barrier();
        if (world.getRank() == 0) {
            System.out.println("promises are kept");
        }
        MPI.Finalize();
    }

    private static Info info(String... hints) throws MPIException {
        Info info = new Info();
        for (String hint : hints) {
            info.set(hint, "true");
        }
        return info;
    }

    private static boolean promises(Intracomm comm, String hint) throws MPIException {
        return comm.getInfo().get(hint).equals("true");
    }

    private static void storm(Intracomm comm, long seed, boolean threads) throws Exception {
        int size = comm.getSize();
        if (!threads) {
            Request[][] receives = new Request[TAGS.length][];
            int[][][] data = new int[TAGS.length][][];
            for (int t = 0; t < TAGS.length; t++) {
                data[t] = new int[MESSAGES * size][LONG];
                receives[t] = postAll(comm, TAGS[t], data[t]);
            }
            sendAll(comm, new Random(seed * 31 + comm.getRank()));
            for (int t = 0; t < TAGS.length; t++) {
                Request.waitAll(receives[t]);
                for (int i = 0; i < data[t].length; i++) {
                    Check.equal(i / size, data[t][i][0], "number of message with tag " + TAGS[t]);
                }
            }
            return;
        }
        Throwable[] failure = new Throwable[TAGS.length];
        Thread[] receivers = new Thread[TAGS.length];
        for (int t = 0; t < TAGS.length; t++) {
            int number = t;
            Runnable body = () -> {
                try {
                    receiveAll(comm, TAGS[number], new Random(seed + number));
                } catch (Throwable e) {
                    failure[number] = e;
                }
            };
            receivers[t] = t % 3 == 2
                    ? Thread.ofVirtual().start(body)
                    : Thread.ofPlatform().start(body);
        }
        sendAll(comm, new Random(seed * 31 + comm.getRank()));
        for (int t = 0; t < TAGS.length; t++) {
            receivers[t].join();
            if (failure[t] != null) {
                throw new AssertionError("the thread for tag " + TAGS[t] + " of rank " + comm.getRank(), failure[t]);
            }
        }
    }

    /** Sends messages with all tags to all ranks, the tags in random order, in all ways. */
    private static void sendAll(Intracomm comm, Random random) throws MPIException {
        int size = comm.getSize();
        int[][] sent = new int[TAGS.length][size];
        List<Request> requests = new ArrayList<>(); // waited for last: the receivers take one source after the other
        for (int left = TAGS.length * size * MESSAGES; left > 0; left--) {
            int t = random.nextInt(TAGS.length);
            int dest = random.nextInt(size);
            while (sent[t][dest] == MESSAGES) {
                dest = (dest + 1) % size;
                t = dest == 0 ? (t + 1) % TAGS.length : t;
            }
            int length = random.nextInt(20) == 0 ? LONG : 1 + random.nextInt(20);
            int[] data = new int[length];
            data[0] = sent[t][dest]++;
            data[length - 1] = length == 1 ? data[0] : TAGS[t];
            requests.add(send(comm, data, dest, TAGS[t], length == LONG ? random.nextInt(3) : random.nextInt(5)));
        }
        Request.waitAll(requests.toArray(new Request[0]));
    }

    private static Request send(Intracomm comm, int[] data, int dest, int tag, int way) throws MPIException {
        switch (way) {
            case 0 -> {
                return comm.iSend(data, data.length, MPI.INT, dest, tag);
            }
            case 1 -> {
                return comm.isSend(data, data.length, MPI.INT, dest, tag);
            }
            case 2 -> {
                Prequest request = comm.sendInit(data, data.length, MPI.INT, dest, tag);
                request.start();
                return request;
            }
            case 3 -> {
                return comm.ibSend(data, data.length, MPI.INT, dest, tag);
            }
            default -> {
                comm.send(data, data.length, MPI.INT, dest, tag);
                return MPI.REQUEST_NULL;
            }
        }
    }

    private static Request[] postAll(Intracomm comm, int tag, int[][] data) throws MPIException {
        int size = comm.getSize();
        Request[] requests = new Request[data.length];
        for (int i = 0; i < data.length; i++) {
            requests[i] = comm.iRecv(data[i], LONG, MPI.INT, i % size, tag);
        }
        return requests;
    }

    /** Receives the messages with a tag, from any rank if that may be asked for. */
    private static void receiveAll(Intracomm comm, int tag, Random random) throws MPIException {
        int size = comm.getSize();
        boolean anySource = !promises(comm, NO_ANY_SOURCE);
        int[] received = new int[size];
        int[] data = new int[LONG];
        for (int i = 0; i < MESSAGES * size; i++) {
            int source = i % size;
            if (anySource && random.nextBoolean()) {
                source = MPI.ANY_SOURCE;
            } else {
                while (received[source] == MESSAGES) {
                    source = (source + 1) % size;
                }
            }
            Status status = receive(comm, data, source, tag, random.nextInt(6));
            int from = status.getSource();
            int length = status.getCount(MPI.INT);
            Check.equal(tag, status.getTag(), "tag");
            Check.that(source == MPI.ANY_SOURCE || source == from, "from %d, not %d", from, source);
            Check.equal(received[from]++, data[0], "number of the message from " + from + " with tag " + tag);
            Check.equal(length == 1 ? data[0] : tag, data[length - 1], "last element of " + length);
        }
    }

    private static Status receive(Intracomm comm, int[] data, int source, int tag, int way) throws MPIException {
        switch (way) {
            case 0 -> {
                return comm.iRecv(data, LONG, MPI.INT, source, tag).waitStatus();
            }
            case 1 -> {
                Message message = new Message();
                message.mProbe(source, tag, comm);
                return message.mRecv(data, LONG, MPI.INT);
            }
            case 2 -> {
                return comm.recv(data, LONG, MPI.INT, comm.probe(source, tag).getSource(), tag);
            }
            case 3 -> {
                Prequest request = comm.recvInit(data, LONG, MPI.INT, source, tag);
                request.start();
                return Request.waitAnyStatus(new Request[] {request});
            }
            case 4 -> {
                Message message = new Message();
                Status status = message.imProbe(source, tag, comm);
                while (status == null) {
                    Thread.yield();
                    status = message.imProbe(source, tag, comm);
                }
                return message.imRecv(data, LONG, MPI.INT).waitStatus();
            }
            default -> {
                return comm.recv(data, LONG, MPI.INT, source, tag);
            }
        }
    }

    /** Both at once, and collectives, which are not spread. */
    private static void wildcardsThatAreLeft(Intracomm comm) throws MPIException {
        int size = comm.getSize();
        int right = (comm.getRank() + 1) % size;
        int left = (comm.getRank() + size - 1) % size;
        int source = promises(comm, NO_ANY_SOURCE) ? left : MPI.ANY_SOURCE;
        for (int tag : TAGS) {
            int[] data = {comm.getRank(), tag};
            int wanted = promises(comm, NO_ANY_TAG) ? tag : MPI.ANY_TAG;
            Status status = comm.sendRecvReplace(data, 2, MPI.INT, right, tag, source, wanted);
            Check.equal(left, status.getSource(), "source");
            Check.equal(tag, status.getTag(), "tag");
            Check.equal(new int[] {left, tag}, data, "data");
            int[] sum = {1};
            comm.allReduce(sum, 1, MPI.INT, MPI.SUM);
            Check.equal(size, sum[0], "sum");
        }
    }

    private static void errors(Intracomm comm) throws MPIException {
        comm.setErrhandler(MPI.ERRORS_RETURN);
        int[] data = new int[1];
        int self = comm.getRank();
        if (promises(comm, NO_ANY_TAG)) {
            Check.fails(MPI.ERR_TAG, () -> comm.recv(data, 1, MPI.INT, self, MPI.ANY_TAG), NO_ANY_TAG, "recv");
            Check.fails(MPI.ERR_TAG, () -> comm.iProbe(self, MPI.ANY_TAG), NO_ANY_TAG, "iProbe");
        } else {
            Check.equal(null, comm.iProbe(self, MPI.ANY_TAG), "no message");
        }
        if (promises(comm, NO_ANY_SOURCE)) {
            Check.fails(MPI.ERR_RANK, () -> comm.recv(data, 1, MPI.INT, MPI.ANY_SOURCE, 1), NO_ANY_SOURCE, "recv");
            Check.fails(MPI.ERR_RANK, () -> comm.probe(MPI.ANY_SOURCE, 1), NO_ANY_SOURCE, "probe");
        } else {
            Check.equal(null, comm.iProbe(MPI.ANY_SOURCE, 1), "no message");
        }
    }

    /** Without any source any tag may be asked for: then all messages of a rank keep their order. */
    private static void oneSourceInOrder(Intracomm world, long seed) throws MPIException {
        Intracomm comm = world.dupWithInfo(info(NO_ANY_SOURCE));
        Random random = new Random(seed);
        int size = comm.getSize();
        Request[] sends = new Request[size * MESSAGES];
        for (int i = 0; i < sends.length; i++) {
            sends[i] = comm.iSend(new int[] {i / size}, 1, MPI.INT, i % size, TAGS[random.nextInt(TAGS.length)]);
        }
        int[] data = new int[1];
        for (int i = 0; i < sends.length; i++) {
            comm.recv(data, 1, MPI.INT, i % size, MPI.ANY_TAG);
            Check.equal(i / size, data[0], "number of the message from " + i % size);
        }
        Request.waitAll(sends);
        comm.free();
    }
}
