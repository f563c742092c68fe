/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.engine;

import static dev.tern.engine.BoardLayout.ROUND;
import static dev.tern.engine.BoardLayout.WORD;

import dev.tern.coll.Board;
import dev.tern.error.ErrorClass;
import dev.tern.error.MpiError;
import dev.tern.match.Awaited;
import dev.tern.match.Context;
import dev.tern.match.Lane;
import dev.tern.match.Peer;
import dev.tern.match.Waker;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.IntPredicate;

/** A board in shared memory, see {@link BoardLayout}. One thread at a time uses it, as collectives are to be called. */
final class SharedBoard implements Board {
    /** Looks at a page between two looks at the messages of the lane. */
    private static final int LOOKS_PER_PROGRESS = 16;

    private final MemorySegment memory;
    private final long offset;
    private final Lane lane;
    private final Context context;
    private final Waiting waiting;
    private final int rank;
    private final Peer[] peers;
    private final MemorySegment[] pages; // by round, then by member
    private final MemorySegment scratch = Arena.ofAuto().allocate(BoardLayout.CAPACITY, Long.BYTES);
    private final Post post = new Post();

    private long round;

    /** Rounds that all members are known to have begun. */
    private long begunByAll;

    private int seenInRound; // members whose pages were awaited in this round

    /**
     * @param memory as long as {@link BoardLayout#size} says, zero at first
     * @param offset of it in the owner's segment
     */
    SharedBoard(
            MemorySegment memory, long offset, Lane lane, Context context, Waiting waiting, int rank, Peer[] peers) {
        this.memory = memory;
        this.offset = offset;
        this.lane = lane;
        this.context = context;
        this.waiting = waiting;
        this.rank = rank;
        this.peers = peers;
        this.pages = new MemorySegment[BoardLayout.PAGES * peers.length];
        for (int member = 0; member < peers.length; member++) {
            for (int page = 0; page < BoardLayout.PAGES; page++) {
                long at = BoardLayout.page(member, page) + BoardLayout.DATA;
                pages[page * peers.length + member] = memory.asSlice(at, BoardLayout.CAPACITY);
            }
        }
    }

    long offset() {
        return offset;
    }

    int members() {
        return peers.length;
    }

    @Override
    public int capacity() {
        return BoardLayout.CAPACITY;
    }

    @Override
    public MemorySegment scratch() {
        return scratch;
    }

    /**
     * The page was used {@link BoardLayout#PAGES} rounds ago; who has begun any round after that does not read it any more.
     */
    @Override
    public MemorySegment begin() {
        if (seenInRound == peers.length - 1) {
            begunByAll = round;
        }
        long needed = round + 2 - BoardLayout.PAGES;
        if (begunByAll < needed) {
            for (int member = 0; member < peers.length; member++) {
                if (member != rank) {
                    awaitRound(member, needed);
                }
            }
            begunByAll = needed;
        }
        round++;
        seenInRound = 0;
        return page(rank);
    }

    private MemorySegment page(int member) {
        return pages[(int) (round & BoardLayout.PAGES - 1) * peers.length + member];
    }

    @Override
    public void post(int tag, int bytes) {
        long at = BoardLayout.page(rank, round);
        memory.set(WORD, at + BoardLayout.WHAT, BoardLayout.what(tag, bytes));
        ROUND.setRelease(memory, at, round);
        for (Peer peer : peers) {
            peer.wake();
        }
    }

    @Override
    public MemorySegment await(int member, int tag, int bytes) {
        if (member != rank) {
            awaitRound(member, round);
            seenInRound++;
            long what = memory.get(WORD, BoardLayout.page(member, round) + BoardLayout.WHAT);
            if (what != BoardLayout.what(tag, bytes)) {
                throw differs(member, what, tag, bytes);
            }
        }
        return page(member);
    }

    private static MpiError differs(int member, long what, int tag, int bytes) {
        return (int) (what >>> 32) == tag
                ? new MpiError(
                        ErrorClass.TRUNCATE,
                        "rank " + member + " has " + (int) what + " bytes where this rank expects " + bytes
                                + ": counts or types differ between the ranks")
                : new MpiError(
                        ErrorClass.OTHER,
                        "rank " + member
                                + " has called another collective at the same time: all ranks must call the same");
    }

    private void awaitRound(int member, long wanted) {
        long at = BoardLayout.page(member, wanted);
        int looks = 0;
        int sinceProgress = 0;
        try {
            while ((long) ROUND.getAcquire(memory, at) < wanted) {
                boolean moved = false;
                if (++sinceProgress >= LOOKS_PER_PROGRESS || looks >= waiting.spins()) {
                    sinceProgress = 0;
                    moved = progress();
                }
                post.member = member;
                looks = waiting.step(looks, moved, post);
            }
        } finally {
            waiting.over(looks);
        }
    }

    /** Others may need this rank's help while it waits. */
    private boolean progress() {
        if (!lane.tryEnter()) {
            return false;
        }
        try {
            return lane.progress() && !lane.isConcurrent();
        } finally {
            lane.exit();
        }
    }

    /** Posts one more round, for which nobody waits; afterwards this member does not look at the board any more. */
    void leave() {
        begin();
        post(0, 0);
    }

    /** Whether all members have left. */
    boolean isLeft() {
        for (int member = 0; member < peers.length; member++) {
            if ((long) ROUND.getAcquire(memory, BoardLayout.page(member, round)) < round) {
                return false;
            }
        }
        return true;
    }

    /** What a collective waits for. */
    private final class Post implements Awaited {
        private int member;

        @Override
        public String describe() {
            return "part of rank " + member + " in a collective (" + context.name() + ")";
        }

        @Override
        public boolean hasEnd() {
            return false; // what ends it is no message
        }

        @Override
        public boolean wakeAtEnd(Waker waker) {
            return false;
        }

        @Override
        public boolean isHopeless(IntPredicate isGone) {
            return isGone.test(context.worldRankOf(member));
        }

        @Override
        public String absentee() {
            return "the process with world rank " + context.worldRankOf(member) + " has";
        }
    }
}
