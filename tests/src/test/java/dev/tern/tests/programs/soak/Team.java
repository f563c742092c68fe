/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests.programs.soak;

import dev.tern.tests.programs.Check;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import mpi.Comm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;

/**
 * Threads of one rank that share communicators, and what they share apart from that. Each rank has the same teams. Their rounds
 * end together, on all ranks.
 */
final class Team {
    private static final int BSEND_BYTES = 1 << 16; // in a round, on each rank
    private static final int LONGEST_BSEND = 1000;

    /** Room that {@link MPI#attachBuffer} must have for each team. */
    static final int BSEND_ROOM = BSEND_BYTES;

    /** A request whose end another thread waits for, and what must hold then. */
    record Started(Request request, Planned message, Area area, boolean isReceive) {}

    /** Messages of one sender with one tag, which keep their order. */
    record Stream(int comm, int source, int tag) {}

    /** A message that somebody will receive, and its place in the order of its stream. */
    record Expected(Planned message, int place) {}

    final Comm[] comms; // the last one has the ranks in the opposite order
    final Intracomm[] own; // by thread
    final Queue<Started> handedOver = new ConcurrentLinkedQueue<>();
    final AtomicInteger activeWorkers = new AtomicInteger();
    final LongAdder messages = new LongAdder();
    final LongAdder bytes = new LongAdder();
    Script script; // of this round
    boolean goesOn = true; // both are written while all threads of the team are at the barrier
    int rounds;

    private final int number;
    private final int rank;
    private final int size;
    private final Random plan;
    private final long seed;
    private final Limits limits;
    private final long end;
    private final CyclicBarrier barrier;
    private final Map<Long, Expected> wild = new ConcurrentHashMap<>(); // by key
    private final Map<Stream, AtomicInteger> emptyWild = new ConcurrentHashMap<>();
    private final AtomicInteger bsendLeft = new AtomicInteger();
    private long firstKey;

    /**
     * Collective.
     *
     * @param end when the rounds end, as {@link System#nanoTime}
     */
    Team(int number, int threads, long seed, Limits limits, long end) throws MPIException {
        Intracomm parent = MPI.COMM_WORLD.dup();
        this.number = number;
        this.rank = parent.getRank();
        this.size = parent.getSize();
        this.seed = seed;
        this.plan = new Random(seed);
        this.limits = limits;
        this.end = end;
        this.comms = new Comm[] {parent, parent.dup(), parent.split(0, -rank)};
        this.own = new Intracomm[threads];
        for (int i = 0; i < comms.length; i++) {
            comms[i].setName("team" + number + "." + i + (i == comms.length - 1 ? reversedRanks() : ""));
        }
        for (int i = 0; i < threads; i++) {
            own[i] = parent.dup();
            own[i].setName("team" + number + ".thread" + i);
        }
        this.barrier = new CyclicBarrier(threads, this::newRound);
    }

    /** World ranks of the members in the order of the last communicator. */
    private String reversedRanks() {
        StringBuilder ranks = new StringBuilder();
        for (int i = size - 1; i >= 0; i--) {
            ranks.append(ranks.isEmpty() ? '[' : ',').append(i);
        }
        return ranks.append(']').toString();
    }

    /** Rank in one of the communicators. */
    int rankIn(int comm, int ofRank) {
        return comm == comms.length - 1 ? size - 1 - ofRank : ofRank;
    }

    /** For the threads, whose choices the other ranks need not know. */
    Random random(int thread) {
        return new Random(Pattern.key(seed, -1L - rank - (long) thread * size));
    }

    /** Waits until all threads of the team are here, on all ranks. */
    void awaitRound() {
        try {
            barrier.await();
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException(e);
        }
    }

