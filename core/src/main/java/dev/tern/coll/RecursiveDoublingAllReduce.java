/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.coll;

import dev.tern.datatype.Reduction;

/**
 * Pairs at doubling distance exchange what they have and both combine it: log2(n) steps. Where the number of ranks is
 * no power of two, the lowest ones first join in pairs. Every rank always holds the result of a run of consecutive
 * ranks, so that the operands keep their order and all ranks get the same bits.
 */
final class RecursiveDoublingAllReduce {

    private RecursiveDoublingAllReduce() {}

    static void run(PointToPoint p2p, Block send, Block recv, Reduction op) {
        int rank = p2p.rank();
        int power = Integer.highestOneBit(p2p.size());
        int joined = p2p.size() - power;
        Block own = send == Block.IN_PLACE ? recv : send;
        boolean paired = rank < 2 * joined;
        if (paired && rank % 2 == 0) {
            own.send(p2p, rank + 1, Tag.ALL_REDUCE);
            recv.recv(p2p, rank + 1, Tag.ALL_REDUCE);
            return;
        }
        Scratch mine = Scratch.copyOf(own);
        Scratch other = new Scratch(own.count(), own.type());
        if (paired) {
            other.block().recv(p2p, rank - 1, Tag.ALL_REDUCE);
            other.applyTo(mine, op);
        }
        int member = paired ? rank / 2 : rank - joined;
        for (int step = 1; step < power; step *= 2) {
            int partner = member ^ step;
            int peer = partner < joined ? 2 * partner + 1 : partner + joined;
            p2p.sendRecv(mine.block(), peer, other.block(), peer, Tag.ALL_REDUCE.value());
            if (partner < member) {
                other.applyTo(mine, op);
            } else {
                mine.applyTo(other, op);
                Scratch free = mine;
                mine = other;
                other = free;
            }
        }
        mine.copyTo(recv);
        if (paired) {
            mine.block().send(p2p, rank - 1, Tag.ALL_REDUCE);
        }
    }
}
