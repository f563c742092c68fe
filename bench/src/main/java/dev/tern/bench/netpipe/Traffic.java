/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.netpipe;

/** Which way messages go. */
public enum Traffic {
    /** One goes, one comes back, and so on. */
    PING_PONG(2, 1, "ping-pong"),
    /** All go one way, one after the other. */
    STREAMING(1, 1, "streaming"),
    /** One goes each way at the same time. */
    BOTH_WAYS(1, 2, "both ways");

    private final int turns;
    private final int directions;
    private final String label;

    Traffic(int turns, int directions, String label) {
        this.turns = turns;
        this.directions = directions;
        this.label = label;
    }

    /** Messages of a round that go one after the other. */
    int turns() {
        return turns;
    }

    /** Messages that go at the same time: all of them count for the bandwidth. */
    public int directions() {
        return directions;
    }

    /** What it is called in the headline. */
    public String label() {
        return label;
    }
}
