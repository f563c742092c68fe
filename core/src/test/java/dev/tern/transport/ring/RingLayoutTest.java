/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.transport.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.tern.error.ErrorClass;
import dev.tern.error.MpiError;
import dev.tern.testing.Seed;
import dev.tern.transport.Link;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RingLayoutTest {
    /** What hardware fetches at once: pairs of cache lines. */
    private static final long PREFETCH = 128;

    @Test
    void wordsThatAreReadAtomicallyAreAligned() {
        for (long offset : List.of(
                RingLayout.SLOTS_CONSUMED,
                RingLayout.PAYLOAD_CONSUMED,
                RingLayout.SLOTS,
                (long) RingLayout.WORDS,
                (long) RingLayout.INLINE)) {
            assertThat(offset % Long.BYTES).as("offset %d", offset).isZero();
        }
    }

    @Test
    void positionOfTheConsumerSharesNoLineWithTheSlots() {
        assertThat(RingLayout.SLOTS - RingLayout.SLOTS_CONSUMED).isGreaterThanOrEqualTo(PREFETCH);
        assertThat(RingLayout.SLOTS - RingLayout.PAYLOAD_CONSUMED).isGreaterThanOrEqualTo(PREFETCH - 8);
        assertThat(RingLayout.PAYLOAD_CONSUMED).isNotEqualTo(RingLayout.SLOTS_CONSUMED);
    }

    @Test
    void slotIsTwoLinesWithoutGapsOrOverlap() {
        assertThat(RingLayout.SLOT_SIZE).isEqualTo(2 * RingLayout.LINE).isEqualTo(1 << RingLayout.SLOT_SHIFT);
        assertThat(RingLayout.SLOTS % RingLayout.SLOT_SIZE).isZero();
        assertThat(RingLayout.WORDS).isEqualTo(Long.BYTES);
        assertThat(RingLayout.INLINE).isEqualTo(RingLayout.WORDS + Long.BYTES);
        assertThat(RingLayout.INLINE + RingLayout.MAX_INLINE).isEqualTo(RingLayout.SLOT_SIZE);
        assertThat(RingLayout.MAX_INLINE).isGreaterThanOrEqualTo(2 * Long.BYTES);
    }

    @ParameterizedTest
    @CsvSource({"8, 4096", "16, 8192", "256, 131072", "1048576, 33554432"})
    void partsOfARingFollowEachOtherOnWholeLines(int slots, int payloadBytes) {
        long area = RingLayout.payloadArea(slots);
        assertThat(area).isEqualTo(RingLayout.SLOTS + (long) slots * RingLayout.SLOT_SIZE);
        assertThat(area % RingLayout.LINE).isZero();
        var geometry = new RingGeometry(slots, payloadBytes);
        assertThat(geometry.size()).isEqualTo(area + payloadBytes);
        assertThat(geometry.size() % RingLayout.LINE).isZero();
        assertThat(geometry.maxPayload() % RingLayout.LINE).isZero();
        assertThat(geometry.maxPayload())
                .as("fits into the 24 bits of a header")
                .isLessThan(1 << 24);
    }

    @Test
    void headerHoldsNumberKindAndLength() {
        for (long number : new long[] {1, 2, 0x7fff_ffffL, 0x8000_0000L, 0xffff_ffffL, 0x1_0000_0001L}) {
            for (int kind : new int[] {1, 127, 128, 255}) {
                for (int length : new int[] {0, 48, 49, 0x80_0000, 0xff_ffff}) {
                    long header = RingLayout.header(number, kind, length);
                    assertThat((int) (header >>> 32)).isEqualTo((int) number);
                    assertThat(Link.kind(header)).isEqualTo(kind);
                    assertThat(Link.length(header)).isEqualTo(length);
                }
            }
        }
    }

    @Test
    void payloadsStartOnLinesAndNeverRunOverTheEnd() {
        Seed.run(random -> {
            int mask = 4095;
            long position = 0;
            for (int i = 0; i < 100_000; i++) {
                int length = 1 + random.nextInt(1024);
                long place = RingLayout.place(position, length, mask);
                long end = RingLayout.next(place, length);
                assertThat(place % RingLayout.LINE).isZero();
                assertThat(place).isBetween(position, position + length - 1);
                assertThat((place & mask) + length).isLessThanOrEqualTo(mask + 1);
                assertThat(end).isBetween(place + length, place + length + RingLayout.LINE - 1);
                assertThat(end % RingLayout.LINE).isZero();
                position = end;
            }
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, -8, 0, 1, 4, 7, 9, 255, 1 << 21})
    void refusesNumbersOfSlotsThatCannotBe(int slots) {
        assertThatExceptionOfType(MpiError.class)
                .isThrownBy(() -> new RingGeometry(slots, 8192))
                .withMessageContaining("ring_slots=" + slots)
                .matches(e -> e.errorClass() == ErrorClass.ARG);
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, -4096, 0, 2048, 4097, 100_000, 1 << 26})
    void refusesPayloadAreasThatCannotBe(int bytes) {
        assertThatExceptionOfType(MpiError.class)
                .isThrownBy(() -> new RingGeometry(16, bytes))
                .withMessageContaining("ring_bytes=" + bytes)
                .matches(e -> e.errorClass() == ErrorClass.ARG);
        assertThatNoException().isThrownBy(() -> new RingGeometry(8, 4096));
        assertThatNoException().isThrownBy(() -> new RingGeometry(1 << 20, 1 << 25));
    }
}
