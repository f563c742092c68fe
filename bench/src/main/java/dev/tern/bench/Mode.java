/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench;

import dev.tern.bench.pattern.Pattern;
import dev.tern.bench.pattern.PingPong;
import dev.tern.bench.pattern.ProcNull;
import dev.tern.bench.pattern.Streaming;
import java.util.Locale;

/** What each thread of the benchmark threads does. */
enum Mode {
    /** Sends to nobody. */
    PROC_NULL(Benchmark.Ranks.ONE, ProcNull::new),
    /** A message goes and comes back. */
    PING_PONG(Benchmark.Ranks.TWO, PingPong::new),
    /** Windows of immediate sends. */
    WINDOW(Benchmark.Ranks.TWO, Streaming::new);

    private final Benchmark.Ranks ranks;
    private final Pattern.Factory pattern;

    Mode(Benchmark.Ranks ranks, Pattern.Factory pattern) {
        this.ranks = ranks;
        this.pattern = pattern;
    }

    Benchmark.Ranks ranks() {
        return ranks;
    }

    Pattern.Factory pattern() {
        return pattern;
    }

    /** What the user calls it. */
    String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
