/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.transport.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.tern.datatype.MappedMemory;
import dev.tern.error.MpiError;
import dev.tern.testing.Seed;
import dev.tern.transport.Link;
import dev.tern.transport.LinkContractTest;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

class RingLinkTest extends LinkContractTest {
    /** The rings do not start where their memory starts, as in a segment of several. */
    private static final long BASE = 4096;

    private final MemorySegment memory = Arena.ofAuto().allocate(BASE + 2 * GEOMETRY.size(), 64);

    @Override
    protected Ends connect() {
        long there = BASE;
        long back = BASE + GEOMETRY.size();
        return new Ends(
                new RingLink(1, GEOMETRY, memory, there, memory, back, () -> false),
                new RingLink(0, GEOMETRY, memory, back, memory, there, () -> false));
    }

    @Test
    void saysWhoseProcessIsGone() {
        Link link = new RingLink(1, GEOMETRY, memory, BASE, memory, BASE, () -> true);
        assertThat(link.peerIsGone()).isTrue();
    }

    @Test
    void writesOnlyInsideItsTwoRings() {
        long size = BASE + 2 * GEOMETRY.size();
        MemorySegment guarded = Arena.ofAuto().allocate(size + 4096, 64).fill((byte) 0x5a);
        guarded.asSlice(BASE, 2 * GEOMETRY.size()).fill((byte) 0);
        var left = new RingLink(1, GEOMETRY, guarded, BASE, guarded, BASE + GEOMETRY.size(), () -> false);
        var right = new RingLink(0, GEOMETRY, guarded, BASE + GEOMETRY.size(), guarded, BASE, () -> false);
        byte[] payload = new byte[GEOMETRY.maxPayload()];

        for (int i = 0; i < 1000; i++) {
            int length = i * 37 % (payload.length + 1);
            assertThat(left.offer(1, -1, -1, payload, 0, length)).isTrue();
            right.advance(right.peek());
            assertThat(right.offer(1, -1, -1, payload, 0, length)).isTrue();
            left.advance(left.peek());
        }

        assertThat(guarded.asSlice(0, BASE).toArray(ValueLayout.JAVA_BYTE)).containsOnly(0x5a);
        assertThat(guarded.asSlice(size).toArray(ValueLayout.JAVA_BYTE)).containsOnly(0x5a);
    }

    /** Payloads full of valid headers, for each of the records to come: none of them may ever be taken for one. */
    @Test
    void contentThatLooksLikeHeadersIsNeverTakenForRecords() {
        Seed.run(random -> {
            Ends ends = connect();
            byte[] payload = new byte[GEOMETRY.maxPayload()];
            ByteBuffer words = ByteBuffer.wrap(payload).order(ByteOrder.nativeOrder());
            for (int n = 0; n < 20_000; n++) {
                for (int i = 0; i < 26; i++) { // what fits into the lengths used below
                    words.putLong(8 * i, RingLayout.header(n + 1 + i % 18, 200, i));
                }
                int length = random.nextInt(200);
                assertThat(ends.left().offer(1 + n % 100, n, 0, payload, 0, length))
                        .isTrue();
                long header = ends.right().peek();
                assertThat(Link.kind(header)).isEqualTo(1 + n % 100);
                assertThat(Link.length(header)).isEqualTo(length);
                ends.right().advance(header);
                assertThat(ends.right().peek()).as("after record %d", n).isZero();
            }
        });
    }

    @Test
    void overwrittenHeaderNeverLeadsOutOfTheMemory() {
        Seed.run(random -> {
            Ends ends = connect();
            Link reader = ends.right();
            for (int n = 1; n <= 20_000; n++) {
                long slot = BASE + RingLayout.SLOTS + (long) (n - 1 & GEOMETRY.slots() - 1) * RingLayout.SLOT_SIZE;
                long forged =
                        RingLayout.header(n, 1 + random.nextInt(255), random.nextInt(1 << 24) >>> random.nextInt(20));
                memory.set(ValueLayout.JAVA_LONG, slot, forged);

                assertThat(reader.peek()).isEqualTo(forged);
                int length = Link.length(forged);
                if (length > GEOMETRY.maxPayload()) {
                    assertThatExceptionOfType(MpiError.class).isThrownBy(() -> reader.payloadOffset(forged));
                } else {
                    assertThat(reader.payloadOffset(forged)).isBetween(0L, GEOMETRY.size() - length);
                }
                reader.advance(forged);
            }
        });
    }

