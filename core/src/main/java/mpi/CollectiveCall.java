/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package mpi;

import dev.tern.coll.Block;
import dev.tern.coll.Blocks;
import dev.tern.coll.Collectives;
import dev.tern.coll.PointToPoint;
import dev.tern.datatype.Memory;
import dev.tern.datatype.Reduction;
import dev.tern.datatype.TypeMap;
import dev.tern.engine.Communicator;
import dev.tern.error.ErrorClass;
import dev.tern.error.MpiError;
import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * One call of a collective operation: checks the arguments, turns buffers into {@link Block}s, and raises errors under
 * the name of the operation. Arguments that MPI ignores on this rank must not be given to it.
 */
final class CollectiveCall {

    private final Comm comm;
    private final String operation;
    private final int rank;
    private final int size;
    private final Collectives collectives;
    private final PointToPoint p2p;

    CollectiveCall(Comm comm, String operation) throws MPIException {
        Communicator communicator = comm.communicator(operation);
        this.comm = comm;
        this.operation = operation;
        rank = communicator.rank();
        size = communicator.size();
        collectives = communicator.collectives();
        p2p = communicator.collectivePort();
    }

    // Arguments

    int rank() {
        return rank;
    }

    /** Whether this rank is the root, which must be a rank of the communicator. */
    boolean isRoot(int root) throws MPIException {
        if (root < 0 || root >= size) {
            throw fail(ErrorClass.ROOT, "there is no root " + root + " among " + size + " ranks");
        }
        return rank == root;
    }

    /** Fails unless this rank is the root. */
    void checkRootCalls(int root) throws MPIException {
        if (!isRoot(root)) {
            throw fail(ErrorClass.ROOT, "this form is for root " + root + " only, but rank " + rank + " called it");
        }
    }

    /** Fails if this rank is the root. */
    void checkOtherCalls(int root) throws MPIException {
        if (isRoot(root)) {
            throw fail(ErrorClass.ROOT, "this form is for ranks other than root " + root);
        }
    }

    /** Data to be read. */
    Block send(Object buf, int count, Datatype type) throws MPIException {
        comm.checkBuffer(operation, buf, count, type);
        return new Block(buf, count, type.map());
    }

    /** Data to be written. */
    Block recv(Object buf, int count, Datatype type) throws MPIException {
        comm.checkReceiveBuffer(operation, buf, count, type);
        return new Block(buf, count, type.map());
    }

    /** A block of {@code count} elements for each rank, to be read. */
    Blocks sendToEach(Object buf, int count, Datatype type) throws MPIException {
        send(buf, total(count), type);
        return Blocks.equal(buf, count, type.map());
    }

    /** A block of {@code count} elements for each rank, to be written. */
    Blocks recvFromEach(Object buf, int count, Datatype type) throws MPIException {
        recv(buf, total(count), type);
        return Blocks.equal(buf, count, type.map());
    }

    /** More elements than an {@code int} can count are in no buffer, nor are the most it can count. */
    private int total(int count) {
        return (int) Math.min(Integer.MAX_VALUE, (long) count * size);
    }

    /** Blocks of different lengths at displacements in extents of the type, to be read. */
    Blocks sendToEach(Object buf, int[] counts, int[] displs, Datatype type) throws MPIException {
        comm.checkBuffer(operation, null, 0, type);
        checkLengths(counts, displs);
        checkBlocks(buf, counts, displs, type.map().extent(), each -> type.map());
        return Blocks.varying(buf, counts, displs, type.map());
    }

    /** Blocks of different lengths at displacements in extents of the type, to be written. */
    Blocks recvFromEach(Object buf, int[] counts, int[] displs, Datatype type) throws MPIException {
        checkWritable(buf);
        return sendToEach(buf, counts, displs, type);
    }

    /** Blocks of different lengths and types at displacements in bytes, to be read. */
    Blocks sendToEach(Object buf, int[] counts, int[] displs, Datatype[] types) throws MPIException {
        checkLengths(counts, displs);
        if (types == null || types.length < size) {
            throw fail(ErrorClass.ARG, "there must be a datatype for each of the " + size + " ranks");
        }
        TypeMap[] maps = new TypeMap[size];
        for (int i = 0; i < size; i++) {
            comm.checkBuffer(operation, null, 0, types[i]);
            maps[i] = types[i].map();
        }
        checkBlocks(buf, counts, displs, 1, each -> maps[each]);
        return Blocks.mixed(buf, counts, displs, maps);
    }

    /** Blocks of different lengths and types at displacements in bytes, to be written. */
    Blocks recvFromEach(Object buf, int[] counts, int[] displs, Datatype[] types) throws MPIException {
        checkWritable(buf);
        return sendToEach(buf, counts, displs, types);
    }

