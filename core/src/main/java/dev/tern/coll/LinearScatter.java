/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.coll;

/** The root sends to every rank. */
final class LinearScatter {

    private LinearScatter() {}

    static void run(PointToPoint p2p, Blocks send, Block recv, int root) {
        if (p2p.rank() != root) {
            recv.recv(p2p, root, Tag.SCATTER);
            return;
        }
        Object[] sends = new Object[p2p.size() - 1];
        for (int i = 0; i < sends.length; i++) {
            int dest = i < root ? i : i + 1;
            Block block = send.of(dest);
            sends[i] = p2p.isend(block.buf(), block.start(), block.count(), block.type(), dest, Tag.SCATTER.value());
        }
        p2p.waitForAll(sends);
        if (recv != Block.IN_PLACE) {
            // After everything is sent: both buffers may be the same array.
            LocalCopy.run(send.of(root), recv);
        }
    }
}
