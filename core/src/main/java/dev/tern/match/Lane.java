/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.match;

import dev.tern.error.ErrorClass;
import dev.tern.error.MpiError;
import dev.tern.transport.Arrivals;
import dev.tern.transport.Link;
import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * A lock, a set of links, and the matching queues of the communicators that live on it. The engine calls every method
 * between {@link #enter()} and {@link #exit()}; none blocks.
 *
 * <p>The protocols: a message up to the eager limit goes into the link at once, a longer or synchronous one only
 * announces itself and is streamed when the receiver has a buffer for it, see {@link RecordKind}.
 */
public final class Lane {
    /** Contexts a rank can have; ids from a peer are checked against it. */
    public static final int MAX_CONTEXTS = 1 << 14;

    /** Records taken from one link before the next one gets its turn. */
    private static final int RECORDS_PER_TURN = 32;

    /** What was taken of a link in which there may be more though it is not full. */
    private static final int LEFT_EARLY = RECORDS_PER_TURN + 1;

    /** Polls of one link between two looks at all of them. */
    private static final int POLLS_PER_LOOK = 64;

    /** Polls of one link while other receives wait for messages, which may come from there too. */
    private static final int POLLS_AMONG_OTHERS = 8;

    /** Polls between two looks whether another thread wants the lane. */
    private static final int POLLS_ALONE = 8;

    final OperationTable operations = new OperationTable();
    long sendsInFlight;

    private final LaneGate lock; // null unless several threads may call, or calls are checked
    private final boolean concurrent;
    private final int shortestRead;
    final int piece;
    private final Arrivals arrivals; // null if nobody tells
    private final Peer[] peers; // by world rank, null where there is no link
    private final Peer[] linked; // those that are not null
    private final Peer[] polled; // of these, those whose arrivals nobody tells
    private Context[] contexts = new Context[16];
    private long posts;
    private long arrived;
    private long moves;
    private boolean used; // written under the lock, read by any thread
    private int longArrivals; // under way; as the next two, written under the lock and read by any thread
    int posted; // receives
    int probers; // threads that sleep until a message comes
    private final FreeList freeReceives;
    private final FreeList freeSends;

    /**
     * @param links by world rank, null where there is none
     * @param limits how messages of what length travel
     * @param arrivals tells which links have something, or null to look at all of them
     * @param concurrent whether several threads may call at once
     */
    public Lane(Link[] links, Limits limits, Arrivals arrivals, boolean concurrent) {
        this(links, limits, arrivals, concurrent ? new LaneLock() : null, concurrent);
    }

    /** A lane for one thread at a time, as above; {@code guard} finds the calls of others, or is null. */
    public Lane(Link[] links, Limits limits, Arrivals arrivals, ThreadGuard guard) {
        this(links, limits, arrivals, guard, false);
    }

    private Lane(Link[] links, Limits limits, Arrivals arrivals, LaneGate lock, boolean concurrent) {
        this.arrivals = arrivals;
        this.freeReceives = new FreeList(concurrent);
        this.freeSends = new FreeList(concurrent);
        this.lock = lock;
        this.concurrent = concurrent;
        this.peers = new Peer[links.length];
        int count = 0;
        for (Link link : links) {
            if (link != null) {
                peers[link.peer] = new Peer(link, limits.eager());
                count++;
            }
        }
        this.shortestRead = limits.shortestRead();
        this.piece = limits.piece();
        this.linked = new Peer[count];
        for (Peer peer : peers) {
            if (peer != null) {
                linked[--count] = peer;
            }
        }
        this.polled = arrivals == null
                ? linked
                : Arrays.stream(linked)
                        .filter(peer -> !arrivals.names(peer.rank()))
                        .toArray(Peer[]::new);
    }

    /** Starts a use of the lane. */
    public void enter() {
        if (lock != null) {
            lock.lock();
        }
    }

    /** Starts a use of the lane unless another thread is at it: what there is to do, it does. */
    public boolean tryEnter() {
        return lock == null || lock.tryLock();
    }

    /** Ends a use of the lane. */
    public void exit() {
        if (lock != null) {
            lock.unlock();
        }
    }

    /** Fails if calls are checked and the calling thread may not call now; for calls that do not use the lane. */
    public void checkThread() {
        if (lock != null) {
            lock.check();
        }
    }

    /** Whether several threads may call at once. */
    public boolean isConcurrent() {
        return concurrent;
    }

    /** The process with this world rank, or null if no link leads to it. */
    public Peer peer(int worldRank) {
        return peers[worldRank];
    }

    /** The queues of a context id, made when first asked for: by its communicator or by an early message. */
    public Context context(int id) {
        if (id < contexts.length && contexts[id] != null) {
            return contexts[id];
        }
        if (id >= contexts.length) {
            contexts = Arrays.copyOf(contexts, Integer.highestOneBit(id) << 1);
        }
        used = true;
        return contexts[id] = new Context(this, id, peers.length);
    }

    /**
     * Forgets a context of a freed communicator, unless it is still in use: receives that were started go on.
     *
     * @return whether the context is forgotten, now or before
     */
    public boolean release(Context context) {
        if (!context.isIdle()) {
            return false;
        }
        if (contexts[context.id] == context) {
            contexts[context.id] = null;
        }
        return true;
    }

    /** Whether something that was sent has not left this process yet. */
    public boolean hasUnsent() {
        if (sendsInFlight > 0) {
            return true;
        }
        for (Peer peer : linked) {
            if (!peer.isFlushed()) {
                return true;
            }
        }
        return false;
    }

    /** World rank of a process that is gone though messages to it have not left yet, or {@link Operation#ANY}. */
    public int goneReceiver(IntPredicate isGone) {
        for (Peer peer : linked) {
            if (peer.sendsInFlight > 0 && isGone.test(peer.link.peer)) {
                return peer.link.peer;
            }
        }
        return Operation.ANY;
    }

    // Sending

    /** Sends a short message if it can go this instant; no operation is needed then. */
    public boolean sendNow(Peer peer, Context context, int tag, Object buffer, long offset, long length) {
        if (length <= peer.longestAtOnce
                && peer.isClear()
                && peer.window.affords(length)
                && (length < shortestRead || peer.link.memory().expose(buffer, offset, length) == 0)
                && peer.link.offer(RecordKind.EAGER, context.id, tag, buffer, offset, (int) length)) {
            peer.window.spend(length);
            return true;
        }
        return false;
    }

    /**
     * Starts a send that takes longer.
     *
     * @param synchronous whether it ends only when the receive has started
     */
    public SendOperation send(
            Peer peer, Context context, int tag, Object buffer, long offset, long length, boolean synchronous) {
        SendOperation send = newSend();
        send.peer = peer;
        send.context = context;
        send.tag = tag;
        send.buffer = buffer;
        send.offset = offset;
        send.length = length;
        send.wanted = -1;
        send.asked = false;
        send.address = length < shortestRead ? 0 : peer.link.memory().expose(buffer, offset, length);
        send.sent = 0;
        send.rendezvous = synchronous || length > peer.eagerLimit || send.address != 0 || !peer.window.affords(length);
        if (send.rendezvous) {
            send.id = operations.add(send);
        } else {
            peer.window.spend(length);
        }
        sendsInFlight++;
        peer.sendsInFlight++;
        peer.enqueue(send);
        peer.flush();
        return send;
    }

    // Receiving

    /** A receive that is not posted yet. */
    public RecvOperation newReceive(Context context, int source, int tag, Object buffer, long offset, long length) {
        RecvOperation receive = (RecvOperation) freeReceives.take();
        if (receive == null) {
            receive = new RecvOperation(this);
        } else {
            receive.begin();
            receive.matched = false;
        }
        receive.context = context;
        receive.source = source;
        receive.tag = tag;
        receive.buffer = buffer;
        receive.offset = offset;
        receive.length = length;
        return receive;
    }

    /** Posts a receive: it takes the message that waits for it, or waits itself. */
    public void post(RecvOperation receive) {
        Context context = receive.context;
        if (context.unexpected > 0) {
            Message message = context.find(receive.source, receive.tag);
            if (message != null) {
                context.take(message);
                deliver(message, receive);
                return;
            }
        }
        receive.postNumber = posts++;
        context.post(receive);
    }

    /** Gives a message that was taken out of the queues to a receive. */
    public void deliver(Message message, RecvOperation receive) {
        if (message.data != null) {
            receive.deliver(message.source, message.tag, message.data);
            peers[message.source].window.giveUp(message.length);
        } else {
            rendezvous(receive, message.source, message.tag, message.senderId, message.length, message.address);
        }
    }

    /**
     * Receives without posting: as long as nothing else could match, polls the link that the message must come from and
     * copies it straight to the buffer.
     *
     * @return false if it has not come after {@code polls} polls; the receive is to be posted then
     */
    public boolean receiveDirect(RecvOperation receive, int polls) {
        Context context = receive.context;
        PeerQueue queue = context.queue(receive.source);
        if (queue.firstPosted != null || context.fromAny.firstPosted != null || queue.firstUnexpected != null) {
            return false;
        }
        Peer peer = peers[receive.source];
        Link link = peer.link;
        int most = posted == 0 ? polls : Math.min(polls, POLLS_AMONG_OTHERS);
        for (int i = 1; i <= most; i++) {
            long header = link.peek();
            if (header == 0) {
                link.pause();
                if (i % POLLS_PER_LOOK == 0) {
                    progress(peer);
                    if (queue.firstUnexpected != null) {
                        return false;
                    }
                }
                if (i % POLLS_ALONE == 0 && isWanted()) {
                    return false;
                }
                continue;
            }
            long words = link.words();
            int tag = (int) (words >>> 32);
            if (Link.kind(header) == RecordKind.EAGER
                    && (int) words == context.id
                    && receive.accepts(tag)
                    && !peer.arrival.isUnderWay()) {
                if (link.isWhole(header)) {
                    deliver(receive, peer, tag, header);
                    link.advance(header);
                } else {
                    begin(peer, receive, tag, header);
                    for (boolean all = false; !all && i < most && !isWanted(); i++) {
                        all = arrived(peer, header);
                    }
                }
                return true;
            }
            if (Link.kind(header) == RecordKind.REQUEST && (int) words == context.id && receive.accepts(tag)) {
                request(peer, header, receive, tag);
                return true;
            }
            arrived(peer, header);
            if (queue.firstUnexpected != null || peer.hasWork()) {
                return false;
            }
        }
        return false;
    }

    /** Whether another thread wants the lane. */
    private boolean isWanted() {
        return lock != null && lock.isWanted();
    }

    /** Cancels a receive unless it has matched already; it ends in either case. */
    public void cancel(RecvOperation receive) {
        if (!receive.isDone() && !receive.matched) {
            receive.context.unlink(receive);
            receive.cancel();
        }
    }

    /** The message that a receive would get now, or null. */
    public Message probe(Context context, int source, int tag) {
        return context.find(source, tag);
    }

    /** As {@link #probe}, and takes the message out of the queues: only the one who got it can receive it. */
    public Message claim(Context context, int source, int tag) {
        Message message = context.find(source, tag);
        if (message != null) {
            context.take(message);
        }
        return message;
    }

    /** Takes back an operation that is done and that nobody looks at any more. Without the lock. */
    public void recycle(Operation operation) {
        operation.error = ErrorClass.SUCCESS;
        operation.cancelled = false;
        (operation instanceof RecvOperation ? freeReceives : freeSends).give(operation);
    }

    private SendOperation newSend() {
        SendOperation send = (SendOperation) freeSends.take();
        if (send == null) {
            return new SendOperation(this);
        }
        send.begin();
        return send;
    }

    // Progress

    /** Takes what has arrived and sends what waits; true if anything moved. */
    public boolean progress() {
        return progress(null);
    }

    /** As above, but leaves what has arrived from one peer to the caller, who copies it straight to where it belongs. */
    private boolean progress(Peer except) {
        boolean moved = takeFromPolled(except);
        if (arrivals != null) {
            moved |= takeFromThoseNamed(except);
        }
        for (Peer peer : linked) {
            if (peer.hasWork()) {
                moved |= peer.flush();
            }
        }
        if (moved) {
            moves++;
        }
        return moved;
    }

    private boolean takeFromPolled(Peer except) {
        boolean moved = false;
        for (Peer peer : polled) {
            moved |= peer != except && take(peer) > 0;
            for (int i = operations.isEmpty() ? peer.stripes.length : 1; i < peer.stripes.length; i++) {
                moved |= takePieces(peer, peer.stripes[i].link);
            }
        }
        return moved;
    }

    /** Takes what has arrived over a further link: pieces of long messages and nothing else. */
    private boolean takePieces(Peer peer, Link link) {
        boolean moved = false;
        for (long header = link.glance(); header != 0; header = link.glance()) {
            int drained = link.drained();
            if (Link.kind(header) != RecordKind.DATA) {
                throw corrupt("record of kind " + Link.kind(header) + " over a link for pieces");
            }
            boolean all = piece(peer, link, header);
            moved |= all || link.drained() > drained;
            if (!all) {
                break;
            }
            link.advance(header);
        }
        return moved;
    }

    private boolean takeFromThoseNamed(Peer except) {
        boolean moved = false;
        for (int rank = arrivals.next(); rank >= 0; rank = arrivals.next()) {
            int taken = peers[rank] == except ? 0 : take(peers[rank]);
            moved |= taken > 0;
            if (taken >= RECORDS_PER_TURN || peers[rank] == except) {
                arrivals.again(rank);
            }
        }
        return moved;
    }

    /**
     * Takes what has arrived from one peer, up to its turn's worth, or until the last posted receive has got its message: what is
     * left in the link need not be kept elsewhere until somebody asks for it.
     */
    private int take(Peer peer) {
        Link link = peer.link;
        for (int i = 0; i < RECORDS_PER_TURN; i++) {
            long header = link.glance();
            if (header == 0) {
                return i;
            }
            int before = posted;
            int drained = link.drained();
            if (!arrived(peer, header) && link.drained() == drained) {
                return i; // a peer that sends no more is not to keep a wait alive
            }
            if (posted == 0 && before > 0) {
                return LEFT_EARLY;
            }
        }
        return RECORDS_PER_TURN;
    }

    /** How often something moved; a wait during which this grows is no idle one. */
    public long moves() {
        return moves;
    }

    /** How often threads have taken the lock, modulo 2^32; 0 if there is none. A look at it takes no lock. */
    public int uses() {
        return lock == null ? 0 : lock.uses();
    }

    /** Whether any communicator was ever here, as far as can be seen without the lock. */
    public boolean isUsed() {
        return used;
    }

    /** Whether anything was started that has not ended, as far as can be seen without the lock. */
    public boolean isPending() {
        return posted > 0 || probers > 0 || longArrivals > 0 || sendsInFlight > 0 || !operations.isEmpty();
    }

    /** Takes one record; false if it is a long one of which more is to come. */
    private boolean arrived(Peer peer, long header) {
        Link link = peer.link;
        long words = link.words();
        int a = (int) words;
        int b = (int) (words >>> 32);
        if (Link.kind(header) == RecordKind.EAGER) {
            Context context = checkedContext(a);
            if (!link.isWhole(header)) {
                if (!take(peer, context, b, header)) {
                    return false;
                }
            } else {
                RecvOperation receive = context.match(link.peer, b);
                if (receive != null) {
                    deliver(receive, peer, b, header);
                } else {
                    unexpected(context, peer, b, link.payload().copy(link.payloadOffset(header), Link.length(header)));
                }
            }
        } else if (Link.kind(header) == RecordKind.DATA) {
            if (!piece(peer, link, header)) {
                return false;
            }
        } else if (Link.kind(header) == RecordKind.CREDIT) {
            peer.window.earn(a);
        } else {
            arrivedForRendezvous(peer, header, a, b);
        }
        link.advance(header);
        return true;
    }

    /** Takes what has come of a piece of a long message; true if that was the rest. */
    private boolean piece(Peer peer, Link link, long header) {
        int id = (int) link.words();
        int place = (int) (link.words() >>> 32);
        if (!(operations.get(id) instanceof RecvOperation receive) || receive.source != link.peer) {
            throw corrupt("data for receive " + id);
        }
        return receive.piece((place & 0xffff_ffffL) << RecordKind.OFFSET_SHIFT, link, header, peer.stripes.length == 1);
    }

    private Context checkedContext(int id) {
        Context[] all = contexts;
        if (id >= 0 && id < all.length && all[id] != null) {
            return all[id];
        }
        if (id < 0 || id >= MAX_CONTEXTS) {
            throw corrupt("context id " + id);
        }
        return context(id);
    }

    /** Gives a receive the message that it gets, which is the record last seen. */
    private static void deliver(RecvOperation receive, Peer peer, int tag, long header) {
        Link link = peer.link;
        int length = Link.length(header);
        receive.deliver(link.peer, tag, link.payload(), link.payloadOffset(header), length);
        peer.window.owe(length);
    }

    /**
     * Takes what has come of a message that the link does not hold as a whole; true if that was the rest. One that nobody waited for
     * when it began may have been waited for meanwhile.
     */
    private boolean take(Peer peer, Context context, int tag, long header) {
        if (!peer.arrival.isUnderWay()) {
            begin(peer, context.match(peer.link.peer, tag), tag, header);
        }
        if (!peer.arrival.take(header)) {
            return false;
        }
        byte[] data = peer.arrival.kept();
        RecvOperation receive = data != null && peer.arrival.receive() == null
                ? context.match(peer.link.peer, tag)
                : peer.arrival.receive();
        peer.arrival.end();
        longArrivals--;
        if (receive == null) {
            unexpected(context, peer, tag, data);
        } else {
            if (data != null) {
                receive.deliver(peer.link.peer, tag, data);
            }
            peer.window.owe(Link.length(header));
        }
        return true;
    }

    /** A message begins to come that the link does not hold as a whole. */
    private void begin(Peer peer, RecvOperation receive, int tag, long header) {
        peer.arrival.begin(receive, tag, Link.length(header));
        longArrivals++;
    }

    private void unexpected(Context context, Peer peer, int tag, byte[] data) {
        peer.window.keep(data.length);
        context.addUnexpected(new Message(peer.link.peer, tag, data, arrived++));
    }

    private void arrivedForRendezvous(Peer peer, long header, int a, int b) {
        Link link = peer.link;
        long at = link.payloadOffset(header);
        int kind = Link.kind(header);
        checkWords(header);
        long x = link.payload().word(at);
        long y = link.payload().word(at + Long.BYTES);
        if (kind == RecordKind.REQUEST) {
            long address = link.payload().word(at + 2 * Long.BYTES);
            Context context = checkedContext(a);
            RecvOperation receive = context.match(link.peer, b);
            if (receive != null) {
                rendezvous(receive, link.peer, b, (int) x, checkedLength(y), address);
            } else {
                context.addUnexpected(new Message(link.peer, b, (int) x, checkedLength(y), address, arrived++));
            }
        } else if (kind == RecordKind.READY) {
            sendOf(peer, x).ready(a, y);
        } else if (kind == RecordKind.DONE) {
            sendOf(peer, x).read();
        } else {
            throw corrupt("record of kind " + kind);
        }
    }

    /** The request for the one message that a receive waits for, without a message object in between. */
    private void request(Peer peer, long header, RecvOperation receive, int tag) {
        checkWords(header);
        Link link = peer.link;
        long at = link.payloadOffset(header);
        int senderId = (int) link.payload().word(at);
        long length = checkedLength(link.payload().word(at + Long.BYTES));
        long address = link.payload().word(at + 2 * Long.BYTES);
        link.advance(header);
        rendezvous(receive, link.peer, tag, senderId, length, address);
    }

    private static void checkWords(long header) {
        if (Link.length(header) != RecordKind.THREE_WORDS) {
            throw corrupt("record of kind " + Link.kind(header) + " with " + Link.length(header) + " bytes");
        }
    }

    private static long checkedLength(long length) {
        if (length < 0) {
            throw corrupt("message of " + length + " bytes");
        }
        return length;
    }

    private SendOperation sendOf(Peer peer, long id) {
        if (operations.get((int) id) instanceof SendOperation send && send.peer == peer) {
            return send;
        }
        throw corrupt("answer to send " + id);
    }

    private void rendezvous(RecvOperation receive, int source, int tag, int senderId, long length, long address) {
        Peer peer = peers[source];
        boolean readable = address != 0 && peer.link.memory().isReadable(address, length);
        receive.matchRendezvous(source, tag, senderId, length, readable ? address : 0);
        if (receive.isReadable()) {
            peer.addRead(receive);
        } else {
            peer.enqueue(receive);
        }
        peer.flush();
    }

    static MpiError corrupt(String what) {
        return new MpiError(
                ErrorClass.INTERN, "a peer sent a " + what + " that cannot be: what it sent was overwritten");
    }
}
