/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.transport.self;

import dev.tern.transport.Link;
import dev.tern.transport.ring.RingGeometry;
import dev.tern.transport.ring.RingLink;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Messages of a rank to itself where there is no shared segment: a ring in private memory. */
public final class SelfTransport {
    private static final long LINE = 64;

    private SelfTransport() {}

    /** The link of {@code rank} to itself. */
    public static Link connect(int rank, RingGeometry geometry) {
        MemorySegment memory = Arena.ofAuto().allocate(geometry.size(), LINE);
        return new RingLink(rank, geometry, memory, 0, memory, 0, () -> false);
    }
}
