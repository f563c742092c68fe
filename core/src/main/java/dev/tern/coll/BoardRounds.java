/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.coll;

import dev.tern.datatype.Reduction;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Collectives of short data over a {@link Board}. Each is one round: every member reads the pages that it needs itself, so nobody
 * waits for a second step, which counts most where ranks share cores.
 */
final class BoardRounds {
    private BoardRounds() {}

    static void barrier(Board board, int rank, int size) {
        board.begin();
        board.post(Tag.BARRIER.value(), 0);
        awaitAll(board, rank, size, Tag.BARRIER, 0);
    }

    static void bcast(Board board, int rank, Block data, int root) {
        MemorySegment own = board.begin();
        int bytes = (int) data.bytes();
        if (rank == root) {
            data.copyTo(own, 0);
            board.post(Tag.BCAST.value(), bytes);
        } else {
            board.post(Tag.BCAST.value(), 0);
            data.copyFrom(board.await(root, Tag.BCAST.value(), bytes), 0);
        }
    }

    static void reduce(Board board, int rank, int size, Block send, Block recv, Reduction op, int root) {
        post(board, send == Block.IN_PLACE ? recv : send, Tag.REDUCE);
        if (rank == root) {
            combine(board, size, recv, op, Tag.REDUCE);
        }
    }

    static void allReduce(Board board, int size, Block send, Block recv, Reduction op) {
        post(board, send == Block.IN_PLACE ? recv : send, Tag.ALL_REDUCE);
        combine(board, size, recv, op, Tag.ALL_REDUCE);
    }

    private static void post(Board board, Block data, Tag tag) {
        data.copyTo(board.begin(), 0);
        board.post(tag.value(), (int) data.bytes());
    }

    /** From the last rank to the first: each is the left operand of what is there already, so all ranks get the same bits. */
    private static void combine(Board board, int size, Block recv, Reduction op, Tag tag) {
        int bytes = (int) recv.bytes();
        MemorySegment result = board.scratch();
        MemorySegment.copy(board.await(size - 1, tag.value(), bytes), 0, result, 0, bytes);
        for (int rank = size - 2; rank >= 0; rank--) {
            MemorySegment page = board.await(rank, tag.value(), bytes);
            op.apply(op.keepsOperands() ? page : copy(page, bytes), 0, result, 0, recv.count());
        }
        recv.copyFrom(result, 0);
    }

    /** The program's own function may write to what the other ranks read, too. */
    private static MemorySegment copy(MemorySegment page, int bytes) {
        return MemorySegment.ofArray(page.asSlice(0, bytes).toArray(ValueLayout.JAVA_BYTE));
    }

    static void allGather(Board board, int rank, int size, Block send, Blocks recv) {
        post(board, send == Block.IN_PLACE ? recv.of(rank) : send, Tag.ALL_GATHER);
        for (int from = 0; from < size; from++) {
            Block to = recv.of(from);
            to.copyFrom(board.await(from, Tag.ALL_GATHER.value(), (int) to.bytes()), 0);
        }
    }

    static void allToAll(Board board, int rank, int size, Blocks send, Blocks recv) {
        MemorySegment own = board.begin();
        int bytes = (int) send.of(0).bytes();
        for (int to = 0; to < size; to++) {
            send.of(to).copyTo(own, (long) to * bytes);
        }
        board.post(Tag.ALL_TO_ALL.value(), size * bytes);
        for (int from = 0; from < size; from++) {
            recv.of(from).copyFrom(board.await(from, Tag.ALL_TO_ALL.value(), size * bytes), (long) rank * bytes);
        }
    }

    private static void awaitAll(Board board, int rank, int size, Tag tag, int bytes) {
        for (int other = 0; other < size; other++) {
            if (other != rank) {
                board.await(other, tag.value(), bytes);
            }
        }
    }
}
