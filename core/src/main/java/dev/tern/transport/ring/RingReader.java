/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.transport.ring;

import static dev.tern.transport.ring.RingLayout.HEADER;
import static dev.tern.transport.ring.RingLayout.WORD;

import dev.tern.datatype.MappedMemory;
import dev.tern.error.ErrorClass;
import dev.tern.error.MpiError;
import dev.tern.transport.Link;
import java.lang.foreign.MemorySegment;

/** The consumer's end of a ring. What it reads was written by another process, so lengths are checked before use. */
final class RingReader {
    private final MappedMemory memory;
    private final MemorySegment segment; // of memory
    private final long payloadArea;
    private final int slotMask;
    private final int payloadMask;
    private final int maxPayload;

    private long slot; // where the next record will be
    private long read; // records so far
    private long payloadRead; // end of the last payload, counted without wrapping
    private long published; // what of these the producer was told
    private long payloadPublished;

    /** @param memory the ring; {@code slots} and {@code payloadBytes} are powers of two */
    RingReader(MappedMemory memory, int slots, int payloadBytes, int maxPayload) {
        this.memory = memory;
        this.segment = memory.segment();
        this.payloadArea = RingLayout.payloadArea(slots);
        this.slotMask = slots - 1;
        this.payloadMask = payloadBytes - 1;
        this.maxPayload = maxPayload;
        this.slot = RingLayout.SLOTS;
    }

    long peek() {
        long header = (long) HEADER.getAcquire(segment, slot);
        return (int) (header >>> 32) == (int) read + 1 ? header : 0;
    }

    long words() {
        return segment.get(WORD, slot + RingLayout.WORDS);
    }

    MappedMemory memory() {
        return memory;
    }

    long payloadOffset(long header) {
        int length = Link.length(header);
        if (length <= RingLayout.MAX_INLINE) {
            return slot + RingLayout.INLINE;
        }
        if (length > maxPayload) {
            throw new MpiError(
                    ErrorClass.INTERN,
                    "record " + (read + 1) + " of a ring claims " + length + " bytes, more than " + maxPayload
                            + ": the shared memory was overwritten");
        }
        return payloadArea + (RingLayout.place(payloadRead, length, payloadMask) & payloadMask);
    }

    void advance(long header) {
        int length = Link.length(header);
        long n = read + 1;
        read = n;
        slot = RingLayout.SLOTS + ((n & slotMask) << RingLayout.SLOT_SHIFT);
        if (length > RingLayout.MAX_INLINE) {
            payloadRead = RingLayout.next(RingLayout.place(payloadRead, length, payloadMask), length);
            if (payloadRead - payloadPublished > payloadMask >>> 2) {
                publish(n);
                return;
            }
        }
        if (n - published > slotMask >>> 2) {
            publish(n);
        }
    }

    /** Tells the producer at every quarter of the ring only: the line moves to it and back each time. */
    private void publish(long n) {
        published = n;
        payloadPublished = payloadRead;
        HEADER.setRelease(segment, RingLayout.PAYLOAD_CONSUMED, payloadRead);
        HEADER.setRelease(segment, RingLayout.SLOTS_CONSUMED, n);
    }
}
