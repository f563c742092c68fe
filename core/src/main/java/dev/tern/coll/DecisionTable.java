/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.coll;

import dev.tern.datatype.Reduction;

/** Chooses the algorithm of each collective. One for each serves all sizes today. */
public final class DecisionTable implements Collectives {

    /** Stateless: one object can serve any number of communicators. */
    public DecisionTable() {}

    @Override
    public void barrier(PointToPoint p2p) {
        DisseminationBarrier.run(p2p);
    }

    @Override
    public void bcast(PointToPoint p2p, Block data, int root) {
        BinomialBcast.run(p2p, data, root);
    }

    @Override
    public void reduce(PointToPoint p2p, Block send, Block recv, Reduction op, int root) {
        BinomialReduce.run(p2p, send, recv, op, root);
    }

    @Override
    public void allReduce(PointToPoint p2p, Block send, Block recv, Reduction op) {
        RecursiveDoublingAllReduce.run(p2p, send, recv, op);
    }

    @Override
    public void reduceScatter(PointToPoint p2p, Block send, Block recv, int[] counts, Reduction op) {
        ReduceThenScatter.run(p2p, send, recv, counts, op);
    }

    @Override
    public void scan(PointToPoint p2p, Block send, Block recv, Reduction op) {
        LinearScan.run(p2p, send, recv, op, false);
    }

    @Override
    public void exScan(PointToPoint p2p, Block send, Block recv, Reduction op) {
        LinearScan.run(p2p, send, recv, op, true);
    }

    @Override
    public void gather(PointToPoint p2p, Block send, Blocks recv, int root) {
        LinearGather.run(p2p, send, recv, root);
    }

    @Override
    public void scatter(PointToPoint p2p, Blocks send, Block recv, int root) {
        LinearScatter.run(p2p, send, recv, root);
    }

    @Override
    public void allGather(PointToPoint p2p, Block send, Blocks recv) {
        RingAllGather.run(p2p, send, recv);
    }

    @Override
    public void allToAll(PointToPoint p2p, Blocks send, Blocks recv) {
        PairwiseAllToAll.run(p2p, send, recv);
    }
}
