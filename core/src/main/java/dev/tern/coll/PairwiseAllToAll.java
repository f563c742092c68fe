/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.coll;

/** In step i every rank sends to the rank i above and receives from the rank i below. */
final class PairwiseAllToAll {

    private PairwiseAllToAll() {}

    static void run(PointToPoint p2p, Blocks send, Blocks recv) {
        int rank = p2p.rank();
        int size = p2p.size();
        LocalCopy.run(send.of(rank), recv.of(rank));
        for (int step = 1; step < size; step++) {
            int dest = (int) (((long) rank + step) % size);
            int source = Math.floorMod(rank - step, size);
            p2p.sendRecv(send.of(dest), dest, recv.of(source), source, Tag.ALL_TO_ALL.value());
        }
    }
}