    private void newRound() {
        try {
            checkNothingIsLeft();
            int[] goes = {System.nanoTime() < end ? 1 : 0};
            comms[0].allReduce(goes, 1, MPI.INT, MPI.MIN);
            goesOn = goes[0] != 0;
        } catch (MPIException e) {
            throw new IllegalStateException(e);
        }
        firstKey += script == null ? 0 : script.keys();
        script = new Script(plan, limits, own.length, comms.length, rank, size, Pattern.key(seed, firstKey));
        rounds++;
        activeWorkers.set(script.workers);
        bsendLeft.set(BSEND_BYTES);
        int place = 0;
        for (Planned message : script.wild) {
            if (message.length() == 0) {
                emptyWild
                        .computeIfAbsent(streamOf(message), _ -> new AtomicInteger())
                        .incrementAndGet();
            } else {
                wild.put(message.key(), new Expected(message, place++));
            }
        }
    }

    private Stream streamOf(Planned message) {
        return new Stream(message.comm(), rankIn(message.comm(), message.from()), message.tag());
    }

    private void checkNothingIsLeft() {
        Check.that(wild.isEmpty(), "nobody got %s", wild.values());
        Check.that(handedOver.isEmpty(), "nobody has waited for %s", handedOver);
        for (Map.Entry<Stream, AtomicInteger> left : emptyWild.entrySet()) {
            Check.equal(0, left.getValue().get(), "messages without data left of " + left.getKey());
        }
        emptyWild.clear();
    }

    /** Whether there is room for a buffered send. */
    boolean reserveBsend(int length) {
        int needed = length + MPI.BSEND_OVERHEAD;
        return length <= LONGEST_BSEND && bsendLeft.addAndGet(-needed) >= 0;
    }

    // What must hold

    /** A send or a receive has ended. */
    void ended(Started started, Status status) throws MPIException {
        if (started.isReceive) {
            checkReceived(started.message, started.area, status);
        } else {
            started.area.scribble();
        }
    }

    /** A message that was known before has come. */
    void checkReceived(Planned message, Area area, Status status) throws MPIException {
        Check.that(
                status.getSource() == rankIn(message.comm(), message.from())
                        && status.getTag() == message.tag()
                        && status.getCount(MPI.BYTE) == message.length()
                        && !status.isCancelled(),
                "team %d, round %d: %s in place of %s",
                number,
                rounds,
                status,
                message);
        area.check(message.key(), message.length(), message);
        count(message);
    }

    void count(Planned message) {
        messages.increment();
        bytes.add(message.length());
    }

    /**
     * A message has come to whoever was faster: it must be one that has not come yet.
     *
     * @param places where each stream is for the calling thread, which gets the messages of each in their order
     */
    void checkWild(int comm, Area area, Status status, Map<Stream, Integer> places) throws MPIException {
        Stream stream = new Stream(comm, status.getSource(), status.getTag());
        int length = status.getCount(MPI.BYTE);
        if (length == 0) {
            AtomicInteger left = emptyWild.get(stream);
            Check.that(left != null && left.decrementAndGet() >= 0, "nobody has sent %s", status);
            area.checkUntouched(stream);
            messages.increment();
            return;
        }
        Check.that(length >= Long.BYTES, "nobody has sent %s", status);
        Expected expected = wild.remove(area.head());
        Check.that(expected != null, "team %d, round %d: %s came twice, or was never sent", number, rounds, status);
        Planned message = expected.message;
        Check.equal(streamOf(message), stream, "the stream of " + message);
        checkReceived(message, area, status);
        Integer before = places.put(stream, expected.place);
        Check.that(
                before == null || before < expected.place,
                "team %d, round %d: %s came behind a later one",
                number,
                rounds,
                message);
    }

    /** All threads have ended: nothing may be left. Collective. */
    void end() throws MPIException {
        for (Comm comm : comms) {
            comm.barrier();
            Status stray = comm.iProbe(MPI.ANY_SOURCE, MPI.ANY_TAG);
            Check.that(stray == null, "at the end there is still %s in %s", stray, comm.getName());
            comm.free();
        }
        for (Comm comm : own) {
            comm.free();
        }
    }
}
