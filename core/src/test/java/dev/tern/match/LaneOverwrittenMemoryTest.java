/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.match;

import static dev.tern.match.Lanes.WORLD;
import static dev.tern.match.Operation.ANY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.error.ErrorClass;
import dev.tern.error.MpiError;
import dev.tern.testing.Seed;
import dev.tern.transport.Link;
import dev.tern.transport.ring.RingLink;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Somebody writes into the shared memory while two ranks talk through it: headers, lengths, context ids, operation ids,
 * offsets, positions. Messages may be lost or garbled then, and a lane may say that the memory was overwritten; but there is
 * no other exception, and not a byte is written outside of the rings and of the buffers.
 */
@Timeout(60)
class LaneOverwrittenMemoryTest {
    private static final int ROUNDS = 400;
    private static final int STEPS = 150;
    private static final int LONGEST = 3000;

    private static final byte GUARD = 0x5a;
    private static final int GUARDED = 4096; // bytes before and behind both rings

    // What RingLayout draws: positions of the consumer, slots of 128 bytes with header and words, the payload area.
    private static final int POSITIONS = 16;
    private static final int SLOTS = 128;
    private static final int SLOT = 128;
    private static final int WORDS = 8;
    private static final int INLINE = 16;

    private static final long[] EDGES = {
        0,
        1,
        -1,
        63,
        64,
        112,
        113,
        1024,
        1025,
        0xffffff,
        Integer.MAX_VALUE,
        Integer.MIN_VALUE,
        Long.MAX_VALUE,
        Long.MIN_VALUE
    };

    /** A buffer that a receive may fill from {@code GUARD_BYTES} on; the rest must stay as it is. */
    private record Target(Object buffer, MemorySegment bytes, int length) {
        private static final int GUARD_BYTES = 64;

        static Target of(boolean direct, int length) {
            int size = length + 2 * GUARD_BYTES;
            Object buffer = direct ? ByteBuffer.allocateDirect(size) : new byte[size];
            MemorySegment bytes =
                    buffer instanceof ByteBuffer b ? MemorySegment.ofBuffer(b) : MemorySegment.ofArray((byte[]) buffer);
            return new Target(buffer, bytes.fill(GUARD), length);
        }

        void assertGuardsAreWhole() {
            assertGuard(bytes.asSlice(0, GUARD_BYTES), "in front of a buffer");
            assertGuard(bytes.asSlice(GUARD_BYTES + length), "behind a buffer");
        }
    }

    private static void assertGuard(MemorySegment guard, String where) {
        assertThat(guard.toArray(ValueLayout.JAVA_BYTE)).as(where).containsOnly(GUARD);
    }

    /** Two ranks, their rings, and what they have started. */
    private static final class Run {
        final Random random;
        final long ring = Lanes.SMALL.size();
        final MemorySegment memory = Arena.ofAuto().allocate(2 * GUARDED + 2 * ring, 128);
        final Lane[] lanes = new Lane[2];
        final List<Target> targets = new ArrayList<>();
        final List<RecvOperation> receives = new ArrayList<>();
        int errors;

        Run(Random random) {
            this.random = random;
            memory.fill(GUARD).asSlice(GUARDED, 2 * ring).fill((byte) 0);
            for (int rank = 0; rank < 2; rank++) {
                Link[] links = new Link[2];
                long outgoing = GUARDED + rank * ring;
                long incoming = GUARDED + (1 - rank) * ring;
                links[1 - rank] = new RingLink(1 - rank, Lanes.SMALL, memory, outgoing, memory, incoming, () -> false);
                lanes[rank] = new Lane(
                        links, new Limits(Lanes.EAGER_LIMIT, Integer.MAX_VALUE, Integer.MAX_VALUE), null, false);
                lanes[rank].context(WORLD).describe("MPI_COMM_WORLD", new int[] {0, 1});
            }
        }

        void step() {
            int rank = random.nextInt(2);
            Lane lane = lanes[rank];
            switch (random.nextInt(8)) {
                case 0, 1 -> send(lane, 1 - rank);
                case 2, 3 -> receive(lane, 1 - rank);
                case 4 -> probe(lane, 1 - rank);
                case 5 -> lane.cancel(receiveOf(lane));
                default -> lane.progress();
            }
        }

        private void send(Lane lane, int to) {
            int length = random.nextInt(LONGEST) >>> random.nextInt(8);
            byte[] data = Lanes.message(random.nextInt(100), length);
            int tag = random.nextInt(3);
            boolean synchronous = random.nextInt(4) == 0;
            if (synchronous || !lane.sendNow(lane.peer(to), lane.context(WORLD), tag, data, 0, length)) {
                lane.send(lane.peer(to), lane.context(WORLD), tag, data, 0, length, synchronous);
            }
        }

