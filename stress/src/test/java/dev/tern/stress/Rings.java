/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.stress;

import dev.tern.transport.Link;
import dev.tern.transport.ring.RingGeometry;
import dev.tern.transport.ring.RingLink;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Two ends of a link, as two processes would have them, but in memory of this one. The rings are as small as they may be:
 * 8 records, payloads of up to 1024 bytes, so that the end of a ring is never far.
 */
final class Rings {
    static final RingGeometry GEOMETRY = new RingGeometry(8, 1 << 12);

    private static final int SLAB = 64; // pairs that share one allocation, which is dear
    private static final ThreadLocal<Rings> SLABS = ThreadLocal.withInitial(Rings::new);

    private MemorySegment memory;
    private int used = SLAB;

    /** What the left end writes, the right end reads. */
    record Ends(Link left, Link right) {}

    private Rings() {}

    static Ends connect() {
        return SLABS.get().next();
    }

    private Ends next() {
        long size = GEOMETRY.size();
        if (used == SLAB) {
            memory = Arena.ofAuto().allocate(2 * SLAB * size, 128);
            used = 0;
        }
        long there = 2 * size * used++;
        long back = there + size;
        return new Ends(
                new RingLink(1, GEOMETRY, memory, there, memory, back, () -> false),
                new RingLink(0, GEOMETRY, memory, back, memory, there, () -> false));
    }
}
