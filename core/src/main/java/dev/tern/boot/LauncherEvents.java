/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.boot;

/** What a launcher can tell a running process. Called on a thread of its own. */
public interface LauncherEvents {
    /** The connection to the launcher is gone, though nobody said goodbye: the job is over. */
    void launcherLost();

    /** The launcher wants to know what this process is doing, because the job takes too long. */
    void reportRequested();
}
