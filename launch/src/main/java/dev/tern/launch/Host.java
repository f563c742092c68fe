/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

/**
 * A host of a job.
 *
 * @param name as the user names it
 * @param slots how many ranks it gets before the next host gets any
 * @param most how many ranks it may get at all, 0 for any number
 * @param counted whether the user says how many slots it has
 */
record Host(String name, int slots, int most, boolean counted) {
    /** The same host with the room of both. */
    Host and(Host again) {
        return new Host(name, slots + again.slots, most + again.most, counted || again.counted);
    }

    /** The form that launchers take in a list. */
    String text() {
        return name + ":" + slots;
    }
}
