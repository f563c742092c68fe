/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.transport.shm;

import dev.tern.datatype.Memory;
import dev.tern.error.ErrorClass;
import dev.tern.error.MpiError;
import dev.tern.os.Lazy;
import dev.tern.os.ProcessMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Reads the memory of a peer's process through the system, if that permits it. Whether it does is found out at the first long
 * messages from the peer, by reading the number that the peer has in its segment.
 */
final class PeerProcess {
    private final SharedSegment theirs;
    private final long shortest;

    private final Lazy<ProcessMemory> memory = new Lazy<>(this::permitted);
    private boolean allowed;

    /**
     * @param theirs the peer's segment
     * @param shortest message in bytes for which it pays, {@link Long#MAX_VALUE} for none
     */
    PeerProcess(SharedSegment theirs, long shortest) {
        this.theirs = theirs;
        this.shortest = shortest;
    }

    /** Whether the peer may read a message of this process that is so long. */
    boolean isWorth(long length) {
        if (length < shortest) {
            return false;
        }
        if (!allowed) {
            allowed = true;
            ProcessMemory.allowPeers();
        }
        return true;
    }

    /** False at first. */
    boolean isReadable() {
        return memory.get() != null;
    }

    private ProcessMemory permitted() {
        ProcessMemory candidate = ProcessMemory.probe();
        if (candidate == null) {
            return null;
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment word = arena.allocate(ValueLayout.JAVA_LONG);
            long read = candidate.read(theirs.pid(), theirs.nonceAddress(), word, 0, word.byteSize());
            boolean right = read == word.byteSize() && word.get(ValueLayout.JAVA_LONG, 0) == theirs.nonce();
            return right ? candidate : null;
        }
    }

    void read(long address, Object buf, long offset, long length) {
        long read = memory.get().read(theirs.pid(), address, Memory.segment(buf), offset, length);
        if (read != length) {
            throw new MpiError(
                    ErrorClass.INTERN,
                    "cannot read " + length + " bytes of process " + theirs.pid() + " (result " + read
                            + "): it has ended, or shared memory was overwritten");
        }
    }
}
