/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.coll;

import static dev.tern.coll.DataMovementTest.onAllSizes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.datatype.Reduction;
import dev.tern.datatype.ReductionKind;
import dev.tern.datatype.Reductions;
import dev.tern.datatype.TypeMap;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The algorithms that combine data. */
class ReductionAlgorithmsTest {

    /** A product of 2 x 2 matrices: associative, not commutative. */
    private static final TypeMap MATRIX = TypeMap.contiguous(4, TypeMap.INT);

    private static final Reduction SUM = Reductions.of(ReductionKind.SUM, TypeMap.INT);

    private final Collectives collectives = new DecisionTable();

    @ParameterizedTest
    @CsvSource({"0", "1", "7", "1025"})
    void sumsOnEveryRoot(int count) {
        onAllSizes(p2p -> {
            Block send = new Block(contribution(p2p.rank(), count), count, TypeMap.INT);
            int[] expected = sumUpTo(p2p.size() - 1, count);
            for (int root = 0; root < p2p.size(); root++) {
                boolean here = p2p.rank() == root;
                int[] got = here ? new int[count] : null;
                collectives.reduce(p2p, send, new Block(got, count, TypeMap.INT), SUM, root);
                assertThat(got).isEqualTo(here ? expected : null);

                int[] inPlace = contribution(p2p.rank(), count);
                Block own = new Block(inPlace, count, TypeMap.INT);
                collectives.reduce(p2p, here ? Block.IN_PLACE : own, own, SUM, root);
                assertThat(inPlace).isEqualTo(here ? expected : contribution(p2p.rank(), count));
            }
            int[] everywhere = new int[count];
            collectives.allReduce(p2p, send, new Block(everywhere, count, TypeMap.INT), SUM);
            assertThat(everywhere).isEqualTo(expected);
            assertThat((int[]) send.buf()).isEqualTo(contribution(p2p.rank(), count));

            int[] inPlace = contribution(p2p.rank(), count);
            collectives.allReduce(p2p, Block.IN_PLACE, new Block(inPlace, count, TypeMap.INT), SUM);
            assertThat(inPlace).isEqualTo(expected);
        });
    }

    private static int[] contribution(int rank, int count) {
        return IntStream.range(0, count).map(i -> (rank + 1) * (i + 3)).toArray();
    }

    private static int[] sumUpTo(int rank, int count) {
        int[] sum = new int[count];
        for (int r = 0; r <= rank; r++) {
            int[] next = contribution(r, count);
            Arrays.setAll(sum, i -> sum[i] + next[i]);
        }
        return sum;
    }

    @Test
    void orderOfRanksIsKept() {
        assertThat(multiply(matrix(0), matrix(1))).isNotEqualTo(multiply(matrix(1), matrix(0)));
        onAllSizes(p2p -> {
            Reduction product = new MatrixProduct();
            int size = p2p.size();
            Block send = new Block(matrix(p2p.rank()), 1, MATRIX);
            int[] expected = productUpTo(size - 1);
            for (int root = 0; root < size; root++) {
                int[] got = new int[4];
                collectives.reduce(p2p, send, new Block(got, 1, MATRIX), product, root);
                assertThat(got).isEqualTo(p2p.rank() == root ? expected : new int[4]);
            }
            int[] got = new int[4];
            collectives.allReduce(p2p, send, new Block(got, 1, MATRIX), product);
            assertThat(got).isEqualTo(expected);

            collectives.scan(p2p, send, new Block(got, 1, MATRIX), product);
            assertThat(got).isEqualTo(productUpTo(p2p.rank()));

            int[] below = {-1, -1, -1, -1};
            collectives.exScan(p2p, send, new Block(below, 1, MATRIX), product);
            assertThat(below).isEqualTo(p2p.rank() == 0 ? new int[] {-1, -1, -1, -1} : productUpTo(p2p.rank() - 1));
        });
    }

    private static int[] matrix(int rank) {
        return new int[] {rank + 1, 2, rank * rank + 1, 5};
    }

    private static int[] productUpTo(int rank) {
        int[] product = matrix(0);
        for (int r = 1; r <= rank; r++) {
            product = multiply(product, matrix(r));
        }
        return product;
    }

    private static int[] multiply(int[] a, int[] b) {
        return new int[] {
            a[0] * b[0] + a[1] * b[2], a[0] * b[1] + a[1] * b[3], a[2] * b[0] + a[3] * b[2], a[2] * b[1] + a[3] * b[3]
        };
    }

    private static final class MatrixProduct implements Reduction {
        @Override
        public void apply(MemorySegment in, long inOffset, MemorySegment inOut, long inOutOffset, long count) {
            for (long i = 0; i < 16 * count; i += 16) {
                int[] a = in.asSlice(inOffset + i, 16).toArray(ValueLayout.JAVA_INT_UNALIGNED);
                int[] b = inOut.asSlice(inOutOffset + i, 16).toArray(ValueLayout.JAVA_INT_UNALIGNED);
                inOut.asSlice(inOutOffset + i, 16).copyFrom(MemorySegment.ofArray(multiply(a, b)));
            }
        }

