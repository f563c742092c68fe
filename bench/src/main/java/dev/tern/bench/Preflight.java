/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench;

import java.util.List;
import java.util.Set;

/**
 * Finds wrong options before any rank is started: {@code java dev.tern.bench.Preflight RANKS NAME OPTIONS} exits with 1
 * and says why when the benchmark would refuse them.
 */
public final class Preflight {
    private static final int FAILED = 1;

    private Preflight() {}

    /**
     * Checks the arguments of {@link Bench}.
     *
     * @param args the number of ranks, then those arguments
     */
    public static void main(String[] args) {
        try {
            check(args[0], List.of(args).subList(1, args.length));
        } catch (UsageException e) {
            System.err.println("bench: " + e.getMessage());
            System.exit(FAILED);
        }
    }

    static void check(String count, List<String> args) throws UsageException {
        int ranks = ranks(count);
        Program program = Program.of(args).orElse(null);
        if (program != null) {
            program.check(ranks);
            return;
        }
        BenchOptions options = BenchOptions.parse(args, Set.of());
        if (Bench.information(options).isEmpty()) {
            Settings.of(options).pairs(ranks);
        }
    }

    private static int ranks(String count) throws UsageException {
        try {
            return Integer.parseInt(count);
        } catch (NumberFormatException e) {
            throw new UsageException("-n %s: expected a number of ranks".formatted(count));
        }
    }
}
