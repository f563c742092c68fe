/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.coll;

import dev.tern.datatype.Reduction;

/**
 * The collective operations of one communicator (MPI-4.1 chapter 6). Arguments were checked; those that do not count on
 * a rank may be anything. {@link Block#IN_PLACE} as {@code send} (in {@link #scatter} as {@code recv}) means
 * MPI_IN_PLACE. Where one array is send and receive buffer, the result is as if the send buffer had been copied first.
 */
public interface Collectives {

    /** Returns when all ranks have called it. */
    void barrier(PointToPoint p2p);

    /** Copies the root's data to all ranks. */
    void bcast(PointToPoint p2p, Block data, int root);

    /** Combines the data of all ranks on the root. */
    void reduce(PointToPoint p2p, Block send, Block recv, Reduction op, int root);

    /** Combines the data of all ranks on all ranks. */
    void allReduce(PointToPoint p2p, Block send, Block recv, Reduction op);

    /** Combines the data of all ranks; rank i gets the i-th part, {@code counts[i]} elements. */
    void reduceScatter(PointToPoint p2p, Block send, Block recv, int[] counts, Reduction op);

    /** Rank i gets the combined data of ranks 0 to i. */
    void scan(PointToPoint p2p, Block send, Block recv, Reduction op);

    /** Rank i gets the combined data of ranks 0 to i - 1; nothing is stored on rank 0. */
    void exScan(PointToPoint p2p, Block send, Block recv, Reduction op);

    /** The root gets a block from each rank. */
    void gather(PointToPoint p2p, Block send, Blocks recv, int root);

    /** Each rank gets a block from the root. */
    void scatter(PointToPoint p2p, Blocks send, Block recv, int root);

    /** Each rank gets a block from each rank. */
    void allGather(PointToPoint p2p, Block send, Blocks recv);

    /** Each rank gets from each rank the block that this one has for it. */
    void allToAll(PointToPoint p2p, Blocks send, Blocks recv);

    /** Replaces the elements of {@code inOut} by {@code in op inOut}; no communication. */
    static void reduceLocal(Block in, Block inOut, Reduction op) {
        Scratch result = Scratch.copyOf(inOut);
        Scratch.copyOf(in).applyTo(result, op);
        result.copyTo(inOut);
    }
}
