/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.pattern;

import mpi.Comm;
import mpi.MPIException;

/**
 * This rank's place among pairs of ranks: rank r leads and rank r + pairs follows; ranks beyond are idle.
 *
 * @param partner the other rank of the pair, or -1 when this rank is idle
 * @param leads whether this rank is the first of its pair
 */
record Pairs(int partner, boolean leads) {
    static Pairs of(Comm comm, int pairs) throws MPIException {
        int rank = comm.getRank();
        if (rank < pairs) {
            return new Pairs(rank + pairs, true);
        }
        return new Pairs(rank < 2 * pairs ? rank - pairs : -1, false);
    }

    boolean idle() {
        return partner < 0;
    }
}
