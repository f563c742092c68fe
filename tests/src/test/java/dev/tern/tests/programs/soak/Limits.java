/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests.programs.soak;

import java.util.Random;

/**
 * How much a round may take.
 *
 * @param longest bytes of a message
 * @param budget bytes that one rank sends, and that one rank receives, in a round; a little more may come
 * @param messages that all ranks send in a round of random traffic
 */
record Limits(int longest, int budget, int messages) {
    /** Where something changes: lines, slots, eager limits, pieces, sizes of rings and buffers. */
    private static final int[] EDGES = {
        0, 8, 48, 64, 112, 512, 1024, 4096, 8192, 16_384, 32_768, 65_536, 131_072, 262_144, 524_288, 1_048_576,
        2_097_152, 4_194_304, 8_388_608
    };

    private static final int COMMON_EDGES = 12;

    /** Any length from 0 to the longest, short ones most often. */
    int length(Random random) {
        int kind = random.nextInt(100);
        if (kind < 40) {
            return random.nextInt(65);
        }
        if (kind < 60) {
            int edge = EDGES[random.nextInt(kind < 58 ? COMMON_EDGES : EDGES.length)];
            return Math.clamp(edge + random.nextInt(3) - 1, 0, longest);
        }
        if (kind < 80) {
            return Math.min(random.nextInt(4200), longest);
        }
        if (kind < 95) {
            return Math.min(random.nextInt(70_000), longest);
        }
        if (kind < 99) {
            return Math.min(random.nextInt(1 << 10 + random.nextInt(11)), longest);
        }
        return random.nextInt(longest + 1);
    }
}
