/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.match;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.function.IntPredicate;

/**
 * The matching queues of one context id. Each communicator has two contexts, one for the program's messages and one for
 * its collectives, so that these never meet the program's wildcards.
 *
 * <p>A receive of one source is found without looking at other sources; where receives of any source are posted as well,
 * post numbers tell which comes first. Sources are world ranks here, as the link gives them.
 */
public final class Context {
    final int id;
    private final Lane lane;
    private final PeerQueue[] queues;
    final PeerQueue fromAny = new PeerQueue(); // posted receives of any source; holds no messages
    int unexpected;
    private final Set<Waker> probers =
            new HashSet<>(0); // threads that sleep until a message comes; there may be thousands

    private String name = "a communicator that this rank has not created yet";
    private int[] worldRanks;
    private int[] ranks;

    Context(Lane lane, int id, int worldSize) {
        this.lane = lane;
        this.id = id;
        this.queues = new PeerQueue[worldSize];
    }

    /**
     * Names the context when its communicator is made. Messages may have arrived before that.
     *
     * @param ranksInWorld world rank of each rank of the communicator
     */
    public void describe(String communicatorName, int[] ranksInWorld) {
        name = communicatorName;
        worldRanks = ranksInWorld;
        ranks = new int[queues.length];
        Arrays.fill(ranks, -1);
        for (int rank = 0; rank < ranksInWorld.length; rank++) {
            ranks[ranksInWorld[rank]] = rank;
        }
    }

    /** Whether there were other members, of which none is left. {@code isGone} is false for this process itself. */
    boolean isDeserted(IntPredicate isGone) {
        int gone = 0;
        for (int rank : worldRanks) {
            gone += isGone.test(rank) ? 1 : 0;
        }
        return gone > 0 && gone == worldRanks.length - 1;
    }

    PeerQueue queue(int source) {
        PeerQueue queue = queues[source];
        return queue != null ? queue : newQueue(source);
    }

    private PeerQueue newQueue(int source) {
        return queues[source] = new PeerQueue();
    }

    void post(RecvOperation receive) {
        lane.posted++;
        (receive.source < 0 ? fromAny : queue(receive.source)).append(receive);
    }

    void unlink(RecvOperation receive) {
        lane.posted--;
        (receive.source < 0 ? fromAny : queue(receive.source)).unlink(receive);
    }

    /** Takes the receive that a message from this source with this tag belongs to, or null. */
    RecvOperation match(int source, int tag) {
        PeerQueue queue = queue(source);
        RecvOperation exact = queue.findPosted(tag);
        if (fromAny.firstPosted != null) {
            RecvOperation any = fromAny.findPosted(tag);
            if (any != null && (exact == null || any.postNumber < exact.postNumber)) {
                unlink(any);
                return any;
            }
        }
        if (exact != null) {
            unlink(exact);
        }
        return exact;
    }

    void addUnexpected(Message message) {
        queue(message.source).append(message);
        unexpected++;
        if (!probers.isEmpty()) {
            probers.forEach(Waker::wake);
            lane.probers -= probers.size();
            probers.clear();
        }
    }

    /**
     * Wakes a thread when the next message comes that nobody has asked for. Takes the lane's lock.
     *
     * @return false if a message waits that the thread asks for
     */
    public boolean wakeAtMessage(int source, int tag, Waker waker) {
        lane.enter();
        try {
            if (find(source, tag) != null) {
                return false;
            }
            if (probers.add(waker)) {
                lane.probers++;
            }
            return true;
        } finally {
            lane.exit();
        }
    }

    /** The message that a receive of this source (or {@link Operation#ANY}) and tag gets now, or null; it stays queued. */
    Message find(int source, int tag) {
        if (unexpected == 0) {
            return null;
        }
        if (source >= 0) {
            return queue(source).findUnexpected(tag);
        }
        Message oldest = null;
        for (PeerQueue queue : queues) {
            Message message = queue == null ? null : queue.findUnexpected(tag);
            if (message != null && (oldest == null || message.arrival < oldest.arrival)) {
                oldest = message;
            }
        }
        return oldest;
    }

    void take(Message message) {
        queue(message.source).unlink(message);
        unexpected--;
    }

    /** Whether nothing is posted and nothing waits to be received. */
    boolean isIdle() {
        if (unexpected > 0 || fromAny.firstPosted != null) {
            return false;
        }
        for (PeerQueue queue : queues) {
            if (queue != null && queue.firstPosted != null) {
                return false;
            }
        }
        return true;
    }

    /** Rank in the communicator of a world rank. */
    public int rankOf(int worldRank) {
        return ranks == null ? -1 : ranks[worldRank];
    }

    /** World rank of a rank of the communicator. */
    public int worldRankOf(int rank) {
        return worldRanks[rank];
    }

    /** Number of ranks of the communicator. */
    public int size() {
        return worldRanks.length;
    }

    /** Name of the communicator. */
    public String name() {
        return name;
    }
}
