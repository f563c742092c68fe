/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.netpipe;

import dev.tern.bench.netpipe.Curve.Point;
import java.util.List;
import java.util.OptionalInt;

/**
 * What is run; the same at both ends.
 *
 * @param curve the sizes
 * @param traffic which way messages go
 * @param rounds how many rounds each trial has; empty where time decides
 * @param warmUp rounds before the trials of each size
 * @param seconds what time decides: a trial of a ping-pong takes about twice as long, as in the original
 * @param validate whether the data are verified
 * @param jitSeconds how long all sizes are run before the first one is timed
 */
public record Plan(
        Curve curve,
        Traffic traffic,
        OptionalInt rounds,
        int warmUp,
        double seconds,
        boolean validate,
        double jitSeconds) {
    /** Each size is run so often; the fastest trial counts. */
    public static final int TRIALS = 3;

    private static final int LEAST_ROUNDS = 3;

    /**
     * The rounds of a trial.
     *
     * @param point the size
     * @param last seconds that a message of the size before took
     * @return how many
     */
    int rounds(Point point, double last) {
        return rounds.orElseGet(() -> (int) Math.max(seconds / (point.growth() * last), LEAST_ROUNDS));
    }

    /** Whether messages are received where they are sent from, as in the original, which they can be in turns only. */
    public boolean sameBuffer() {
        return traffic == Traffic.PING_PONG && !validate;
    }

    /** The largest message in bytes. */
    public int largest() {
        return curve.points().stream().mapToInt(Point::size).max().orElse(0);
    }

    /** All that both ends have to agree in, as numbers. */
    public List<Double> terms() {
        return List.of(
                (double) curve.lower(),
                (double) curve.upper(),
                (double) curve.perturbation(),
                (double) traffic.ordinal(),
                (double) warmUp,
                validate ? 1.0 : 0.0,
                jitSeconds);
    }
}
