/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.datatype;

import java.lang.foreign.MemorySegment;

/** An associative operation on elements of one datatype. */
public interface Reduction {

    /**
     * Does {@code inOut[i] = in[i] op inOut[i]}. Elements are laid out with the extent of their type; no alignment is
     * assumed.
     *
     * @param in the left operands
     * @param inOffset where the first one starts, in bytes
     * @param inOut the right operands, replaced by the results
     * @param inOutOffset where the first one starts, in bytes
     * @param count number of elements
     */
    void apply(MemorySegment in, long inOffset, MemorySegment inOut, long inOutOffset, long count);

    /** Whether it is certain not to write to the left operands. */
    default boolean keepsOperands() {
        return false;
    }

    /** Whether the order of the operands does not matter. */
    boolean commutative();
}
