/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.transport.ring;

import dev.tern.error.ErrorClass;
import dev.tern.error.MpiError;

/**
 * Sizes of a ring; both ends must agree on them.
 *
 * @param slots records that fit, a power of two
 * @param payloadBytes size of the area for payloads of more than 112 bytes, a power of two
 */
public record RingGeometry(int slots, int payloadBytes) {
    /** Refuses sizes that no ring can have, with the parameter's name. */
    public RingGeometry {
        if (slots < 8 || slots > 1 << 20 || Integer.bitCount(slots) != 1) {
            throw new MpiError(ErrorClass.ARG, "ring_slots=" + slots + " is not a power of two from 8 to 1048576");
        }
        if (payloadBytes < 1 << 12 || payloadBytes > 1 << 25 || Integer.bitCount(payloadBytes) != 1) {
            throw new MpiError(
                    ErrorClass.ARG, "ring_bytes=" + payloadBytes + " is not a power of two from 4096 to 33554432");
        }
    }

    /**
     * Largest payload of one record: a quarter of the area. A payload may have to skip less than its own length at the
     * end of the area, and the consumer may keep up to a quarter to itself, so with a quarter an idle ring always has
     * room.
     */
    public int maxPayload() {
        return payloadBytes >>> 2;
    }

    /** Bytes that a ring takes, a multiple of 128. */
    public long size() {
        return RingLayout.size(slots, payloadBytes);
    }
}