        private RecvOperation receive(Lane lane, int from) {
            RecvOperation receive = newReceive(lane, random.nextInt(3) == 0 ? ANY : from);
            if (receive.source < 0 || random.nextBoolean() || !lane.receiveDirect(receive, 2)) {
                lane.post(receive);
            }
            return receive;
        }

        private RecvOperation newReceive(Lane lane, int source) {
            Target target = Target.of(random.nextBoolean(), random.nextInt(LONGEST) >>> random.nextInt(8));
            targets.add(target);
            int tag = random.nextInt(4) - 1;
            RecvOperation receive =
                    lane.newReceive(lane.context(WORLD), source, tag, target.buffer, Target.GUARD_BYTES, target.length);
            receives.add(receive);
            return receive;
        }

        private void probe(Lane lane, int from) {
            Message message = lane.claim(lane.context(WORLD), random.nextBoolean() ? ANY : from, ANY);
            if (message != null) {
                lane.deliver(message, newReceive(lane, ANY));
            }
        }

        private RecvOperation receiveOf(Lane lane) {
            for (int i = 0; i < 5 && !receives.isEmpty(); i++) {
                RecvOperation receive = receives.get(random.nextInt(receives.size()));
                if (receive.lane == lane) {
                    return receive;
                }
            }
            return receive(lane, lane == lanes[0] ? 1 : 0);
        }

        /** Overwrites one word of one of the rings, most often where it hurts. */
        void overwrite() {
            long start = GUARDED + random.nextInt(2) * ring;
            long slot = start + SLOTS + (long) random.nextInt(Lanes.SMALL.slots()) * SLOT;
            switch (random.nextInt(7)) {
                case 0, 1 -> forgeHeader(slot);
                case 2 -> memory.set(ValueLayout.JAVA_INT, slot + WORDS + 4 * random.nextInt(2), (int) word());
                case 3 -> memory.set(ValueLayout.JAVA_LONG, slot + INLINE + 8 * random.nextInt(2), word());
                case 4 -> memory.set(ValueLayout.JAVA_LONG, start + 8L * random.nextInt(POSITIONS / 8), word());
                case 5 -> memory.set(ValueLayout.JAVA_LONG, start + 8L * random.nextInt((int) ring / 8), word());
                default -> memory.set(ValueLayout.JAVA_BYTE, start + random.nextInt((int) ring), (byte) word());
            }
        }

        /** Keeps the record's number or makes it that of the next round, so that the header is believed. */
        private void forgeHeader(long slot) {
            long number = memory.get(ValueLayout.JAVA_LONG, slot) >>> 32;
            if (random.nextBoolean()) {
                number = number == 0 ? (slot - SLOTS) / SLOT % Lanes.SMALL.slots() + 1 : number + Lanes.SMALL.slots();
            }
            long kind = random.nextInt(8) == 0 ? random.nextInt(256) : 1 + random.nextInt(4);
            long length = random.nextBoolean() ? 16 : word() & 0xff_ffff;
            memory.set(ValueLayout.JAVA_LONG, slot, number << 32 | kind << 24 | length);
        }

        private long word() {
            return switch (random.nextInt(4)) {
                case 0 -> random.nextInt(8);
                case 1 -> EDGES[random.nextInt(EDGES.length)];
                case 2 -> random.nextInt(1 << 14);
                default -> random.nextLong();
            };
        }

        void check() {
            assertGuard(memory.asSlice(0, GUARDED), "in front of the rings");
            assertGuard(memory.asSlice(GUARDED + 2 * ring), "behind the rings");
            targets.forEach(Target::assertGuardsAreWhole);
        }
    }

    @Test
    void overwrittenMemoryIsAnErrorOrAWait() {
        Seed.run(random -> {
            int errors = 0;
            for (int round = 0; round < ROUNDS; round++) {
                Run run = new Run(random);
                int firstOverwrite = random.nextInt(STEPS);
                for (int step = 0; step < STEPS; step++) {
                    if (step >= firstOverwrite && random.nextInt(3) == 0) {
                        run.overwrite();
                    }
                    try {
                        run.step();
                    } catch (MpiError e) {
                        assertThat(e.errorClass()).as(e.getMessage()).isEqualTo(ErrorClass.INTERN);
                        run.errors++;
                    }
                }
                run.check();
                errors += run.errors > 0 ? 1 : 0;
            }
            assertThat(errors)
                    .as("rounds with errors: the overwriting must be felt")
                    .isGreaterThan(ROUNDS / 10);
        });
    }

    /** Nobody overwrites anything: then there is no error either, so the errors above come from what was overwritten. */
    @Test
    void wholeMemoryIsNoError() {
        Seed.run(random -> {
            for (int round = 0; round < 50; round++) {
                Run run = new Run(random);
                for (int step = 0; step < STEPS; step++) {
                    run.step();
                }
                run.check();
            }
        });
    }
}
