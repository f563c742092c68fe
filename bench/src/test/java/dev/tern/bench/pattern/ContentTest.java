/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.bench.thread.ThreadPlan;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Validation must pass what is right and find what is wrong. */
class ContentTest {
    private static final int SIZE = 1000;

    private final Payload payload = new Payload(SIZE);
    private final byte[] array = new byte[SIZE + Area.GUARD];
    private final Area area = Area.of(array);

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, SIZE})
    void aMessageThatArrivedIsRight(int size) {
        area.wipe(size);
        payload.write(area, 0, size, 123_456_789_012L);

        assertThat(payload.verify(area, 0, size, 123_456_789_012L)).isEmpty();
        assertThat(area.overrun(size)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 500, SIZE - 1})
    void everyWrongByteIsFound(int at) {
        payload.write(area, 0, SIZE, 5);
        byte right = array[at];
        array[at]++;

        assertThat(payload.verify(area, 0, SIZE, 5))
                .hasValue("byte %d is 0x%02x instead of 0x%02x".formatted(at, array[at], right));
    }

    @Test
    void aMessageThatNeverArrivedIsFound() {
        for (int message = 0; message < Payload.SHIFTS; message++) {
            area.wipe(1);
            assertThat(payload.verify(area, 0, 1, message))
                    .as("message %d", message)
                    .isPresent();
        }
    }

    @Test
    void anotherMessageIsFound() {
        payload.write(area, 0, SIZE, 5);

        assertThat(payload.verify(area, 0, SIZE, 6)).isPresent();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, Area.GUARD - 1})
    void everyByteBehindTheMessageIsGuarded(int at) {
        area.wipe(SIZE);
        array[SIZE + at] = 1;

        assertThat(area.overrun(SIZE)).hasValue("byte %d behind the message was overwritten".formatted(at));
    }

    @Test
    void directBuffersHoldBytesAndFloatsInNativeOrder() {
        ByteBuffer bytes = (ByteBuffer) Area.ofBytes(DataKind.DIRECT, SIZE).object();
        FloatBuffer floats = (FloatBuffer) Area.ofFloats(DataKind.DIRECT, SIZE).object();

        assertThat(bytes.isDirect()).isTrue();
        assertThat(bytes.order()).isEqualTo(ByteOrder.nativeOrder());
        assertThat(bytes.capacity()).isEqualTo(SIZE + Area.GUARD);
        assertThat(floats.isDirect()).isTrue();
        assertThat(floats.order()).isEqualTo(ByteOrder.nativeOrder());
        assertThat(floats.capacity()).isEqualTo(SIZE + Area.GUARD / Float.BYTES);
    }

    @ParameterizedTest
    @EnumSource(
            value = DataKind.class,
            names = {"DIRECT", "ARRAYS"})
    void validatedMessagesOfEveryKindAreVerified(DataKind kind) {
        Slots slots = new Slots(new Setup(null, kind, false, SIZE, 4, 1, ThreadPlan.ALONE, true));
        slots.select(16);
        slots.wipe(16);
        slots.write(payload, 16, 8);

        assertThat(slots.verify(payload, 16, 8)).isEmpty();
        assertThat(slots.verify(payload, 16, 9)).isPresent();
        assertThat(slots.object(1)).isNotSameAs(slots.object(0));
    }

    @Test
    void wipingLeavesTheRestAlone() {
        Arrays.fill(array, (byte) 1);
        area.wipe(10);

        assertThat(array[10 + Area.GUARD - 1]).isEqualTo(Area.UNTOUCHED);
        assertThat(array[10 + Area.GUARD]).isEqualTo((byte) 1);
    }

    @Test
    void validatedMessagesOfAWindowHaveBuffersOfTheirOwn() {
        Slots slots = slots(4, true);
        slots.select(16);
        slots.wipe(16);
        slots.write(payload, 16, 8);

        assertThat(slots.verify(payload, 16, 8)).isEmpty();
        ((byte[]) slots.object(2))[3]++;
        assertThat(slots.verify(payload, 16, 8).orElseThrow()).startsWith("message 2 of the window: byte 3 is");
    }

    @Test
    void aMeasurementUsesOneBufferForTheWholeWindow() {
        Slots slots = slots(4, false);
        slots.select(16);

        assertThat(slots.object(3)).isSameAs(slots.object(0));
    }

    @Test
    void largeWindowsShareBuffersInTurn() {
        Slots slots = new Slots(new Setup(null, DataKind.ARRAYS, false, 40 << 20, 3, 1, ThreadPlan.ALONE, true));
        slots.select(40 << 20);
        assertThat(slots.object(1)).isSameAs(slots.object(0));

        slots.select(16 << 20);
        assertThat(slots.object(1)).isNotSameAs(slots.object(0));
        assertThat(slots.object(2)).isNotSameAs(slots.object(1));
    }

    private static Slots slots(int window, boolean validate) {
        return new Slots(new Setup(null, DataKind.ARRAYS, false, SIZE, window, 1, ThreadPlan.ALONE, validate));
    }
}
