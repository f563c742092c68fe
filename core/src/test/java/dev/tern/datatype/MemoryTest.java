/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.datatype;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MemoryTest {
    private static final int ELEMENTS = 6;

    private static ByteBuffer direct(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
    }

    /** Every buffer that programs may use, new for each element type; sliced ones begin in the middle of their array. */
    static List<Object> buffers(ElementType base) {
        int n = ELEMENTS;
        int bytes = n * base.size();
        return switch (base) {
            case BYTE ->
                List.of(
                        new byte[n],
                        ByteBuffer.allocate(n),
                        ByteBuffer.allocate(n + 3).slice(3, n),
                        direct(n),
                        direct(n + 5).slice(5, n),
                        Arena.ofAuto().allocate(n + 5).asSlice(5, n));
            case CHAR ->
                List.of(
                        new char[n],
                        CharBuffer.allocate(n),
                        CharBuffer.allocate(n + 3).slice(3, n),
                        direct(bytes).asCharBuffer(),
                        Arena.ofAuto().allocate(bytes));
            case SHORT ->
                List.of(
                        new short[n],
                        ShortBuffer.allocate(n),
                        ShortBuffer.allocate(n + 3).slice(3, n),
                        direct(bytes).asShortBuffer(),
                        Arena.ofAuto().allocate(bytes));
            case INT ->
                List.of(
                        new int[n],
                        IntBuffer.allocate(n),
                        IntBuffer.allocate(n + 3).slice(3, n),
                        direct(bytes).asIntBuffer(),
                        Arena.ofAuto().allocate(bytes));
            case LONG ->
                List.of(
                        new long[n],
                        LongBuffer.allocate(n),
                        LongBuffer.allocate(n + 3).slice(3, n),
                        direct(bytes).asLongBuffer(),
                        Arena.ofAuto().allocate(bytes));
            case FLOAT ->
                List.of(
                        new float[n],
                        FloatBuffer.allocate(n),
                        FloatBuffer.allocate(n + 3).slice(3, n),
                        direct(bytes).asFloatBuffer(),
                        Arena.ofAuto().allocate(bytes));
            case DOUBLE ->
                List.of(
                        new double[n],
                        DoubleBuffer.allocate(n),
                        DoubleBuffer.allocate(n + 3).slice(3, n),
                        direct(bytes).asDoubleBuffer(),
                        Arena.ofAuto().allocate(bytes));
            case BOOLEAN -> List.of(new boolean[n]);
        };
    }

    @ParameterizedTest
    @EnumSource(ElementType.class)
    void everyBufferOffersItsElements(ElementType base) {
        for (Object buffer : buffers(base)) {
            assertThat(Memory.capacity(buffer, base))
                    .as(Memory.describe(buffer))
                    .isEqualTo((long) ELEMENTS * base.size());
            assertThat(Memory.isReadOnly(buffer)).isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource(ElementType.class)
    void bytesGoOutAndInAtAllOffsets(ElementType base) {
        int size = ELEMENTS * base.size();
        MemorySegment outside = Arena.ofAuto().allocate(size + 16, 8);
        byte[] pattern = new byte[size];
        for (int i = 0; i < size; i++) {
            pattern[i] = (byte) (base == ElementType.BOOLEAN ? i % 3 & 1 : i + 1);
        }
        for (int offset = 0; offset <= size; offset++) {
            for (int length = 0; length <= size - offset; length++) {
                for (Object buffer : buffers(base)) {
                    String what = Memory.describe(buffer) + ", " + length + " bytes at " + offset;
                    MemorySegment.copy(pattern, 0, outside, ValueLayout.JAVA_BYTE, 3, size);
                    Memory.copyIn(outside, 3 + offset, buffer, offset, length);

                    byte[] wanted = new byte[size];
                    System.arraycopy(pattern, offset, wanted, offset, length);
                    assertThat(Arrays.equals(content(buffer, size), wanted))
                            .as("in: " + what)
                            .isTrue();

                    outside.fill((byte) 0x55);
                    Memory.copyOut(buffer, offset, outside, 5, length);
                    byte[] out = outside.toArray(ValueLayout.JAVA_BYTE);
                    assertThat(Arrays.equals(out, 5, 5 + length, pattern, offset, offset + length))
                            .as("out: " + what)
                            .isTrue();
                    assertThat(out[4]).as("out: " + what).isEqualTo((byte) 0x55);
                    assertThat(out[5 + length]).as("out: " + what).isEqualTo((byte) 0x55);
                }
            }
        }
    }

    /** The usable bytes of a buffer, read in another way than by the code that is tested. */
    private static byte[] content(Object buffer, int size) {
        ByteBuffer bytes = ByteBuffer.allocate(size).order(ByteOrder.nativeOrder());
        switch (buffer) {
            case byte[] a -> bytes.put(a);
            case boolean[] a -> {
                for (boolean b : a) {
                    bytes.put((byte) (b ? 1 : 0));
                }
            }
            case char[] a -> bytes.asCharBuffer().put(a);
            case short[] a -> bytes.asShortBuffer().put(a);
            case int[] a -> bytes.asIntBuffer().put(a);
            case long[] a -> bytes.asLongBuffer().put(a);
            case float[] a -> bytes.asFloatBuffer().put(a);
            case double[] a -> bytes.asDoubleBuffer().put(a);
            case ByteBuffer b -> bytes.put(b.duplicate().clear());
            case CharBuffer b -> bytes.asCharBuffer().put(b.duplicate().clear());
            case ShortBuffer b -> bytes.asShortBuffer().put(b.duplicate().clear());
            case IntBuffer b -> bytes.asIntBuffer().put(b.duplicate().clear());
            case LongBuffer b -> bytes.asLongBuffer().put(b.duplicate().clear());
            case FloatBuffer b -> bytes.asFloatBuffer().put(b.duplicate().clear());
            case DoubleBuffer b -> bytes.asDoubleBuffer().put(b.duplicate().clear());
            case MemorySegment m -> bytes.put(m.toArray(ValueLayout.JAVA_BYTE));
            default -> throw new AssertionError(buffer);
        }
        return bytes.array();
    }

    @ParameterizedTest
    @EnumSource(ElementType.class)
    void positionAndLimitNeverCount(ElementType base) {
        MemorySegment outside = Arena.ofAuto().allocate(64);
        for (Object object : buffers(base)) {
            if (object instanceof Buffer buffer) {
                buffer.position(2).limit(3);
                outside.fill((byte) 7);
                Memory.copyIn(outside, 0, buffer, 0, (long) ELEMENTS * base.size());
                Memory.copyOut(buffer, 0, outside, 0, (long) ELEMENTS * base.size());

                assertThat(Memory.capacity(buffer, base)).isEqualTo((long) ELEMENTS * base.size());
                assertThat(buffer.position()).isEqualTo(2);
                assertThat(buffer.limit()).isEqualTo(3);
                assertThat(content(buffer, ELEMENTS * base.size())).containsOnly(7);
            }
        }
    }

    @Test
    void heapSlicesReachFromTheirStartToTheEndOfTheArray() {
        int[] array = new int[10];
        IntBuffer slice = IntBuffer.wrap(array).slice(4, 2);
        assertThat(Memory.capacity(slice, ElementType.INT)).isEqualTo(6 * 4);

        MemorySegment four = MemorySegment.ofArray(new int[] {77});
        Memory.copyIn(four, 0, slice, 4, 4);
        assertThat(array[5]).isEqualTo(77);
        assertThat(Memory.segment(slice).byteSize()).isEqualTo(6 * 4);
    }

    @Test
    void directBuffersOfBytesServeEveryType() {
        for (ElementType base : ElementType.values()) {
            assertThat(Memory.capacity(ByteBuffer.allocateDirect(24), base)).isEqualTo(24);
        }
    }

    @ParameterizedTest
    @EnumSource(ElementType.class)
    void arraysServeTheirOwnTypeOnly(ElementType base) {
        for (ElementType other : ElementType.values()) {
            if (other != base) {
                for (Object buffer : buffers(base)) {
                    if (Memory.address(buffer) == 0) {
                        assertThat(Memory.capacity(buffer, other))
                                .as("%s for %s", Memory.describe(buffer), other)
                                .isEqualTo(Memory.WRONG_CLASS);
                    }
                }
            }
        }
    }

    @Test
    void otherObjectsAreNoBuffers() {
        for (Object object : List.of("text", 1, new Integer[1], new int[1][1], List.of(1))) {
            assertNoBuffer(object);
            assertThatThrownBy(() -> Memory.segment(object)).isInstanceOf(IllegalArgumentException.class);
        }
        assertNoBuffer(MemorySegment.ofArray(new byte[8])); // its array is one
        assertNoBuffer(ByteBuffer.allocate(8).asIntBuffer()); // neither direct nor with an array
    }

    private static void assertNoBuffer(Object object) {
        for (ElementType base : ElementType.values()) {
            assertThat(Memory.capacity(object, base))
                    .as(Memory.describe(object))
                    .isEqualTo(Memory.WRONG_CLASS);
        }
    }

    @Test
    void nullIsNoBufferButMayHoldNothing() {
        MemorySegment outside = MemorySegment.ofArray(new byte[8]);
        for (ElementType base : ElementType.values()) {
            assertThat(Memory.capacity(null, base)).isEqualTo(Memory.NULL);
        }
        Memory.copyOut(null, 0, outside, 0, 0);
        Memory.copyIn(outside, 0, null, 0, 0);
        assertThat(Memory.isReadOnly(null)).isFalse();
        assertThat(Memory.describe(null)).isEqualTo("null");
    }

    @Test
    void readOnlyDirectBuffersCanBeSentOnly() {
        ByteBuffer buffer = direct(8).putInt(0, 1234).asReadOnlyBuffer();
        MemorySegment outside = Arena.ofAuto().allocate(8);

        assertThat(Memory.isReadOnly(buffer)).isTrue();
        assertThat(Memory.capacity(buffer, ElementType.INT)).isEqualTo(8);
        Memory.copyOut(buffer, 0, outside, 0, 8);
        assertThat(outside.get(ValueLayout.JAVA_INT, 0)).isEqualTo(1234);
        assertThatThrownBy(() -> Memory.copyIn(outside, 0, buffer, 0, 8)).isInstanceOf(RuntimeException.class);
    }

    @Test
    void readOnlyHeapBuffersHideTheirArray() {
        assertThat(Memory.capacity(ByteBuffer.allocate(8).asReadOnlyBuffer(), ElementType.BYTE))
                .isEqualTo(Memory.WRONG_CLASS);
        assertThat(Memory.isReadOnly(IntBuffer.allocate(8).asReadOnlyBuffer())).isTrue();
    }

    @Test
    void booleansAreZeroOrOne() {
        boolean[] flags = new boolean[4];
        Memory.copyIn(MemorySegment.ofArray(new byte[] {0, 1, 2, -1}), 0, flags, 0, 4);
        assertThat(flags).containsExactly(false, true, true, true);

        byte[] out = new byte[4];
        Memory.copyOut(flags, 0, MemorySegment.ofArray(out), 0, 4);
        assertThat(out).containsExactly(0, 1, 1, 1);
    }

    @Test
    void describesBuffersForPeople() {
        assertThat(Memory.describe(new double[100])).isEqualTo("double[100]");
        assertThat(Memory.describe(new boolean[0])).isEqualTo("boolean[0]");
        assertThat(Memory.describe(ByteBuffer.allocateDirect(64))).isEqualTo("direct ByteBuffer of 64 elements");
        assertThat(Memory.describe(direct(64).asLongBuffer())).isEqualTo("direct LongBuffer of 8 elements");
        assertThat(Memory.describe(CharBuffer.allocate(3))).isEqualTo("heap CharBuffer of 3 elements");
        assertThat(Memory.describe(IntBuffer.allocate(3).asReadOnlyBuffer()))
                .isEqualTo("read-only heap IntBuffer of 3 elements");
        assertThat(Memory.describe(direct(64).asReadOnlyBuffer()))
                .isEqualTo("read-only direct ByteBuffer of 64 elements");
        assertThat(Memory.describe("text")).isEqualTo("java.lang.String");
    }
}
