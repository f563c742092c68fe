/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests.programs;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import mpi.Comm;
import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;

/**
 * Measures how many bytes each call allocates once it is warm, for two ranks. Rank 0 prints a line for each kind of call,
 * buffer and size, and fails if one is above its limit. The least of many batches counts: what the JIT and a wait now and
 * then allocate is none of the message's.
 */
public final class Allocation {
    private static final int[] SIZES = {0, 8, 64, 1024};
    private static final int BATCH = 100; // fits into the ring between two ranks
    private static final int BATCHES = 40;
    private static final int PASSES = 12; // the last one is measured
    private static final int TAG = 1;
    private static final int READY = 2;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final Comm comm = MPI.COMM_WORLD;
    private final int rank;
    private final Request[] requests = new Request[BATCH];
    private int aboveLimit;

    private Allocation() throws MPIException {
        rank = comm.getRank();
    }

    /** A call that is measured. */
    private enum Operation {
        SEND(0, 0),
        RECV(1, 40),
        ISEND(0, 32),
        IRECV(1, 32);

        private final int rank; // that makes it
        private final int limit; // bytes; more than nothing only for what the call returns

        Operation(int rank, int limit) {
            this.rank = rank;
            this.limit = limit;
        }
    }

    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        var test = new Allocation();
        for (int pass = 1; pass <= PASSES; pass++) {
            boolean report = pass == PASSES;
            for (Operation operation : Operation.values()) {
                test.measure(operation, "null", null, 0, MPI.BYTE, report);
                for (int size : SIZES) {
                    test.measure(operation, "byte[]", new byte[size], size, MPI.BYTE, report);
                    test.measure(operation, "double[]", new double[size / 8], size / 8, MPI.DOUBLE, report);
                    test.measure(operation, "direct", MPI.newByteBuffer(size), size, MPI.BYTE, report);
                }
            }
        }
        Check.equal(0, test.aboveLimit, "number of calls that allocate too much");
        MPI.Finalize();
    }

    private void measure(Operation operation, String name, Object buf, int count, Datatype type, boolean report)
            throws MPIException {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < BATCHES; i++) {
            least = Math.min(least, batch(operation, buf, count, type));
            comm.sendRecv(null, 0, MPI.BYTE, 1 - rank, TAG, null, 0, MPI.BYTE, 1 - rank, TAG);
        }
        long[] both = {rank == operation.rank ? least : 0};
        MPI.COMM_WORLD.allReduce(both, 1, MPI.LONG, MPI.SUM);
        if (report && rank == 0) {
            double each = (double) both[0] / BATCH;
            String place = operation + " " + name + " of " + count + ": " + each + " bytes";
            System.out.println(place);
            if (each > operation.limit) {
                System.out.println("  more than " + operation.limit);
                aboveLimit++;
            }
        }
    }

    private long batch(Operation operation, Object buf, int count, Datatype type) throws MPIException {
        return switch (operation) {
            case SEND -> rank == 0 ? send(buf, count, type) : receive(buf, count, type);
            case RECV -> rank == 1 ? receive(buf, count, type) : send(buf, count, type);
            case ISEND -> rank == 0 ? immediateSend(buf, count, type) : receive(buf, count, type);
            case IRECV -> rank == 1 ? immediateReceive(buf, count, type) : sendWhenReady(buf, count, type);
        };
    }

    private long send(Object buf, int count, Datatype type) throws MPIException {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < BATCH; i++) {
            comm.send(buf, count, type, 1, TAG);
        }
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }

    private long sendWhenReady(Object buf, int count, Datatype type) throws MPIException {
        comm.recv(null, 0, MPI.BYTE, 1, READY);
        return send(buf, count, type);
    }

    private long receive(Object buf, int count, Datatype type) throws MPIException {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        Status last = null;
        for (int i = 0; i < BATCH; i++) {
            last = comm.recv(buf, count, type, 0, TAG);
        }
        long bytes = THREADS.getCurrentThreadAllocatedBytes() - before;
        Check.equal(count, last.getCount(type), "count");
        return bytes;
    }

    private long immediateSend(Object buf, int count, Datatype type) throws MPIException {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < BATCH; i++) {
            requests[i] = comm.iSend(buf, count, type, 1, TAG); // kept, or the JIT would see that nobody needs it
            requests[i].waitFor();
        }
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }

    /** All receives are posted before the first message is sent: one that comes earlier must be kept somewhere. */
    private long immediateReceive(Object buf, int count, Datatype type) throws MPIException {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < BATCH; i++) {
            requests[i] = comm.iRecv(buf, count, type, 0, TAG);
        }
        comm.send(null, 0, MPI.BYTE, 0, READY);
        for (int i = 0; i < BATCH; i++) {
            requests[i].waitFor();
        }
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }
}
