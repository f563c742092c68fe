/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.datatype;

import java.lang.foreign.MemorySegment;

/** The loop of a predefined operation on one type; see {@link Reduction#apply}. */
@FunctionalInterface
interface Kernel {

    /**
     * Elements that the kernels of primitives handle at once: they copy operands into two small arrays, which stay in
     * the first-level cache, because the JIT vectorises loops over arrays but not those over two memory segments, which
     * might overlap.
     */
    int CHUNK = 1024;

    void apply(MemorySegment in, long inOffset, MemorySegment inOut, long inOutOffset, long count);
}
