/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.match;

import dev.tern.datatype.MappedMemory;
import dev.tern.datatype.Memory;
import dev.tern.datatype.TypeMap;
import dev.tern.error.ErrorClass;
import dev.tern.transport.Link;
import java.lang.foreign.MemorySegment;

/** A receive: posted, matched, done. */
public final class RecvOperation extends Operation {
    /** What is copied of a long message before others get their turn, in bytes. */
    private static final long PIECE = 1 << 20;

    /** World rank to receive from, or {@link #ANY}; once matched, where the message came from. */
    int source;

    boolean matched;
    RecvOperation previous; // in the posted queue
    long postNumber; // orders receives of one source and of any source
    int senderId;
    private long address; // where this process can read the message, 0 if the sender has to send it
    long received;
    private boolean asked; // READY has left, so pieces may come, in order

    // Where the data go if they do not lie together: the receive itself is then into a packed buffer.
    private TypeMap type;
    private Object unpackTo;
    private long unpackOffset;
    private long unpackCount;

    RecvOperation(Lane lane) {
        super(lane);
    }

    /** An operation that has ended before anybody asked and got nothing, for receives from {@link #NOBODY}. */
    public static RecvOperation nothing(Lane lane, Context context) {
        var operation = new RecvOperation(lane);
        operation.context = context;
        operation.source = NOBODY;
        operation.tag = ANY;
        operation.end();
        return operation;
    }

    /** Makes the received bytes be unpacked at the end. */
    public void unpackInto(Object target, long targetOffset, long count, TypeMap typeMap) {
        unpackTo = target;
        unpackOffset = targetOffset;
        unpackCount = count;
        type = typeMap;
    }

    boolean accepts(int messageTag) {
        return tag == messageTag || tag == ANY;
    }

    RecvOperation nextPosted() {
        return (RecvOperation) next;
    }

    /** Takes the whole message, which lies in {@code memory}. */
    void deliver(int from, int messageTag, MappedMemory memory, long at, int size) {
        int n = (int) Math.min(size, length);
        if (n > 0) {
            memory.copyTo(at, buffer, offset, n);
        }
        delivered(from, messageTag, n, size);
    }

    /** Takes the whole message, which was kept. */
    void deliver(int from, int messageTag, byte[] data) {
        long n = Math.min(data.length, length);
        Memory.copyIn(MemorySegment.ofArray(data), 0, buffer, offset, n);
        delivered(from, messageTag, n, data.length);
    }

    /**
     * A message of {@code size} bytes has begun to come, and nothing else comes from there before its end.
     *
     * @return false if there is no room for it: then it is to be delivered as one that was kept
     */
    boolean beginEager(int from, int messageTag, int size) {
        source = from;
        tag = messageTag;
        matched = true;
        received = 0;
        bytes = Math.min(size, length);
        return size <= length;
    }

    /** Takes what has come of that message; true if that was the rest. */
    boolean takeEager(Link link, long header) {
        received += link.drain(header, buffer, offset + received);
        if (received < bytes) {
            return false;
        }
        complete();
        return true;
    }

    private void delivered(int from, int messageTag, long n, long size) {
        source = from;
        tag = messageTag;
        bytes = n;
        if (n < size) {
            truncated(size);
        }
        complete();
    }

    private void truncated(long size) {
        error = ErrorClass.TRUNCATE;
        messageLength = size;
    }

    /** Full length of a message that did not fit. */
    private long messageLength;

    /** A message of {@code size} bytes waits at its sender for this receive. */
    void matchRendezvous(int from, int messageTag, int idOfSender, long size, long readableAddress) {
        source = from;
        tag = messageTag;
        senderId = idOfSender;
        bytes = Math.min(size, length);
        received = 0;
        matched = true;
        asked = false;
        if (bytes < size) {
            truncated(size);
        }
        address = bytes > 0 ? readableAddress : 0;
        if (address == 0) {
            id = lane.operations.add(this);
        }
    }

    @Override
    public long moved() {
        return received;
    }

    boolean isReadable() {
        return address != 0;
    }

    /** Copies the next piece from the sender's memory; true when all is there. */
    boolean read(Link link) {
        long n = Math.min(PIECE, bytes - received);
        link.memory().read(address + received, buffer, offset + received, n);
        received += n;
        return received == bytes;
    }

    @Override
    boolean transmit(Link link) {
        return address != 0
                ? link.offer(RecordKind.DONE, 0, 0, senderId, 0, 0)
                : link.offer(RecordKind.READY, id, 0, senderId, bytes, 0);
    }

    @Override
    void transmitted(Peer peer) {
        if (address != 0) {
            complete();
            return;
        }
        asked = true;
        if (bytes == 0) {
            lane.operations.remove(id);
            complete();
        }
    }

    /**
     * Takes what is there of the next piece of a rendezvous, which starts at {@code place}; true if that is all of the piece.
     *
     * @param inOrder whether nothing can have overtaken it, for there is only one link
     */
    boolean piece(long place, Link link, long header, boolean inOrder) {
        int size = Link.length(header);
        int before = link.drained();
        boolean fits = place + size <= bytes && size - before <= bytes - received;
        if (!asked || size == 0 || !fits || inOrder && place + before != received) {
            throw Lane.corrupt("piece of " + size + " bytes at " + place + " of a message of " + bytes + " bytes");
        }
        int taken = link.drain(header, buffer, offset + place + before);
        received += taken;
        if (before + taken < size) {
            return false;
        }
        if (received >= bytes) {
            lane.operations.remove(id);
            complete();
        }
        return true;
    }

    void cancel() {
        cancelled = true;
        bytes = 0;
        type = null;
        unpackTo = null;
        complete();
    }

    private void complete() {
        if (type != null) {
            type.unpack((byte[]) buffer, 0, bytes, unpackTo, unpackOffset, unpackCount);
            type = null;
            unpackTo = null;
        }
        buffer = null;
        end();
    }

    /** World rank of the source. */
    public int source() {
        return source;
    }

    /** Full length in bytes of a message that was truncated. */
    public long messageLength() {
        return error == ErrorClass.TRUNCATE ? messageLength : bytes;
    }

    /** Size of the buffer in bytes. */
    public long capacity() {
        return length;
    }

    @Override
    public int peerRank() {
        return source < 0 ? source : context.rankOf(source);
    }

    @Override
    public int awaitedPeer() {
        return source;
    }

    @Override
    public String describe() {
        String from = source < 0 ? "any rank" : "rank " + peerRank();
        return "receive of at most " + length + " bytes from " + from + ", " + (tag == ANY ? "any tag" : "tag " + tag)
                + " (" + context.name() + ")" + (matched ? ", which has " + received + " of " + bytes + " bytes" : "");
    }
}
