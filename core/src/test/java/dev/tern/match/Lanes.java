/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.match;

import dev.tern.transport.Link;
import dev.tern.transport.ring.RingGeometry;
import dev.tern.transport.ring.RingLink;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.BooleanSupplier;

/** Ranks in one thread: a lane for each, connected by rings. Nothing moves but in {@link #pump()} and by calls of the test. */
final class Lanes {
    /** Rings of 16 records; payloads of up to 1024 bytes. */
    static final RingGeometry SMALL = new RingGeometry(16, 1 << 12);

    static final int EAGER_LIMIT = 512;

    /** The communicators of the tests; both have all ranks. */
    static final int WORLD = 0;

    static final int OTHER = 3;

    private final Lane[] lanes;

    Lanes(int ranks) {
        this(ranks, SMALL, EAGER_LIMIT, false);
    }

    Lanes(int ranks, RingGeometry geometry, int eagerLimit, boolean concurrent) {
        this(rings(ranks, geometry), eagerLimit, concurrent);
    }

    /** @param links of each rank, by rank */
    Lanes(Link[][] links, int eagerLimit, boolean concurrent) {
        int ranks = links.length;
        lanes = new Lane[ranks];
        int[] all = new int[ranks];
        for (int rank = 0; rank < ranks; rank++) {
            all[rank] = rank;
        }
        for (int rank = 0; rank < ranks; rank++) {
            lanes[rank] = new Lane(
                    links[rank], new Limits(eagerLimit, Integer.MAX_VALUE, Integer.MAX_VALUE), null, concurrent);
            lanes[rank].context(WORLD).describe("MPI_COMM_WORLD", all);
            lanes[rank].context(OTHER).describe("other", all);
        }
    }

    private static Link[][] rings(int ranks, RingGeometry geometry) {
        MemorySegment memory = Arena.ofAuto().allocate(ranks * ranks * geometry.size(), 64);
        Link[][] links = new Link[ranks][ranks];
        for (int rank = 0; rank < ranks; rank++) {
            for (int peer = 0; peer < ranks; peer++) {
                links[rank][peer] = new RingLink(
                        peer,
                        geometry,
                        memory,
                        (rank * ranks + peer) * geometry.size(),
                        memory,
                        (peer * ranks + rank) * geometry.size(),
                        () -> false);
            }
        }
        return links;
    }

    Lane lane(int rank) {
        return lanes[rank];
    }

    Context context(int rank, int id) {
        return lanes[rank].context(id);
    }

    /** Sends as the engine does; null if it was done at once. */
    SendOperation send(int from, int to, int tag, byte[] data) {
        return send(from, to, WORLD, tag, data, false);
    }

    SendOperation send(int from, int to, int context, int tag, byte[] data, boolean synchronous) {
        Lane lane = lanes[from];
        if (!synchronous && lane.sendNow(lane.peer(to), lane.context(context), tag, data, 0, data.length)) {
            return null;
        }
        return lane.send(lane.peer(to), lane.context(context), tag, data, 0, data.length, synchronous);
    }

    RecvOperation post(int rank, int source, int tag, byte[] buffer) {
        return post(rank, source, WORLD, tag, buffer, 0, buffer.length);
    }

    RecvOperation post(int rank, int source, int context, int tag, byte[] buffer, int offset, int length) {
        Lane lane = lanes[rank];
        RecvOperation receive = lane.newReceive(lane.context(context), source, tag, buffer, offset, length);
        lane.post(receive);
        return receive;
    }

    /** Lets all ranks make progress until nothing moves. */
    void pump() {
        boolean moved = true;
        while (moved) {
            moved = false;
            for (Lane lane : lanes) {
                moved |= lane.progress();
            }
        }
    }

    /** Lets all ranks make progress until something is so; for links on which things take their time. */
    void pumpUntil(BooleanSupplier isSo) {
        long start = System.nanoTime();
        while (!isSo.getAsBoolean()) {
            pump();
            if (System.nanoTime() - start > 30_000_000_000L) {
                throw new AssertionError("this does not become so");
            }
        }
    }

    /** Bytes that tell one message from another. */
    static byte[] message(int number, int length) {
        byte[] data = new byte[length];
        for (int i = 0; i < length; i++) {
            data[i] = (byte) (number * 59 + i * 3 + (i >>> 7));
        }
        return data;
    }
}
