/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.coll;

/** The root receives from every rank. */
final class LinearGather {

    private LinearGather() {}

    static void run(PointToPoint p2p, Block send, Blocks recv, int root) {
        if (p2p.rank() != root) {
            send.send(p2p, root, Tag.GATHER);
            return;
        }
        if (send != Block.IN_PLACE) {
            // Before anything is received: both buffers may be the same array.
            LocalCopy.run(send, recv.of(root));
        }
        Object[] receives = new Object[p2p.size() - 1];
        for (int i = 0; i < receives.length; i++) {
            int source = i < root ? i : i + 1;
            Block block = recv.of(source);
            receives[i] =
                    p2p.irecv(block.buf(), block.start(), block.count(), block.type(), source, Tag.GATHER.value());
        }
        p2p.waitForAll(receives);
    }
}
