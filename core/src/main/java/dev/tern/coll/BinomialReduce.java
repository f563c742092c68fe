/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.coll;

import dev.tern.datatype.Reduction;

/**
 * A binomial tree towards the root. Every rank combines a run of consecutive ranks, the lower ones on the left;
 * operations that are not commutative are led to rank 0 and moved to the root, so that the operands keep the order of
 * the ranks.
 */
final class BinomialReduce {

    private BinomialReduce() {}

    static void run(PointToPoint p2p, Block send, Block recv, Reduction op, int root) {
        int top = op.commutative() ? root : 0;
        Scratch result = combine(p2p, send == Block.IN_PLACE ? recv : send, op, top);
        int rank = p2p.rank();
        if (top != root && rank == top) {
            result.block().send(p2p, root, Tag.REDUCE);
        }
        if (rank == root) {
            if (top == root) {
                result.copyTo(recv);
            } else {
                recv.recv(p2p, top, Tag.REDUCE);
            }
        }
    }

    /** What all ranks contribute, on rank {@code top}; elsewhere a part of it. */
    static Scratch combine(PointToPoint p2p, Block own, Reduction op, int top) {
        int size = p2p.size();
        int relative = Math.floorMod(p2p.rank() - top, size);
        Scratch left = Scratch.copyOf(own);
        Scratch right = null;
        for (int step = 1; step < size; step *= 2) {
            if ((relative & step) != 0) {
                left.block().send(p2p, (relative - step + top) % size, Tag.REDUCE);
                break;
            }
            if (relative + step < size) {
                right = right == null ? new Scratch(own.count(), own.type()) : right;
                right.block().recv(p2p, (relative + step + top) % size, Tag.REDUCE);
                left.applyTo(right, op);
                Scratch free = left;
                left = right;
                right = free;
            }
        }
        return left;
    }
}
