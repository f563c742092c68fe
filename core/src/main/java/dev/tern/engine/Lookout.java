/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.engine;

import dev.tern.match.ThreadGuard;

/** All that a rank can be sent: what a thread looks at that waits long, and by which it can be woken. */
interface Lookout {
    /** Makes the progress that can be made on all lanes at which nobody else is; true if anything moved. */
    boolean look();

    /** Whether anything was started that has not ended. By any thread. */
    boolean isPending();

    /** Whether {@link #sleep} can be used. */
    boolean canSleep();

    /**
     * Asks that who sleeps here be woken when something arrives, though this thread sleeps elsewhere; to be followed by a last
     * look.
     */
    void askForOther();

    /** Asks to be woken; to be followed by a last look, then {@link #sleep}. */
    void announceSleep();

    /** Sleeps until something arrives or this rank is woken by {@link #wakeOwn}, at most so long. */
    void sleep(long nanos);

    /** Takes the announcement back. */
    void endSleep();

    /** Somebody has waited for seconds: finds out, in the course of time, whether all are still reached. */
    default void suspect() {}

    /** Which process was found not to be reached any more, for people, or null. */
    default String lostPeer() {
        return null;
    }

    /** Wakes the threads of this rank that sleep. By another of its threads. */
    void wakeOwn();

    /** What finds the calls of wrong threads, null if nothing is checked. */
    default ThreadGuard guard() {
        return null;
    }
}
