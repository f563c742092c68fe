/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.datatype;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TypeMapTest {

    @Test
    void basicTypesAreContiguous() {
        for (TypeMap type : List.of(TypeMap.BYTE, TypeMap.CHAR, TypeMap.SHORT, TypeMap.BOOLEAN, TypeMap.INT)) {
            assertThat(type.size()).isEqualTo(type.base().size());
            assertThat(type.extent()).isEqualTo(type.base().size());
            assertThat(type.isContiguous()).isTrue();
            assertThat(type.elements()).isEqualTo(1);
        }
        assertThat(TypeMap.LONG.size()).isEqualTo(8);
        assertThat(TypeMap.DOUBLE_COMPLEX.size()).isEqualTo(16);
        assertThat(TypeMap.DOUBLE_COMPLEX.base()).isEqualTo(ElementType.DOUBLE);
        assertThat(TypeMap.FLOAT_COMPLEX.isContiguous()).isTrue();
    }

    @Test
    void pairsHaveTheLayoutOfC() {
        assertLayout(TypeMap.INT2, 8, 8, 8);
        assertLayout(TypeMap.SHORT_INT, 6, 8, 8);
        assertLayout(TypeMap.FLOAT_INT, 8, 8, 8);
        assertLayout(TypeMap.LONG_INT, 12, 16, 12);
        assertLayout(TypeMap.DOUBLE_INT, 12, 16, 12);
    }

    private static void assertLayout(TypeMap type, long size, long extent, long trueExtent) {
        assertThat(type.base()).isEqualTo(ElementType.BYTE);
        assertThat(type.size()).isEqualTo(size);
        assertThat(type.extent()).isEqualTo(extent);
        assertThat(type.trueExtent()).isEqualTo(trueExtent);
        assertThat(type.elements()).isEqualTo(2);
    }

    @Test
    void vectorTakesAColumnOfAMatrix() {
        int[] matrix = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
        TypeMap column = TypeMap.vector(3, 1, 4, TypeMap.INT);
        assertThat(column.extent()).isEqualTo(9 * 4);
        assertThat(packInts(column, matrix, 1, 1)).containsExactly(1, 5, 9);
    }

    @Test
    void resizedColumnsInterleave() {
        int[] matrix = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
        TypeMap column = TypeMap.resized(TypeMap.vector(3, 1, 4, TypeMap.INT), 0, 4);
        assertThat(packInts(column, matrix, 0, 2)).containsExactly(0, 4, 8, 1, 5, 9);
    }

    @Test
    void packingKeepsTheOrderOfTheTypeMap() {
        TypeMap type = TypeMap.indexed(new int[] {2, 1}, new int[] {3, 0}, TypeMap.INT);
        assertThat(packInts(type, new int[] {10, 11, 12, 13, 14}, 0, 1)).containsExactly(13, 14, 10);
        assertThat(type.lb()).isZero();
        assertThat(type.extent()).isEqualTo(20);
    }

    @Test
    void neighbouringBlocksBecomeOneRun() {
        TypeMap type = TypeMap.indexed(new int[] {1, 2, 3}, new int[] {0, 1, 3}, TypeMap.INT);
        assertThat(type.runs()).isEqualTo(1);
        assertThat(type.isContiguous()).isTrue();
        assertThat(TypeMap.vector(1000, 4, 4, TypeMap.DOUBLE).runs()).isEqualTo(1);
    }

    @Test
    void structIsPaddedToTheStrictestAlignment() {
        TypeMap type = TypeMap.struct(new int[] {1, 1}, new int[] {0, 8}, new TypeMap[] {TypeMap.DOUBLE, TypeMap.CHAR});
        assertThat(type.size()).isEqualTo(10);
        assertThat(type.extent()).isEqualTo(16);
        assertThat(type.trueExtent()).isEqualTo(10);
    }

    @Test
    void boundsWithNegativeDisplacementAndStride() {
        TypeMap type = TypeMap.vector(3, 1, -2, TypeMap.INT);
        assertThat(type.lb()).isEqualTo(-16);
        assertThat(type.extent()).isEqualTo(20);
        assertThat(type.firstByte(2)).isEqualTo(-16);
        assertThat(type.lastByte(2)).isEqualTo(24);
        assertThat(packInts(type, new int[] {0, 1, 2, 3, 4}, 4, 1)).containsExactly(4, 2, 0);
    }

    @Test
    void resizedBoundsDisplaceNaturalOnes() {
        TypeMap wide = TypeMap.resized(TypeMap.INT, -4, 40);
        assertThat(wide.isContiguous()).isFalse();
        TypeMap type = TypeMap.struct(new int[] {1, 1}, new int[] {0, 100}, new TypeMap[] {wide, TypeMap.INT});
        assertThat(type.lb()).isEqualTo(-4);
        assertThat(type.extent()).isEqualTo(40);
        assertThat(type.trueExtent()).isEqualTo(104);
        TypeMap backwards = TypeMap.contiguous(2, TypeMap.resized(TypeMap.INT, 0, -4));
        assertThat(packInts(backwards, new int[] {7, 8}, 1, 1)).containsExactly(8, 7);
    }

    @Test
    void emptyTypes() {
        for (TypeMap type : List.of(
                TypeMap.contiguous(0, TypeMap.INT),
                TypeMap.vector(0, 5, 5, TypeMap.INT),
                TypeMap.contiguous(3, TypeMap.contiguous(0, TypeMap.INT)))) {
            assertThat(type.size()).isZero();
            assertThat(type.extent()).isZero();
            assertThat(type.elements()).isZero();
            assertThat(type.elementsIn(0)).isZero();
            assertThat(type.lastByte(9)).isZero();
            type.pack(new int[0], 0, 9, new byte[0], 0);
        }
    }

    @Test
    void unpackStoresNoMoreThanArrived() {
        TypeMap column = TypeMap.vector(3, 1, 2, TypeMap.SHORT);
        short[] target = {-1, -1, -1, -1, -1};
        column.unpack(new byte[] {1, 0, 2, 0}, 0, 4, target, 0, 1);
        assertThat(target).containsExactly((short) 1, (short) -1, (short) 2, (short) -1, (short) -1);
    }

    @Test
    void countsBasicElementsOfAnIncompleteMessage() {
        assertThat(TypeMap.DOUBLE_INT.elementsIn(12)).isEqualTo(2);
        assertThat(TypeMap.DOUBLE_INT.elementsIn(20)).isEqualTo(3);
        assertThat(TypeMap.DOUBLE_INT.elementsIn(23)).isEqualTo(3);
        assertThat(TypeMap.DOUBLE_INT.bytesOf(3)).isEqualTo(20);
        TypeMap type = TypeMap.struct(new int[] {3, 2}, new int[] {0, 8}, new TypeMap[] {TypeMap.SHORT, TypeMap.LONG});
        assertThat(type.elements()).isEqualTo(5);
        for (int elements = 0; elements <= 12; elements++) {
            assertThat(type.elementsIn(type.bytesOf(elements))).isEqualTo(elements);
        }
    }

    @Test
    void sizesBeyond64BitsAreRefused() {
        TypeMap huge = TypeMap.contiguous(Integer.MAX_VALUE, TypeMap.contiguous(Integer.MAX_VALUE, TypeMap.CHAR));
        assertThatThrownBy(() -> TypeMap.contiguous(2, huge)).isInstanceOf(ArithmeticException.class);
        assertThatThrownBy(() -> TypeMap.hvector(3, 1, Long.MAX_VALUE / 2, TypeMap.INT))
                .isInstanceOf(ArithmeticException.class);
    }

    /** Nested types against a model that lists every byte. */
    @Test
    void randomTypesMatchTheModel() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int round = 0; round < 500; round++) {
            Modelled type = Modelled.random(random, 3);
            type.assertMatches(random, "seed " + seed + ", round " + round);
        }
    }

    private static int[] packInts(TypeMap type, int[] from, int firstElement, int count) {
        byte[] packed = new byte[Math.toIntExact(count * type.size())];
        type.pack(from, firstElement * 4L, count, packed, 0);
        int[] result = new int[packed.length / 4];
        Memory.copyIn(MemorySegment.ofArray(packed), 0, result, 0, packed.length);
        return result;
    }

    /** A type and the offsets of all its bytes in the order of the type map. */
    private record Modelled(TypeMap type, List<Long> offsets) {

        static Modelled random(Random random, int depth) {
            if (depth == 0) {
                return of(random.nextBoolean() ? TypeMap.BYTE : TypeMap.SHORT);
            }
            Modelled old = random(random, depth - 1);
            int[] lengths = random.ints(random.nextInt(4), 0, 4).toArray();
            int[] displs = random.ints(lengths.length, -9, 9).toArray();
            int stride = random.nextInt(-5, 6);
            int length = random.nextInt(3);
            return switch (random.nextInt(5)) {
                case 0 -> old.placed(TypeMap.contiguous(length, old.type), new int[] {0}, new int[] {length}, 1);
                case 1 ->
                    old.placed(
                            TypeMap.vector(3, length, stride, old.type),
                            new int[] {0, stride, 2 * stride},
                            new int[] {length, length, length},
                            old.type.extent());
                case 2 -> old.placed(TypeMap.indexed(lengths, displs, old.type), displs, lengths, old.type.extent());
                case 3 -> old.placed(TypeMap.hindexed(lengths, displs, old.type), displs, lengths, 1);
                default -> new Modelled(TypeMap.resized(old.type, stride, 4L * length), old.offsets);
            };
        }

        private static Modelled of(TypeMap basic) {
            List<Long> offsets = new ArrayList<>();
            for (long i = 0; i < basic.size(); i++) {
                offsets.add(i);
            }
            return new Modelled(basic, offsets);
        }

        private Modelled placed(TypeMap result, int[] displs, int[] lengths, long unit) {
            List<Long> all = new ArrayList<>();
            for (int block = 0; block < displs.length; block++) {
                for (int i = 0; i < lengths[block]; i++) {
                    for (long offset : offsets) {
                        all.add(displs[block] * unit + i * type.extent() + offset);
                    }
                }
            }
            return new Modelled(result, all);
        }

        void assertMatches(Random random, String description) {
            assertThat(type.size()).as(description).isEqualTo(offsets.size());
            if (!offsets.isEmpty()) {
                assertThat(type.trueLb()).as(description).isEqualTo(Collections.min(offsets));
                assertThat(type.trueExtent())
                        .as(description)
                        .isEqualTo(Collections.max(offsets) + 1 - Collections.min(offsets));
            }
            int count = random.nextInt(4);
            int origin = Math.toIntExact(-type.firstByte(count)) + 3;
            byte[] data = new byte[Math.toIntExact(origin + type.lastByte(count)) + 3];
            random.nextBytes(data);
            byte[] expected = new byte[count * offsets.size()];
            for (int i = 0; i < expected.length; i++) {
                long at = origin + i / offsets.size() * type.extent() + offsets.get(i % offsets.size());
                expected[i] = data[Math.toIntExact(at)];
            }
            byte[] packed = new byte[expected.length];
            type.pack(data, origin, count, packed, 0);
            assertThat(packed).as(description).isEqualTo(expected);
            assertPieces(random, data, origin, expected, description);
            assertRoundTrip(data, origin, count, packed, description);
        }

        private void assertPieces(Random random, byte[] data, int origin, byte[] expected, String description) {
            byte[] pieces = new byte[expected.length];
            for (int at = 0; at < pieces.length; ) {
                int n = 1 + random.nextInt(pieces.length - at);
                type.packRange(data, origin, at, n, MemorySegment.ofArray(pieces), at);
                at += n;
            }
            assertThat(pieces).as(description).isEqualTo(expected);
        }

        /** Stores what was packed; unless elements overlap, exactly the bytes of the type come back. */
        private void assertRoundTrip(byte[] data, int origin, int count, byte[] packed, String description) {
            byte[] target = new byte[data.length];
            byte[] expected = new byte[data.length];
            type.unpack(packed, 0, packed.length, target, origin, count);
            for (int i = 0; i < packed.length; i++) {
                long at = origin + i / offsets.size() * type.extent() + offsets.get(i % offsets.size());
                expected[Math.toIntExact(at)] = packed[i];
            }
            assertThat(Arrays.equals(target, expected)).as(description).isTrue();
        }
    }
}
