/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.coll;

import dev.tern.datatype.Reduction;

/** Chooses the algorithm of each collective. One for each serves all sizes today. */
public final class DecisionTable implements Collectives {

    /** Bytes that a rank combines by itself: of a board's pages, all together. */
    private static final int MOST_COMBINED = 1 << 13;

    /** Stateless: one object can serve any number of communicators. */
    public DecisionTable() {}

    @Override
    public void barrier(PointToPoint p2p) {
        Board board = p2p.board();
        if (board != null) {
            BoardRounds.barrier(board, p2p.rank(), p2p.size());
        } else {
            DisseminationBarrier.run(p2p);
        }
    }

    @Override
    public void bcast(PointToPoint p2p, Block data, int root) {
        Board board = p2p.board();
        if (board != null && data.bytes() <= board.capacity()) {
            BoardRounds.bcast(board, p2p.rank(), data, root);
        } else {
            BinomialBcast.run(p2p, data, root);
        }
    }

    @Override
    public void reduce(PointToPoint p2p, Block send, Block recv, Reduction op, int root) {
        Board board = p2p.board();
        Block own = send == Block.IN_PLACE ? recv : send;
        if (board != null && isShort(board, own, p2p.size())) {
            // Only the root's receive buffer counts, but the type is that of all.
            BoardRounds.reduce(board, p2p.rank(), p2p.size(), send, recv, op, root);
        } else {
            BinomialReduce.run(p2p, send, recv, op, root);
        }
    }

    @Override
    public void allReduce(PointToPoint p2p, Block send, Block recv, Reduction op) {
        Board board = p2p.board();
        if (board != null && isShort(board, recv, p2p.size())) {
            BoardRounds.allReduce(board, p2p.size(), send, recv, op);
        } else {
            RecursiveDoublingAllReduce.run(p2p, send, recv, op);
        }
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
        Board board = recv instanceof Blocks.Equal ? p2p.board() : null;
        if (board != null && recv.of(0).bytes() <= board.capacity()) {
            BoardRounds.allGather(board, p2p.rank(), p2p.size(), send, recv);
        } else {
            RingAllGather.run(p2p, send, recv);
        }
    }

    @Override
    public void allToAll(PointToPoint p2p, Blocks send, Blocks recv) {
        Board board = send instanceof Blocks.Equal ? p2p.board() : null;
        if (board != null && send.of(0).bytes() <= board.capacity() / p2p.size()) {
            BoardRounds.allToAll(board, p2p.rank(), p2p.size(), send, recv);
        } else {
            PairwiseAllToAll.run(p2p, send, recv);
        }
    }

    /** Whether it pays that each rank combines the data of all; all ranks have the same type. */
    private static boolean isShort(Board board, Block data, int size) {
        return data.type().isContiguous() && data.bytes() * size <= MOST_COMBINED && data.bytes() <= board.capacity();
    }
}
