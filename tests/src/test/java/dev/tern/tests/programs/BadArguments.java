/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests.programs;

import java.nio.ByteBuffer;
import mpi.Comm;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Message;
import mpi.Prequest;
import mpi.Request;

/**
 * Every wrong argument, with errors returned: the class of the exception, and a message that names what was given. After
 * all of them the communicators work as if nothing had happened.
 */
public final class BadArguments {
    private final Intracomm comm = MPI.COMM_WORLD;
    private final int size;
    private final int[] ints = new int[10];
    private int errors;

    private BadArguments() throws MPIException {
        size = comm.getSize();
    }

    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
        MPI.COMM_SELF.setErrhandler(MPI.ERRORS_RETURN);
        var test = new BadArguments();
        test.ranksAndTags();
        test.buffersAndCounts();
        test.requestsAndMessages();
        test.communicators();
        test.collectives();
        test.bufferedSends();
        int[] sum = {1};
        MPI.COMM_WORLD.allReduce(sum, 1, MPI.INT, MPI.SUM);
        Check.equal(test.size, sum[0], "sum after all errors");
        Check.equal(null, MPI.COMM_WORLD.iProbe(MPI.ANY_SOURCE, MPI.ANY_TAG), "messages after all errors");
        int rank = MPI.COMM_WORLD.getRank();
        MPI.Finalize();
        if (rank == 0) {
            System.out.println(test.errors + " errors were right");
        }
    }

    private void fails(int errorClass, Check.Call call, String... parts) {
        String message = Check.fails(errorClass, call, parts);
        Check.that(message.contains("[MPI_ERR_"), "the error class ends \"" + message + '"');
        errors++;
    }

    private void ranksAndTags() {
        for (int rank : new int[] {-1, -3, size, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            String[] parts = {"no rank " + rank, "among " + size, "MPI_COMM_WORLD"};
            for (Mode mode : Mode.values()) {
                fails(MPI.ERR_RANK, () -> mode.start(comm, ints, 1, MPI.INT, rank, 0), parts);
            }
            fails(MPI.ERR_RANK, () -> comm.sendRecv(ints, 1, MPI.INT, rank, 0, ints, 1, MPI.INT, 0, 0), parts);
            if (rank == MPI.ANY_SOURCE) {
                continue;
            }
            fails(MPI.ERR_RANK, () -> comm.recv(ints, 1, MPI.INT, rank, 0), parts);
            fails(MPI.ERR_RANK, () -> comm.iRecv(ints, 1, MPI.INT, rank, 0), parts);
            fails(MPI.ERR_RANK, () -> comm.recvInit(ints, 1, MPI.INT, rank, 0), parts);
            fails(MPI.ERR_RANK, () -> comm.sendRecv(ints, 1, MPI.INT, 0, 0, ints, 1, MPI.INT, rank, 0), parts);
            fails(MPI.ERR_RANK, () -> comm.probe(rank, 0), parts);
            fails(MPI.ERR_RANK, () -> comm.iProbe(rank, 0), parts);
            fails(MPI.ERR_RANK, () -> new Message().mProbe(rank, 0, comm), parts);
            fails(MPI.ERR_RANK, () -> new Message().imProbe(rank, 0, comm), parts);
        }
        for (int tag : new int[] {-1, -2, Integer.MIN_VALUE}) {
            for (Mode mode : Mode.values()) {
                fails(MPI.ERR_TAG, () -> mode.start(comm, ints, 1, MPI.INT, 0, tag), "tag " + tag);
                fails(MPI.ERR_TAG, () -> mode.start(comm, ints, 1, MPI.INT, MPI.PROC_NULL, tag), "tag " + tag);
            }
            if (tag != MPI.ANY_TAG) {
                fails(MPI.ERR_TAG, () -> comm.recv(ints, 1, MPI.INT, 0, tag), "tag " + tag);
                fails(MPI.ERR_TAG, () -> comm.iRecv(ints, 1, MPI.INT, MPI.ANY_SOURCE, tag), "tag " + tag);
                fails(MPI.ERR_TAG, () -> comm.probe(0, tag), "tag " + tag);
            }
        }
    }

    private void buffersAndCounts() throws MPIException {
        badBuffer(MPI.ERR_COUNT, ints, -1, MPI.INT, "count -1");
        badBuffer(MPI.ERR_COUNT, null, Integer.MIN_VALUE, MPI.INT, "count -2147483648");
        badBuffer(MPI.ERR_BUFFER, ints, 11, MPI.INT, "11 elements", "44 bytes", "int[10]");
        badBuffer(MPI.ERR_BUFFER, ints, Integer.MAX_VALUE, MPI.INT, "2147483647 elements", "int[10]");
        badBuffer(MPI.ERR_BUFFER, MPI.slice(ints, 4), 7, MPI.INT, "7 elements", "28 bytes", "24");
        badBuffer(MPI.ERR_BUFFER, MPI.newByteBuffer(64), 9, MPI.DOUBLE, "9 elements", "72 bytes", "direct ByteBuffer");
        badBuffer(MPI.ERR_BUFFER, ByteBuffer.allocate(5), 6, MPI.BYTE, "6 elements", "heap ByteBuffer");
        badBuffer(MPI.ERR_BUFFER, null, 3, MPI.INT, "the buffer is null", "count is 3");
        badBuffer(MPI.ERR_TYPE, new double[4], 4, MPI.INT, "double[4]", "INT");
        badBuffer(MPI.ERR_TYPE, ints, 1, MPI.DOUBLE, "int[10]", "DOUBLE");
        badBuffer(MPI.ERR_TYPE, new boolean[3], 3, MPI.BYTE, "boolean[3]", "BYTE");
        badBuffer(MPI.ERR_TYPE, new Integer[] {1, 2}, 2, MPI.INT, "Integer[2]", "INT");
        badBuffer(MPI.ERR_TYPE, new double[2][2], 2, MPI.DOUBLE, "double[2][]", "DOUBLE");
        badBuffer(MPI.ERR_TYPE, "text", 4, MPI.CHAR, "String", "CHAR");
        badBuffer(MPI.ERR_TYPE, ints, 1, null, "datatype");
        badBuffer(MPI.ERR_TYPE, ints, 1, MPI.DATATYPE_NULL, "datatype");
        Datatype strided = Datatype.createVector(4, 1, 3, MPI.INT);
        strided.commit();
        badBuffer(MPI.ERR_BUFFER, new int[9], 1, strided, "40 bytes", "int[9]");
        strided.free();
        badBuffer(MPI.ERR_TYPE, ints, 1, strided, "datatype");
        ByteBuffer readOnly = MPI.newByteBuffer(8).asReadOnlyBuffer();
        fails(MPI.ERR_BUFFER, () -> comm.recv(readOnly, 8, MPI.BYTE, 0, 0), "read-only");
        fails(MPI.ERR_ARG, () -> comm.pack(ints, 10, MPI.INT, new byte[39], 0), "40 bytes", "byte[39]");
        fails(MPI.ERR_ARG, () -> comm.unpack(new byte[8], 5, ints, 1, MPI.INT), "4 bytes", "position 5", "byte[8]");
    }

    /** In every call that takes a buffer. */
    private void badBuffer(int errorClass, Object buf, int count, Datatype type, String... parts) {
        for (Mode mode : Mode.values()) {
            fails(errorClass, () -> mode.start(comm, buf, count, type, 0, 0), parts);
        }
        fails(errorClass, () -> comm.recv(buf, count, type, 0, 0), parts);
        fails(errorClass, () -> comm.iRecv(buf, count, type, 0, 0), parts);
        fails(errorClass, () -> comm.recvInit(buf, count, type, 0, 0), parts);
        fails(errorClass, () -> comm.sendRecv(buf, count, type, 0, 0, ints, 1, MPI.INT, 0, 0), parts);
        fails(errorClass, () -> comm.sendRecv(ints, 1, MPI.INT, 0, 0, buf, count, type, 0, 0), parts);
        fails(errorClass, () -> comm.sendRecvReplace(buf, count, type, 0, 0, 0, 0), parts);
        fails(errorClass, () -> comm.pack(buf, count, type, new byte[100], 0), parts);
        fails(errorClass, () -> comm.bcast(buf, count, type, 0), parts);
    }

    private void requestsAndMessages() throws MPIException {
        Prequest freed = comm.sendInit(ints, 1, MPI.INT, MPI.PROC_NULL, 0);
        freed.free();
        fails(MPI.ERR_REQUEST, freed::start, "freed");
        freed.waitFor();
        Check.that(freed.isNull() && freed.test(), "waiting for a freed request does nothing");
        Prequest active = comm.recvInit(ints, 1, MPI.INT, comm.getRank(), 99);
        active.start();
        fails(MPI.ERR_REQUEST, active::start, "active");
        active.cancel();
        Check.that(active.waitStatus().isCancelled(), "cancelled");
        active.free();
        fails(MPI.ERR_REQUEST, () -> new Message().mRecv(ints, 1, MPI.INT), "message");
        Request done = comm.iSend(ints, 1, MPI.INT, MPI.PROC_NULL, 0);
        done.waitFor();
        done.waitFor();
        done.free();
    }

    private void communicators() throws MPIException {
        Comm freed = comm.dup();
        freed.free();
        fails(MPI.ERR_COMM, freed::getRank, "freed");
        fails(MPI.ERR_COMM, () -> freed.send(ints, 1, MPI.INT, 0, 0), "send", "freed");
        fails(MPI.ERR_COMM, () -> freed.iRecv(ints, 1, MPI.INT, 0, 0), "iRecv", "freed");
        fails(MPI.ERR_COMM, () -> freed.probe(0, 0), "probe", "freed");
        fails(MPI.ERR_COMM, freed::barrier, "barrier", "freed");
        fails(MPI.ERR_COMM, freed::dup, "dup", "freed");
        fails(MPI.ERR_COMM, freed::free, "free", "freed");
        fails(MPI.ERR_COMM, comm::free, "MPI_COMM_WORLD is predefined");
        fails(MPI.ERR_ARG, () -> comm.split(-7, 0), "colour -7");
        fails(MPI.ERR_GROUP, () -> comm.create(null), "group is null");
        fails(MPI.ERR_RANK, () -> comm.getGroup().incl(new int[] {size}), String.valueOf(size));
        fails(MPI.ERR_ARG, () -> comm.setErrhandler(null), "handler is null");
    }

    private void collectives() throws MPIException {
        int[] room = new int[10 * size];
        for (int root : new int[] {-1, -5, size, MPI.PROC_NULL}) {
            String part = "root " + root;
            fails(MPI.ERR_ROOT, () -> comm.bcast(ints, 1, MPI.INT, root), part);
            fails(MPI.ERR_ROOT, () -> comm.reduce(ints, ints, 1, MPI.INT, MPI.SUM, root), part);
            fails(MPI.ERR_ROOT, () -> comm.gather(ints, 1, MPI.INT, room, 1, MPI.INT, root), part);
            fails(MPI.ERR_ROOT, () -> comm.scatter(room, 1, MPI.INT, ints, 1, MPI.INT, root), part);
        }
        fails(MPI.ERR_OP, () -> comm.allReduce(ints, room, 1, MPI.INT, null), "operation is null");
        fails(MPI.ERR_OP, () -> comm.allReduce(new double[1], new double[1], 1, MPI.DOUBLE, MPI.BAND), "MPI_DOUBLE");
        fails(MPI.ERR_OP, () -> comm.allReduce(new boolean[1], new boolean[1], 1, MPI.BOOLEAN, MPI.SUM), "BOOLEAN");
        fails(MPI.ERR_OP, () -> comm.scan(ints, room, 1, MPI.INT, MPI.MAXLOC), "MPI_INT");
        fails(MPI.ERR_COUNT, () -> comm.allReduce(ints, room, -4, MPI.INT, MPI.SUM), "count -4");
        fails(MPI.ERR_BUFFER, () -> comm.allGather(ints, 10, MPI.INT, new int[3], 10, MPI.INT), "int[3]");
        fails(MPI.ERR_BUFFER, () -> comm.allToAll(new int[1], 5, MPI.INT, room, 5, MPI.INT), "int[1]");
        Datatype raw = Datatype.createContiguous(2, MPI.INT);
        fails(MPI.ERR_TYPE, () -> comm.bcast(ints, 1, raw, 0), "not committed");
        int[] counts = new int[size];
        int[] places = new int[size];
        int[] few = new int[size - 1];
        fails(MPI.ERR_ARG, () -> comm.allGatherv(ints, 0, MPI.INT, room, few, places, MPI.INT), "int[" + few.length);
        fails(MPI.ERR_ARG, () -> comm.allGatherv(ints, 0, MPI.INT, room, counts, few, MPI.INT), "int[" + few.length);
        fails(MPI.ERR_ARG, () -> comm.allGatherv(ints, 0, MPI.INT, room, null, places, MPI.INT), "null");
        counts[size - 1] = -3;
        fails(MPI.ERR_COUNT, () -> comm.allGatherv(ints, 0, MPI.INT, room, counts, places, MPI.INT), "count -3");
        counts[size - 1] = room.length;
        places[size - 1] = 1;
        fails(
                MPI.ERR_BUFFER,
                () -> comm.allToAllv(room, counts, places, MPI.INT, room.clone(), counts, places, MPI.INT),
                room.length + " elements",
                "displacement 1",
                "int[" + room.length);
    }

    private void bufferedSends() throws MPIException {
        fails(MPI.ERR_BUFFER, () -> comm.bSend(ints, 1, MPI.INT, 0, 0), "buffer");
        MPI.attachBuffer(new byte[1000]);
        fails(MPI.ERR_BUFFER, () -> MPI.attachBuffer(new byte[10]), "attached already");
        fails(MPI.ERR_BUFFER, () -> comm.bSend(new int[1000], 1000, MPI.INT, 0, 0), "4000 bytes");
        fails(MPI.ERR_BUFFER, () -> comm.ibSend(new int[1000], 1000, MPI.INT, 0, 0), "4000 bytes");
        MPI.detachBuffer();
        fails(MPI.ERR_BUFFER, () -> MPI.attachBuffer(null), "null");
    }
}
