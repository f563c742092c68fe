/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.engine;

/** The levels of thread support (MPI-4.1 section 11.6), in the order of MPI's numbers. */
public enum ThreadLevel {
    SINGLE,
    FUNNELED,
    SERIALIZED,
    MULTIPLE;

    /** The constant of the API. */
    String constant() {
        return "THREAD_" + name();
    }
}
