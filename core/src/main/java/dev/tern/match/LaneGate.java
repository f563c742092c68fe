/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.match;

/** What a thread passes to use a lane and leaves afterwards, where more than one may come. */
abstract class LaneGate {
    abstract void lock();

    abstract boolean tryLock();

    abstract void unlock();

    /** Fails if the calling thread may not be here now; for calls that use no lane. */
    void check() {}

    /** How often it was passed, modulo 2^32, if that is counted. */
    int uses() {
        return 0;
    }

    /** Whether somebody else wants to pass; who is inside for long should leave then. */
    boolean isWanted() {
        return false;
    }
}
