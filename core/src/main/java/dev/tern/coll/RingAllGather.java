/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.coll;

/** In n - 1 steps every rank passes the block it got last to the next rank. */
final class RingAllGather {

    private RingAllGather() {}

    static void run(PointToPoint p2p, Block send, Blocks recv) {
        int rank = p2p.rank();
        int size = p2p.size();
        if (send != Block.IN_PLACE) {
            LocalCopy.run(send, recv.of(rank));
        }
        int next = (rank + 1) % size;
        int previous = (rank - 1 + size) % size;
        for (int step = 0; step < size - 1; step++) {
            Block out = recv.of(Math.floorMod(rank - step, size));
            Block in = recv.of(Math.floorMod(rank - step - 1, size));
            p2p.sendRecv(out, next, in, previous, Tag.ALL_GATHER.value());
        }
    }
}