    /** The producer believes the consumer's positions: it may overwrite what was not read then, but nothing else. */
    @Test
    void overwrittenPositionsNeverLeadOutOfTheMemory() {
        Seed.run(random -> {
            long size = GEOMETRY.size();
            MemorySegment guarded =
                    Arena.ofAuto().allocate(BASE + size + 4096, 64).fill((byte) 0x5a);
            guarded.asSlice(BASE, size).fill((byte) 0);
            Link writer = new RingLink(1, GEOMETRY, guarded, BASE, memory, BASE, () -> false);
            byte[] payload = new byte[GEOMETRY.maxPayload()];
            int offered = 0;
            for (int i = 0; i < 20_000; i++) {
                long at = BASE + (random.nextBoolean() ? RingLayout.SLOTS_CONSUMED : RingLayout.PAYLOAD_CONSUMED);
                long near = random.nextBoolean() ? offered : (long) offered * GEOMETRY.maxPayload();
                long value = random.nextBoolean() ? random.nextLong() : near + random.nextInt(100) - 50;
                guarded.set(ValueLayout.JAVA_LONG, at, value);
                offered += writer.offer(1, 2, 3, payload, 0, random.nextInt(payload.length + 1)) ? 1 : 0;
            }
            assertThat(offered).isGreaterThan(100);
            assertThat(guarded.asSlice(0, BASE).toArray(ValueLayout.JAVA_BYTE)).containsOnly(0x5a);
            assertThat(guarded.asSlice(BASE + size).toArray(ValueLayout.JAVA_BYTE))
                    .containsOnly(0x5a);
        });
    }

    @Test
    void headerWithAnotherNumberIsNotSeen() {
        Ends ends = connect();
        for (long number : new long[] {0, 2, 17, -1, 1L << 31}) {
            memory.set(ValueLayout.JAVA_LONG, BASE + RingLayout.SLOTS, RingLayout.header(number, 1, 8));
            assertThat(ends.right().peek())
                    .as("record %d in place of 1", number)
                    .isZero();
        }
    }

    /** Headers hold the lower 32 bits of the record number: after 4294967296 records they start again. */
    @Test
    void numbersOfRecordsWrapAround() throws ReflectiveOperationException {
        var ring = new MappedMemory(Arena.ofAuto().allocate(GEOMETRY.size(), 64));
        var writer = new RingWriter(ring, GEOMETRY.slots(), GEOMETRY.payloadBytes());
        var reader = new RingReader(ring, GEOMETRY.slots(), GEOMETRY.payloadBytes(), GEOMETRY.maxPayload());
        long start = (1L << 32) - 5 * GEOMETRY.slots(); // the first slot is next
        set(RingWriter.class, writer, "written", start);
        set(RingWriter.class, writer, "consumed", start);
        set(RingReader.class, reader, "read", start);
        set(RingReader.class, reader, "published", start);
        ring.segment().set(ValueLayout.JAVA_LONG, RingLayout.SLOTS_CONSUMED, start);

        int offered = 0;
        int taken = 0;
        while (taken < 10 * GEOMETRY.slots()) {
            while (writer.offer(9, offered, 0, null, 0, 0)) {
                offered++;
            }
            assertThat(offered).isGreaterThan(taken);
            for (long header; (header = reader.peek()) != 0; ) {
                assertThat((int) reader.words()).isEqualTo(taken++);
                reader.advance(header);
            }
            assertThat(taken).isEqualTo(offered);
        }
    }

    private static void set(Class<?> type, Object object, String field, long value)
            throws ReflectiveOperationException {
        MethodHandles.privateLookupIn(type, MethodHandles.lookup())
                .findVarHandle(type, field, long.class)
                .set(object, value);
    }
}
