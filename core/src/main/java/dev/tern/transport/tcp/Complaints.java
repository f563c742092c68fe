/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.transport.tcp;

/** Lines on standard error about connections, not more than a few a minute whatever strangers do. */
final class Complaints {
    private static final long PAUSE_NANOS = 5_000_000_000L;
    private static final int AT_ONCE = 5;

    private final int rank;
    private long last; // guarded by this, as the next
    private int said;
    private int unsaid;

    Complaints(int rank) {
        this.rank = rank;
    }

    /** Somebody has called who does not belong to this job. */
    void stranger(String who, String why) {
        sayAtTimes("a stranger at " + who + " was turned away: " + why, " [stranger]");
    }

    /** Says something that may happen very often. */
    synchronized void sayAtTimes(String what, String topic) {
        long now = System.nanoTime();
        if (now - last > PAUSE_NANOS) {
            said = 0;
        }
        if (said >= AT_ONCE) {
            unsaid++;
            return;
        }
        said++;
        last = now;
        String more = unsaid == 0 ? "" : " (and " + unsaid + " others meanwhile)";
        unsaid = 0;
        say(what + more + topic);
    }

    void say(String what) {
        System.err.println("tern: rank " + rank + ": " + what);
    }
}
