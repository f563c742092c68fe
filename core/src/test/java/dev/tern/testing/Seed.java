/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.testing;

import java.util.Random;

/** Runs random tests so that each failure can be repeated: it names the seed, and {@code -Dtest.seed=} sets it. */
public final class Seed {
    private Seed() {}

    /** A test that draws its input. */
    @FunctionalInterface
    public interface Body {
        void run(Random random) throws Exception;
    }

    public static void run(Body body) {
        long seed = Long.getLong("test.seed", System.nanoTime());
        try {
            body.run(new Random(seed));
        } catch (Exception | AssertionError | StackOverflowError e) {
            throw new AssertionError("failed with -Dtest.seed=" + seed + ": " + e, e);
        }
    }
}
