/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.netpipe;

import java.util.ArrayList;
import java.util.List;

/**
 * The sizes of NetPIPE: they grow by half and by a third in turn, which makes them double every second time; around each
 * of them are two more, some bytes smaller and larger, as soon as the steps are long enough for that.
 *
 * @param lower the first size in bytes; at least 1
 * @param upper no size but those around is above
 * @param perturbation by how many bytes those around differ; 0 for none
 */
public record Curve(int lower, int upper, int perturbation) {
    /** The first sizes are neighbours anyway. */
    private static final int SMALL_STEPS = 3;

    /**
     * One size of the curve.
     *
     * @param size bytes of each message
     * @param growth how much longer than the last size this one is expected to take
     */
    public record Point(int size, double growth) {}

    /** All sizes, in the order in which they are run. */
    public List<Point> points() {
        List<Point> points = new ArrayList<>();
        long step = Math.max(1, lower / 2);
        long last = lower;
        int number = lower > 1 ? 1 : 0;
        for (long length = lower; length <= upper; length += step, number++) {
            if (number >= SMALL_STEPS && number % 2 != 0) {
                step *= 2;
            }
            boolean alone = perturbation == 0 || step <= perturbation + 1;
            for (long off = alone ? 0 : -perturbation;
                    off <= perturbation;
                    off += alone ? perturbation + 1 : perturbation) {
                points.add(new Point((int) (length + off), (double) last / (last - step + 1)));
                last = length + off;
            }
        }
        return points;
    }
}
