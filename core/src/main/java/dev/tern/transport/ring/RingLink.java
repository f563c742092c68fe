/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.transport.ring;

import dev.tern.datatype.MappedMemory;
import dev.tern.transport.Link;
import dev.tern.transport.PeerMemory;
import java.lang.foreign.MemorySegment;
import java.util.function.BooleanSupplier;

/** A link made of two rings in memory that both ends map. */
public final class RingLink extends Link {
    private final RingWriter writer;
    private final RingReader reader;
    private final int maxPayload;
    private final Bell bell;
    private final PeerMemory peerMemory;
    private final BooleanSupplier peerIsGone;

    /** A link between two ends that always look, and see nothing of each other's memory. */
    public RingLink(
            int peer,
            RingGeometry geometry,
            MemorySegment outgoing,
            long outgoingOffset,
            MemorySegment incoming,
            long incomingOffset,
            BooleanSupplier peerIsGone) {
        this(
                peer,
                geometry,
                outgoing,
                outgoingOffset,
                incoming,
                incomingOffset,
                Bell.none(),
                PeerMemory.NONE,
                peerIsGone);
    }

    /**
     * @param peer world rank of the other end
     * @param geometry sizes of both rings
     * @param outgoing memory of the ring that this end writes, starting at {@code outgoingOffset}
     * @param incoming memory of the ring that this end reads, starting at {@code incomingOffset}
     * @param bell makes the other end look
     * @param peerMemory the other end's memory
     * @param peerIsGone tells whether the process at the other end has ended without Finalize
     */
    public RingLink(
            int peer,
            RingGeometry geometry,
            MemorySegment outgoing,
            long outgoingOffset,
            MemorySegment incoming,
            long incomingOffset,
            Bell bell,
            PeerMemory peerMemory,
            BooleanSupplier peerIsGone) {
        super(peer);
        this.writer =
                new RingWriter(ring(outgoing, outgoingOffset, geometry), geometry.slots(), geometry.payloadBytes());
        this.reader = new RingReader(
                ring(incoming, incomingOffset, geometry),
                geometry.slots(),
                geometry.payloadBytes(),
                geometry.maxPayload());
        this.maxPayload = geometry.maxPayload();
        this.bell = bell;
        this.peerMemory = peerMemory;
        this.peerIsGone = peerIsGone;
    }

    private static MappedMemory ring(MemorySegment memory, long offset, RingGeometry geometry) {
        return new MappedMemory(memory.asSlice(offset, geometry.size()));
    }

    @Override
    public int maxPayload() {
        return maxPayload;
    }

    @Override
    public boolean offer(int kind, int a, int b, Object buf, long offset, int length) {
        if (writer.offer(kind, a, b, buf, offset, length)) {
            bell.ring();
            return true;
        }
        return false;
    }

    @Override
    public boolean offer(int kind, int a, int b, long x, long y, long z) {
        if (writer.offer(kind, a, b, x, y, z)) {
            bell.ring();
            return true;
        }
        return false;
    }

    @Override
    public long peek() {
        return reader.peek();
    }

    @Override
    public long words() {
        return reader.words();
    }

    @Override
    public MappedMemory payload() {
        return reader.memory();
    }

    @Override
    public long payloadOffset(long header) {
        return reader.payloadOffset(header);
    }

    @Override
    public void advance(long header) {
        reader.advance(header);
    }

    @Override
    public void wake() {
        bell.wake();
    }

    @Override
    public PeerMemory memory() {
        return peerMemory;
    }

    @Override
    public boolean peerIsGone() {
        return peerIsGone.getAsBoolean();
    }
}
