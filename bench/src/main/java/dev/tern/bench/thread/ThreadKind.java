/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.thread;

/** What runs the threads of a benchmark: the choice of option {@code --threads-kind}. */
public enum ThreadKind {
    /** Threads of the operating system. */
    PLATFORM,
    /** Virtual threads. */
    VIRTUAL;

    Thread.Builder builder() {
        return this == PLATFORM ? Thread.ofPlatform() : Thread.ofVirtual();
    }
}
