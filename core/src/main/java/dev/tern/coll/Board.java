/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.coll;

import java.lang.foreign.MemorySegment;

/**
 * Memory of the members of a communicator who all run on one machine: each has a page, which it writes and all read. A
 * collective is one round: every member {@link #begin begins}, writes its page, {@link #post posts} it, and {@link #await
 * awaits} the pages that it needs. All members use the board for the same collectives, in the same order.
 */
public interface Board {
    /** Bytes of a page. */
    int capacity();

    /** Starts a round, and returns this member's page once nobody reads it any more. What is in it is old. */
    MemorySegment begin();

    /**
     * Lets the others read the page.
     *
     * @param tag which collective this is; members who mean different ones get an error
     * @param bytes how much is in the page
     */
    void post(int tag, int bytes);

    /**
     * Waits until a member has posted.
     *
     * @return its page, valid until this member posts again
     * @throws dev.tern.error.MpiError if it has posted something else than expected
     */
    MemorySegment await(int rank, int tag, int bytes);

    /** Memory of this member alone, as long as a page. */
    MemorySegment scratch();
}
