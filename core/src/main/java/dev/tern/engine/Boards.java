/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.engine;

import dev.tern.coll.Block;
import dev.tern.coll.Collectives;
import dev.tern.datatype.TypeMap;
import dev.tern.transport.shm.ShmTransport;
import java.lang.foreign.MemorySegment;

/** Makes boards for communicators all of whose members run on this machine: the first member takes the memory from its heap. */
final class Boards {
    /** The member whose memory it is. */
    static final int OWNER = 0;

    /** With more members the pages that each has to read outweigh the steps that are saved. */
    static final int MOST_MEMBERS = 32;

    private final ShmTransport shm;
    private final Collectives collectives;

    Boards(ShmTransport shm, Collectives collectives) {
        this.shm = shm;
        this.collectives = collectives;
    }

    /** Collective over the members; null if the owner has no memory. */
    SharedBoard make(CollectiveEndpoint port) {
        long bytes = BoardLayout.size(port.size());
        long[] offset = {port.rank() == OWNER ? shm.heap().takeBlock(bytes) : 0};
        collectives.bcast(port, new Block(offset, 1, TypeMap.LONG), OWNER);
        if (offset[0] == 0) {
            return null;
        }
        int owner = port.endpoint().context().worldRankOf(OWNER);
        MemorySegment memory = shm.block(owner, offset[0], bytes);
        return port.endpoint().board(memory, offset[0], port.rank());
    }

    /** Gives the memory of a board back that nobody looks at any more; by its owner. */
    void release(SharedBoard board) {
        shm.heap().giveBlock(board.offset(), BoardLayout.size(board.members()));
    }
}
