/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.coll;

/** A binomial tree: in every step each rank that has the data sends them to one that has not. */
final class BinomialBcast {

    private BinomialBcast() {}

    static void run(PointToPoint p2p, Block data, int root) {
        int size = p2p.size();
        int relative = Math.floorMod(p2p.rank() - root, size);
        int step = Integer.highestOneBit(size);
        if (relative != 0) {
            int distance = Integer.lowestOneBit(relative);
            data.recv(p2p, (relative - distance + root) % size, Tag.BCAST);
            step = distance / 2;
        }
        for (; step > 0; step /= 2) {
            if (relative + step < size) {
                data.send(p2p, (relative + step + root) % size, Tag.BCAST);
            }
        }
    }
}
