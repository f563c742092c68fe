/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.transport.shm;

import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * Memory layout of the segment file that each rank creates. It holds the rings that end at this rank, and its part of the
 * shared heap.
 *
 * <pre>
 *  offset 0      +----------------------------------+
 *                | magic                    (long)  |  written by the owner before anybody else opens the file
 *                | version, local rank      (2 int) |
 *                | local ranks, ring slots  (2 int) |
 *                | ring payload bytes, 0    (2 int) |
 *                | nonce                    (long)  |
 *                | process id               (long)  |
 *                | address of the nonce     (long)  |  in the owner's address space
 *                | limit of the heap        (long)  |
 *         128    +----------------------------------+
 *                | attached                 (long)  |  counted up by each rank that has mapped the segment; the last
 *                |                                  |  one removes the file's name
 *         256    +----------------------------------+
 *                | state                    (long)  |  written by the owner, read by those who wait long for it
 *                | heap bytes               (long)  |  how far the heap has grown; written by the owner, read by those
 *                |                                  |  who copy out of it
 *         384    +----------------------------------+
 *                | wake request             (int)   |  set by the owner, cleared by who wakes it; read at each message
 *         448    +----------------------------------+
 *                | sleep flag               (int)   |  set by the owner, cleared by who wakes it; of the first lane's segment
 *         512    +----------------------------------+
 *                | doorbell                         |  a bit for each local rank; used if there are many
 *         4096   +----------------------------------+
 *                | ring from local rank 0           |
 *                | ring from local rank 1           |
 *                | ...                              |
 *                +----------------------------------+
 *                | heap                             |  on the next page; takes memory only as far as it has grown
 *                +----------------------------------+
 * </pre>
 */
final class SegmentLayout {
    static final long MAGIC_VALUE = 0x5445_524e_7365_676dL; // "TERNsegm"
    static final int VERSION_VALUE = 3;

    static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    static final VarHandle ATOMIC_LONG = LONG.varHandle().withInvokeExactBehavior();

    static final long MAGIC = 0;
    static final long VERSION = 8;
    static final long LOCAL_RANK = 12;
    static final long LOCAL_SIZE = 16;
    static final long RING_SLOTS = 20;
    static final long RING_BYTES = 24;
    static final long NONCE = 32;
    static final long PID = 40;
    static final long NONCE_ADDRESS = 48;
    static final long HEAP_LIMIT = 56;
    static final long ATTACHED = 128;
    static final long STATE = 256;
    static final long HEAP_BYTES = 264;
    static final long WAKE_REQUEST = 384;
    static final long SLEEP_FLAG = 448;
    static final long DOORBELL = 512;
    static final long RINGS = 4096;

    static final long STATE_RUNNING = 0;
    static final long STATE_FINALIZED = 1;
    static final long STATE_GONE = 2; // ended without Finalize

    static final long PAGE = 4096;

    private SegmentLayout() {}

    /** Where the heap starts. */
    static long heap(int localSize, long ringSize) {
        return RINGS + localSize * ringSize + PAGE - 1 & -PAGE;
    }
}
