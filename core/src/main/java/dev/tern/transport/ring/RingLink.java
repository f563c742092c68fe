/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.transport.ring;

import dev.tern.datatype.MappedMemory;
import dev.tern.transport.Link;
import java.lang.foreign.MemorySegment;
import java.util.function.BooleanSupplier;

/** A link made of two rings in memory that both ends map. */
public final class RingLink extends Link {
    private final RingWriter writer;
    private final RingReader reader;
    private final int maxPayload;
    private final BooleanSupplier peerIsGone;

    /**
     * @param peer world rank of the other end
     * @param geometry sizes of both rings
     * @param outgoing memory of the ring that this end writes, starting at {@code outgoingOffset}
     * @param incoming memory of the ring that this end reads, starting at {@code incomingOffset}
     * @param peerIsGone tells whether the process at the other end has ended without Finalize
     */
    public RingLink(
            int peer,
            RingGeometry geometry,
            MemorySegment outgoing,
            long outgoingOffset,
            MemorySegment incoming,
            long incomingOffset,
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
        return writer.offer(kind, a, b, buf, offset, length);
    }

    @Override
    public boolean offer(int kind, int a, int b, long x, long y) {
        return writer.offer(kind, a, b, x, y);
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
    public boolean peerIsGone() {
        return peerIsGone.getAsBoolean();
    }
}
