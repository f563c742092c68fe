/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.coll;

import dev.tern.datatype.TypeMap;

/** In step i every rank tells the one 2^i above and hears from the one 2^i below: log2(n) steps. */
final class DisseminationBarrier {

    private static final Block NOTHING = new Block(new byte[0], 0, TypeMap.BYTE);

    private DisseminationBarrier() {}

    static void run(PointToPoint p2p) {
        int rank = p2p.rank();
        int size = p2p.size();
        for (long step = 1; step < size; step *= 2) {
            int dest = (int) ((rank + step) % size);
            int source = (int) ((rank - step + size) % size);
            p2p.sendRecv(NOTHING, dest, NOTHING, source, Tag.BARRIER.value());
        }
    }
}
