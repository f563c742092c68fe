/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.engine;

import dev.tern.datatype.TypeMap;
import dev.tern.error.ErrorClass;
import dev.tern.error.MpiError;
import dev.tern.match.Awaited;
import dev.tern.match.Context;
import dev.tern.match.Lane;
import dev.tern.match.Message;
import dev.tern.match.Operation;
import dev.tern.match.Peer;
import dev.tern.match.RecvOperation;
import dev.tern.match.SendOperation;
import dev.tern.match.Waker;
import java.lang.foreign.MemorySegment;
import java.util.function.Supplier;

/**
 * Point-to-point communication in one context of a communicator. Ranks are those of the communicator, {@link
 * Operation#ANY} stands for any source or tag. Arguments have been checked by the caller.
 *
 * <p>A buffer is any that {@link dev.tern.datatype.Memory} knows, with an offset in bytes. What a datatype scatters in
 * memory is packed before it is sent and unpacked when it has arrived.
 */
public final class Endpoint {
    private final Lane lane;
    private final Context context;
    private final Peer[] peers; // by rank of the communicator
    private final Waiting waiting;
    private final SendOperation completed; // this and the next are shared by all calls that need no operation
    private final RecvOperation nothing;

    Endpoint(Lane lane, Context context, Waiting waiting) {
        this.lane = lane;
        this.context = context;
        this.waiting = waiting;
        this.completed = SendOperation.completed(lane);
        this.nothing = RecvOperation.nothing(lane, context);
        int size = context.size();
        peers = new Peer[size];
        for (int rank = 0; rank < size; rank++) {
            peers[rank] = lane.peer(context.worldRankOf(rank));
        }
    }

    /** A board for the members of the context. */
    SharedBoard board(MemorySegment memory, long boardOffset, int rank) {
        return new SharedBoard(memory, boardOffset, lane, context, waiting, rank, peers);
    }

    Context context() {
        return context;
    }

    /** Forgets the context of a freed communicator; false if it is still in use. May be asked again. */
    boolean release() {
        lane.enter();
        try {
            return lane.release(context);
        } finally {
            lane.exit();
        }
    }

    // Sending

    /** Sends and returns when the buffer may be used again; if {@code synchronous}, when the receive has started. */
    public void send(Object buffer, long offset, long count, TypeMap type, int dest, int tag, boolean synchronous) {
        if (!synchronous && type.isContiguous() && sendNow(buffer, offset, count * type.size(), dest, tag)) {
            return;
        }
        SendOperation send = start(buffer, offset, count, type, dest, tag, synchronous);
        await(send);
        recycle(send);
    }

    /** Starts a send. The operation may be the shared one that stands for all sends that are done at once. */
    public SendOperation isend(
            Object buffer, long offset, long count, TypeMap type, int dest, int tag, boolean synchronous) {
        if (!synchronous && type.isContiguous() && sendNow(buffer, offset, count * type.size(), dest, tag)) {
            return completed;
        }
        return start(buffer, offset, count, type, dest, tag, synchronous);
    }

    private boolean sendNow(Object buffer, long offset, long length, int dest, int tag) {
        lane.enter();
        try {
            return lane.sendNow(peer(dest), context, tag, buffer, offset, length);
        } finally {
            lane.exit();
        }
    }

    /** What a send to nobody gives: an operation that is done. */
    public SendOperation sendToNobody() {
        return completed;
    }

    /** The elements as they travel, in an array of their own. */
    public byte[] packed(Object buffer, long offset, long count, TypeMap type) {
        byte[] packed = packedArray(count * type.size());
        type.pack(buffer, offset, count, packed, 0);
        return packed;
    }

    private static byte[] packedArray(long length) {
        if (length > Integer.MAX_VALUE - 8) {
            throw new MpiError(
                    ErrorClass.COUNT,
                    "data of " + length + " bytes that do not lie together are more than one message can carry");
        }
        return new byte[(int) length];
    }

    private SendOperation start(
            Object buffer, long offset, long count, TypeMap type, int dest, int tag, boolean synchronous) {
        long length = count * type.size();
        Object data = buffer;
        long start = offset;
        if (!type.isContiguous()) {
            data = packed(buffer, offset, count, type);
            start = 0;
        }
        SendOperation send;
        lane.enter();
        try {
            send = lane.send(peer(dest), context, tag, data, start, length, synchronous);
        } finally {
            lane.exit();
        }
        waiting.started();
        return send;
    }

    private Peer peer(int rank) {
        Peer peer = peers[rank];
        return peer != null ? peer : unreachable(rank);
    }

    private Peer unreachable(int rank) {
        throw new MpiError(ErrorClass.OTHER, "no link leads to rank " + rank + " of " + context.name());
    }

    // Receiving

    /** Receives. The operation that is returned is done; {@link #recycle} takes it back. */
    public RecvOperation receive(Object buffer, long offset, long count, TypeMap type, int source, int tag) {
        if (!type.isContiguous()) {
            RecvOperation receive = ireceive(buffer, offset, count, type, source, tag);
            await(receive);
            return receive;
        }
        RecvOperation receive;
        lane.enter();
        try {
            receive = lane.newReceive(context, worldRank(source), tag, buffer, offset, count * type.size());
            if (source < 0 || !lane.receiveDirect(receive, waiting.spins())) {
                lane.post(receive);
            }
        } finally {
            lane.exit();
        }
        if (!receive.isDone()) {
            await(receive);
        }
        return receive;
    }

