/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.coll;

import dev.tern.datatype.Reduction;

/** Every rank adds its data to what the rank below sends, and passes the result on. */
final class LinearScan {

    private LinearScan() {}

    static void run(PointToPoint p2p, Block send, Block recv, Reduction op, boolean exclusive) {
        int rank = p2p.rank();
        Scratch sum = Scratch.copyOf(send == Block.IN_PLACE ? recv : send);
        if (rank > 0) {
            Scratch below = new Scratch(recv.count(), recv.type());
            below.block().recv(p2p, rank - 1, Tag.SCAN);
            below.applyTo(sum, op);
            if (exclusive) {
                below.copyTo(recv);
            }
        }
        if (rank + 1 < p2p.size()) {
            sum.block().send(p2p, rank + 1, Tag.SCAN);
        }
        if (!exclusive) {
            sum.copyTo(recv);
        }
    }
}
