/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench;

import dev.tern.bench.netpipe.Curve;
import dev.tern.bench.netpipe.Plan;
import dev.tern.bench.netpipe.Traffic;
import java.util.OptionalInt;

/** Reads the options of NetPIPE. */
final class Sweeps {
    private static final int UPPER = 8 << 20;
    private static final int PERTURBATION = 3;
    private static final int LIMIT = 1 << 30;

    /** The original's trials of a ping-pong take about a fifth of a second each. */
    private static final double SECONDS_OF_A_SIZE = 0.6;

    private static final int SHARES = 2 * Plan.TRIALS;

    private Sweeps() {}

    /** What NetPIPE is to run. */
    static Plan plan(BenchOptions options) throws UsageException {
        int lower = number("-l", options.lower, 1, 1);
        int upper = number("-u", options.upper, Math.max(lower, UPPER), 1);
        int perturbation = number("-p", options.pairs, PERTURBATION, 0);
        if (lower > upper) {
            throw new UsageException("-l %d: is above the upper bound, %d".formatted(lower, upper));
        }
        if (options.streaming && options.bothWays) {
            throw new UsageException("-s and -2: messages go one way or both");
        }
        double seconds = options.maxSeconds == null ? SECONDS_OF_A_SIZE : options.maxSeconds;
        return new Plan(
                new Curve(lower, upper, perturbation),
                options.streaming ? Traffic.STREAMING : options.bothWays ? Traffic.BOTH_WAYS : Traffic.PING_PONG,
                options.rounds == null ? OptionalInt.empty() : OptionalInt.of(options.rounds),
                options.warmUp == null ? 0 : options.warmUp,
                seconds / SHARES,
                options.validate,
                options.jitSeconds);
    }

    private static int number(String option, Integer value, int otherwise, int least) throws UsageException {
        if (value != null && (value < least || value > LIMIT)) {
            throw new UsageException("%s %d: must be from %d to %d".formatted(option, value, least, LIMIT));
        }
        return value == null ? otherwise : value;
    }
}
