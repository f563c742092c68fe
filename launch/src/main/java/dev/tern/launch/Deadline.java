/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

/** A point in time that may be set, on the clock that nobody turns. */
final class Deadline {
    private static final long NANOS_PER_MILLI = 1_000_000L;

    private boolean set;
    private long at;

    /** Sets it to some milliseconds from now. */
    void set(long millis) {
        set = true;
        at = System.nanoTime() + millis * NANOS_PER_MILLI;
    }

    /** Sets it unless it is set. */
    void setIfClear(long millis) {
        if (!set) {
            set(millis);
        }
    }

    /** Forgets it. */
    void clear() {
        set = false;
    }

    /** Forgets it if it has passed. */
    void clearIfOver() {
        set = set && !isOver();
    }

    /** Whether it was set and has passed. */
    boolean isOver() {
        return set && System.nanoTime() - at >= 0;
    }

    /** Milliseconds until then, rounded up; very many if it is not set. */
    long millis() {
        return set ? Math.max(0, (at - System.nanoTime() + NANOS_PER_MILLI - 1) / NANOS_PER_MILLI) : Long.MAX_VALUE;
    }
}
