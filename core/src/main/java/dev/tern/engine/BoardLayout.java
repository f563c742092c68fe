/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.engine;

import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * Memory layout of a board: four pages for each member, which are used in turn.
 *
 * <pre>
 *  page          0        8            16                      64                    4160
 *                | round  | tag, bytes | data                                         |
 * </pre>
 *
 * All is written by the member whose page it is and read by the others. The number of the round, counted from 1, is the last
 * thing that is written. So short data move with it in one cache line.
 */
final class BoardLayout {
    static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG;
    static final VarHandle ROUND = WORD.varHandle().withInvokeExactBehavior();

    static final long WHAT = 8;
    static final long DATA = 16;
    static final int CAPACITY = 4096;
    /** A power of two. With more of them the root of a broadcast can be further ahead of the others. */
    static final int PAGES = 4;

    static final long PAGE = DATA + CAPACITY + 63 & -64;

    private BoardLayout() {}

    static long page(int rank, long round) {
        return ((long) PAGES * rank + (round & PAGES - 1)) * PAGE;
    }

    static long size(int members) {
        return (long) PAGES * members * PAGE;
    }

    static long what(int tag, int bytes) {
        return (long) tag << 32 | bytes;
    }
}
