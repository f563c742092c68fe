/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.match;

/** Wakes a thread that sleeps. */
public interface Waker {
    /** Makes the thread look again for what it waits for. By any thread; without effect on one that does not sleep. */
    void wake();
}
