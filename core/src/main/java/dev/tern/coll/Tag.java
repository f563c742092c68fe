/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.coll;

/** The tags of collectives, one for each, so that a trace shows what a message belongs to. */
enum Tag {
    BARRIER,
    BCAST,
    REDUCE,
    ALL_REDUCE,
    GATHER,
    SCATTER,
    ALL_GATHER,
    ALL_TO_ALL,
    SCAN;

    int value() {
        return ordinal() + 1;
    }
}
