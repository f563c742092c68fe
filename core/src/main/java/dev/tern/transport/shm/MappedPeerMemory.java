/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.transport.shm;

import dev.tern.datatype.Memory;
import dev.tern.transport.PeerMemory;
import java.lang.foreign.MemorySegment;

/**
 * The memory of a local peer: its shared heap, which this process has mapped, and what the system lets it read of the rest.
 * Addresses are offsets in the peer's segment, or else addresses of its process with the sign bit set.
 */
final class MappedPeerMemory extends PeerMemory {
    private static final long IN_PROCESS = Long.MIN_VALUE;

    private final SharedHeap own; // null if native access is off: then no buffer lies in it
    private final SharedSegment theirs;
    private final PeerProcess process;

    MappedPeerMemory(SharedHeap own, SharedSegment theirs, PeerProcess process) {
        this.own = own;
        this.theirs = theirs;
        this.process = process;
    }

    @Override
    public long expose(Object buf, long offset, long length) {
        long address = Memory.address(buf);
        if (address == 0) {
            return 0;
        }
        long inHeap = own == null ? 0 : own.offset(address + offset, length);
        if (inHeap != 0) {
            return inHeap;
        }
        return process.isWorth(length) ? address + offset | IN_PROCESS : 0;
    }

    @Override
    public boolean isReadable(long address, long length) {
        return address < 0 ? process.isReadable() : address != 0 && theirs.isInHeap(address, length);
    }

    @Override
    public void read(long address, Object buf, long offset, long length) {
        if (address < 0) {
            process.read(address & ~IN_PROCESS, buf, offset, length);
        } else {
            MemorySegment memory = theirs.memory();
            Memory.copyIn(memory, address, buf, offset, length);
        }
    }
}