    /** Starts a receive. */
    public RecvOperation ireceive(Object buffer, long offset, long count, TypeMap type, int source, int tag) {
        RecvOperation receive;
        lane.enter();
        try {
            receive = newReceive(buffer, offset, count, type, source, tag);
            lane.post(receive);
        } finally {
            lane.exit();
        }
        waiting.started();
        return receive;
    }

    private RecvOperation newReceive(Object buffer, long offset, long count, TypeMap type, int source, int tag) {
        long length = count * type.size();
        int from = worldRank(source);
        if (type.isContiguous()) {
            return lane.newReceive(context, from, tag, buffer, offset, length);
        }
        RecvOperation receive = lane.newReceive(context, from, tag, packedArray(length), 0, length);
        receive.unpackInto(buffer, offset, count, type);
        return receive;
    }

    /** What a receive from nobody gives: an operation that is done, with the source {@link Operation#NOBODY} and no data. */
    public RecvOperation receiveFromNobody() {
        return nothing;
    }

    private int worldRank(int rank) {
        return rank < 0 ? Operation.ANY : context.worldRankOf(rank);
    }

    // Probing

    /** The message that a receive would get now, or null; if {@code claim}, it is reserved for {@link #receive(Message, Object, long, long, TypeMap)}. */
    public Message iprobe(int source, int tag, boolean claim) {
        Message message = find(source, tag, claim);
        if (message == null) {
            waiting.lookElsewhere(lane.uses());
        }
        return message;
    }

    private Message find(int source, int tag, boolean claim) {
        lane.enter();
        try {
            lane.progress();
            return claim ? lane.claim(context, worldRank(source), tag) : lane.probe(context, worldRank(source), tag);
        } finally {
            lane.exit();
        }
    }

    /** As {@link #iprobe}, but waits for a message. */
    public Message probe(int source, int tag, boolean claim) {
        Message message = find(source, tag, claim);
        return message != null ? message : awaitMessage(source, tag, claim);
    }

    private Message awaitMessage(int source, int tag, boolean claim) {
        var what = new AwaitedMessage(context, source, worldRank(source), tag);
        int looks = 0;
        try {
            while (true) {
                Message message = find(source, tag, claim);
                if (message != null) {
                    return message;
                }
                looks = waiting.pause(looks, what);
            }
        } finally {
            waiting.over(looks);
        }
    }

    /** What a probe waits for. */
    private record AwaitedMessage(Context context, int source, int awaitedPeer, int tag) implements Awaited.OfMessage {
        @Override
        public String describe() {
            return "message from " + (source < 0 ? "any rank" : "rank " + source) + ", "
                    + (tag < 0 ? "any tag" : "tag " + tag) + " (" + context.name() + ") in probe";
        }

        @Override
        public boolean wakeAtEnd(Waker waker) {
            return context.wakeAtMessage(awaitedPeer, tag, waker);
        }
    }

    /** Starts the receive of a reserved message. */
    public RecvOperation receive(Message message, Object buffer, long offset, long count, TypeMap type) {
        RecvOperation receive;
        lane.enter();
        try {
            receive = newReceive(buffer, offset, count, type, Operation.ANY, message.tag());
            lane.deliver(message, receive);
        } finally {
            lane.exit();
        }
        waiting.started();
        return receive;
    }

    /** Fails if calls are checked and the calling thread may not call now; for calls that send and receive nothing. */
    public void checkThread() {
        lane.checkThread();
    }

    // Requests

    /** Waits until the operation is done. */
    public void await(Operation operation) {
        lane.checkThread();
        int looks = 0;
        long moves = moves(operation);
        try {
            while (!look(operation)) {
                long now = moves(operation);
                looks = waiting.step(looks, now != moves, operation);
                moves = now;
            }
        } finally {
            waiting.over(looks);
        }
    }

    /**
     * Grows while the operation, or if only one thread calls, any message moves; a wait during which it grows is no idle one.
     * What other threads move does not count: one that waits for a rare message is to sleep however busy they are.
     */
    public long moves(Operation operation) {
        return lane.isConcurrent() ? operation.moved() : lane.moves();
    }

    /** Whether the operation is done; makes progress if it is not. */
    public boolean test(Operation operation) {
        lane.checkThread();
        boolean done = look(operation);
        if (!done) {
            waiting.lookElsewhere(lane.uses());
        }
        return done;
    }

    private boolean look(Operation operation) {
        if (!operation.isDone() && lane.tryEnter()) {
            try {
                lane.progress();
            } finally {
                lane.exit();
            }
        }
        return operation.isDone();
    }

    /**
     * Cancels a receive that has not matched; sends are never cancelled. The operation is asked for with the lock held, for another
     * thread that waits for it may see its end at this moment, and after that it may become another receive: not without the lock.
     *
     * @param current the operation, or null if its end was seen
     */
    public void cancel(Supplier<Operation> current) {
        lane.enter();
        try {
            if (current.get() instanceof RecvOperation receive) {
                lane.cancel(receive);
            }
        } finally {
            lane.exit();
        }
    }

    /** Whether several threads may call at once. */
    public boolean isConcurrent() {
        return lane.isConcurrent();
    }

    /** Takes back an operation that is done and that nobody looks at any more. */
    public void recycle(Operation operation) {
        if (operation != completed && operation != nothing) {
            lane.recycle(operation);
        }
    }

    /** Rank of a world rank in the communicator. */
    public int rankOf(int worldRank) {
        return context.rankOf(worldRank);
    }
}
