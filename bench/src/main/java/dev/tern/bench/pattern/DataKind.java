/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.pattern;

/** What the messages lie in: the choice of option {@code -a}. */
public enum DataKind {
    /** Direct NIO buffers from {@code MPI.new*Buffer}. */
    BUFFER,
    /** Direct NIO buffers from the JDK, of which MPI knows nothing. */
    DIRECT,
    /** Java arrays. */
    ARRAYS
}