    /** The sum of the counts of all ranks. */
    int total(int[] counts) throws MPIException {
        checkCounts(counts);
        long total = 0;
        for (int i = 0; i < size; i++) {
            total += counts[i];
        }
        if (total > Integer.MAX_VALUE) {
            throw fail(ErrorClass.COUNT, "the counts sum up to " + total + ", more than an int can tell");
        }
        return (int) total;
    }

    /** The same count for all ranks. */
    int[] equalCounts(int count) {
        int[] counts = new int[size];
        Arrays.fill(counts, count);
        return counts;
    }

    /** What an operation does to elements of a type. */
    Reduction reduction(Op op, Datatype type) throws MPIException {
        if (op == null || op.isNull()) {
            throw fail(ErrorClass.OP, "the operation is null or was freed");
        }
        Reduction reduction = op.reduction(type);
        if (reduction == null) {
            throw fail(ErrorClass.OP, op + " is not defined for " + type);
        }
        return reduction;
    }

    private void checkWritable(Object buf) throws MPIException {
        if (Memory.isReadOnly(buf)) {
            throw fail(ErrorClass.BUFFER, "cannot receive into " + Memory.describe(buf));
        }
    }

    private void checkCounts(int[] counts) throws MPIException {
        if (counts == null || counts.length < size) {
            throw fail(
                    ErrorClass.ARG,
                    "there must be a count for each of the " + size + " ranks, not " + Memory.describe(counts));
        }
        for (int i = 0; i < size; i++) {
            if (counts[i] < 0) {
                throw fail(ErrorClass.COUNT, "count " + counts[i] + " for rank " + i + " is negative");
            }
        }
    }

    private void checkLengths(int[] counts, int[] displs) throws MPIException {
        checkCounts(counts);
        if (displs == null || displs.length < size) {
            throw fail(
                    ErrorClass.ARG,
                    "there must be a displacement for each of the " + size + " ranks, not " + Memory.describe(displs));
        }
    }

    private void checkBlocks(Object buf, int[] counts, int[] displs, long unit, IntFunction<TypeMap> types)
            throws MPIException {
        for (int i = 0; i < size; i++) {
            TypeMap type = types.apply(i);
            if (counts[i] == 0 || type.size() == 0) {
                continue;
            }
            long capacity = Memory.capacity(buf, type.base());
            long start = displs[i] * unit;
            if (capacity == Memory.NULL) {
                throw fail(ErrorClass.BUFFER, "the buffer is null, but the count for rank " + i + " is " + counts[i]);
            }
            if (capacity == Memory.WRONG_CLASS) {
                throw fail(
                        ErrorClass.TYPE,
                        Memory.describe(buf) + " does not fit a datatype of " + type.base() + " elements");
            }
            if (start + type.firstByte(counts[i]) < 0 || start + type.lastByte(counts[i]) > capacity) {
                throw fail(
                        ErrorClass.BUFFER,
                        counts[i] + " elements at displacement " + displs[i] + " for rank " + i + " exceed "
                                + Memory.describe(buf));
            }
        }
    }

    private MPIException fail(int errorClass, String message) throws MPIException {
        return comm.error(errorClass, operation + ": " + message);
    }

    // Execution

    private void run(Runnable collective) throws MPIException {
        try {
            collective.run();
        } catch (MpiError e) {
            throw comm.error(operation, e);
        }
    }

    void barrier() throws MPIException {
        run(() -> collectives.barrier(p2p));
    }

    void bcast(Block data, int root) throws MPIException {
        run(() -> collectives.bcast(p2p, data, root));
    }

    void gather(Block send, Blocks recv, int root) throws MPIException {
        run(() -> collectives.gather(p2p, send, recv, root));
    }

    void scatter(Blocks send, Block recv, int root) throws MPIException {
        run(() -> collectives.scatter(p2p, send, recv, root));
    }

    void allGather(Block send, Blocks recv) throws MPIException {
        run(() -> collectives.allGather(p2p, send, recv));
    }

    void allToAll(Blocks send, Blocks recv) throws MPIException {
        run(() -> collectives.allToAll(p2p, send, recv));
    }

    void reduce(Block send, Block recv, Reduction reduction, int root) throws MPIException {
        run(() -> collectives.reduce(p2p, send, recv, reduction, root));
    }

    void allReduce(Block send, Block recv, Reduction reduction) throws MPIException {
        run(() -> collectives.allReduce(p2p, send, recv, reduction));
    }

    void reduceScatter(Block send, Block recv, int[] counts, Reduction reduction) throws MPIException {
        run(() -> collectives.reduceScatter(p2p, send, recv, counts, reduction));
    }

    void scan(Block send, Block recv, Reduction reduction) throws MPIException {
        run(() -> collectives.scan(p2p, send, recv, reduction));
    }

    void exScan(Block send, Block recv, Reduction reduction) throws MPIException {
        run(() -> collectives.exScan(p2p, send, recv, reduction));
    }

    void reduceLocal(Block in, Block inOut, Reduction reduction) throws MPIException {
        run(() -> Collectives.reduceLocal(in, inOut, reduction));
    }
}
