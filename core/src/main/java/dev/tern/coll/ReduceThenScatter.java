/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.coll;

import dev.tern.datatype.Reduction;
import java.util.stream.IntStream;

/** Rank 0 gets the whole result and gives each rank its part. */
final class ReduceThenScatter {

    private ReduceThenScatter() {}

    static void run(PointToPoint p2p, Block send, Block recv, int[] counts, Reduction op) {
        Block own = send == Block.IN_PLACE
                ? new Block(
                        recv.buf(),
                        recv.start(),
                        IntStream.of(counts).asLongStream().sum(),
                        recv.type())
                : send;
        Scratch result = BinomialReduce.combine(p2p, own, op, 0);
        LinearScatter.run(p2p, Blocks.partsOf(result.block(), counts), recv, 0);
    }
}