        @Override
        public boolean commutative() {
            return false;
        }
    }

    @Test
    void scansInPlace() {
        onAllSizes(p2p -> {
            int[] data = contribution(p2p.rank(), 5);
            collectives.scan(p2p, Block.IN_PLACE, new Block(data, 5, TypeMap.INT), SUM);
            assertThat(data).isEqualTo(sumUpTo(p2p.rank(), 5));
            int[] below = contribution(p2p.rank(), 5);
            collectives.exScan(p2p, Block.IN_PLACE, new Block(below, 5, TypeMap.INT), SUM);
            assertThat(below).isEqualTo(p2p.rank() == 0 ? contribution(0, 5) : sumUpTo(p2p.rank() - 1, 5));
        });
    }

    @Test
    void reduceScatterGivesEachRankItsPart() {
        onAllSizes(p2p -> {
            int[] counts = IntStream.range(0, p2p.size()).map(r -> r % 3).toArray();
            int total = IntStream.of(counts).sum();
            int start = IntStream.of(counts).limit(p2p.rank()).sum();
            int count = counts[p2p.rank()];
            int[] expected = Arrays.copyOfRange(sumUpTo(p2p.size() - 1, total), start, start + count);
            int[] got = new int[count];
            Block send = new Block(contribution(p2p.rank(), total), total, TypeMap.INT);
            collectives.reduceScatter(p2p, send, new Block(got, count, TypeMap.INT), counts, SUM);
            assertThat(got).isEqualTo(expected);

            int[] inPlace = contribution(p2p.rank(), total);
            collectives.reduceScatter(p2p, Block.IN_PLACE, new Block(inPlace, count, TypeMap.INT), counts, SUM);
            assertThat(Arrays.copyOf(inPlace, count)).isEqualTo(expected);
            assertThat(Arrays.copyOfRange(inPlace, count, total))
                    .isEqualTo(Arrays.copyOfRange(contribution(p2p.rank(), total), count, total));
        });
    }

    /** Pairs have gaps in the buffer, which are neither sent nor touched. */
    @Test
    void locationOfTheMaximum() {
        Reduction maxLoc = Reductions.of(ReductionKind.MAXLOC, TypeMap.DOUBLE_INT);
        onAllSizes(p2p -> {
            ByteBuffer own = pairs(p2p.rank(), p2p.size());
            ByteBuffer got = ByteBuffer.allocate(48).order(ByteOrder.nativeOrder());
            Arrays.fill(got.array(), (byte) 9);
            collectives.allReduce(
                    p2p, new Block(own, 3, TypeMap.DOUBLE_INT), new Block(got, 3, TypeMap.DOUBLE_INT), maxLoc);
            for (int i = 0; i < 3; i++) {
                assertThat(got.getDouble(16 * i)).isEqualTo(p2p.size() - 1);
                assertThat(got.getInt(16 * i + 8)).isEqualTo(Math.floorMod(-1 - i, p2p.size()));
                assertThat(got.getInt(16 * i + 12)).isEqualTo(0x09090909);
            }
        });
    }

    private static ByteBuffer pairs(int rank, int size) {
        ByteBuffer pairs = ByteBuffer.allocateDirect(48).order(ByteOrder.nativeOrder());
        for (int i = 0; i < 3; i++) {
            pairs.putDouble(16 * i, (rank + i) % size).putInt(16 * i + 8, rank);
        }
        return pairs;
    }

    @Test
    void booleansAndStridedElements() {
        Reduction and = Reductions.of(ReductionKind.LAND, TypeMap.BOOLEAN);
        TypeMap spread = TypeMap.resized(TypeMap.INT, 0, 8);
        Reduction spreadSum = new SpreadSum();
        onAllSizes(p2p -> {
            boolean[] flags = {true, p2p.rank() == 0, false};
            collectives.allReduce(p2p, Block.IN_PLACE, new Block(flags, 3, TypeMap.BOOLEAN), and);
            assertThat(flags).containsExactly(true, p2p.size() == 1, false);

            int[] data = {1, 77, p2p.rank(), 77};
            collectives.allReduce(p2p, Block.IN_PLACE, new Block(data, 2, spread), spreadSum);
            assertThat(data).containsExactly(p2p.size(), 77, p2p.size() * (p2p.size() - 1) / 2, 77);
        });
    }

    /** Sums ints that are 8 bytes apart. */
    private static final class SpreadSum implements Reduction {
        @Override
        public void apply(MemorySegment in, long inOffset, MemorySegment inOut, long inOutOffset, long count) {
            for (long i = 0; i < 8 * count; i += 8) {
                SUM.apply(in, inOffset + i, inOut, inOutOffset + i, 1);
            }
        }

        @Override
        public boolean commutative() {
            return true;
        }
    }
}
