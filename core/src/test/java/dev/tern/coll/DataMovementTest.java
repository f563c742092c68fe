/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.coll;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.datatype.TypeMap;
import dev.tern.error.ErrorClass;
import dev.tern.error.MpiError;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The algorithms that move data. */
class DataMovementTest {

    private static final int MAX_RANKS = 9;

    private final Collectives collectives = new DecisionTable();

    /** On 1 to 9 ranks, with sends that return early and with sends that wait for the receiver. */
    static void onAllSizes(ThreadRanks.Body body) {
        for (int size = 1; size <= MAX_RANKS; size++) {
            ThreadRanks.run(size, false, body);
            ThreadRanks.run(size, true, body);
        }
    }

    /** {@code count} numbers that tell their owner and place. */
    static int[] numbers(int owner, int count) {
        return IntStream.range(0, count).map(i -> 1000 * (owner + 1) + i).toArray();
    }

    @Test
    void nobodyLeavesTheBarrierBeforeAllEntered() {
        for (int size = 1; size <= MAX_RANKS; size++) {
            int ranks = size;
            AtomicInteger entered = new AtomicInteger();
            ThreadRanks.run(size, size % 2 == 0, p2p -> {
                for (int round = 1; round <= 20; round++) {
                    entered.incrementAndGet();
                    collectives.barrier(p2p);
                    assertThat(entered.get()).isGreaterThanOrEqualTo(round * ranks);
                    collectives.barrier(p2p);
                }
            });
        }
    }

    @ParameterizedTest
    @CsvSource({"0", "1", "7", "1000"})
    void bcastFromEveryRoot(int count) {
        onAllSizes(p2p -> {
            for (int root = 0; root < p2p.size(); root++) {
                int[] data = p2p.rank() == root ? numbers(root, count) : new int[count];
                collectives.bcast(p2p, new Block(data, count, TypeMap.INT), root);
                assertThat(data).isEqualTo(numbers(root, count));
            }
        });
    }

    @Test
    void bcastOfEveryKindOfBuffer() {
        TypeMap column = TypeMap.vector(3, 1, 2, TypeMap.INT);
        onAllSizes(p2p -> {
            boolean root = p2p.rank() == p2p.size() - 1;
            boolean[] flags = {root, false, root};
            collectives.bcast(p2p, new Block(flags, 3, TypeMap.BOOLEAN), p2p.size() - 1);
            assertThat(flags).containsExactly(true, false, true);
            ByteBuffer direct = ByteBuffer.allocateDirect(20).order(ByteOrder.nativeOrder());
            for (int i = 0; i < 20; i += 4) {
                direct.putInt(i, root ? i : -1);
            }
            collectives.bcast(p2p, new Block(direct, 1, column), p2p.size() - 1);
            int[] got = IntStream.range(0, 5).map(i -> direct.getInt(4 * i)).toArray();
            assertThat(got).isEqualTo(root ? new int[] {0, 4, 8, 12, 16} : new int[] {0, -1, 8, -1, 16});
        });
    }

    @ParameterizedTest
    @CsvSource({"0", "1", "7", "1000"})
    void gatherAndScatterFromEveryRoot(int count) {
        onAllSizes(p2p -> {
            int size = p2p.size();
            int[] all = IntStream.range(0, size)
                    .flatMap(r -> Arrays.stream(numbers(r, count)))
                    .toArray();
            for (int root = 0; root < size; root++) {
                boolean here = p2p.rank() == root;
                int[] got = here ? new int[size * count] : null;
                Block own = new Block(numbers(p2p.rank(), count), count, TypeMap.INT);
                collectives.gather(p2p, own, Blocks.equal(got, count, TypeMap.INT), root);
                assertThat(got).isEqualTo(here ? all : null);

                int[] part = new int[count];
                Blocks parts = Blocks.equal(here ? all : null, count, TypeMap.INT);
                collectives.scatter(p2p, parts, new Block(part, count, TypeMap.INT), root);
                assertThat(part).isEqualTo(numbers(p2p.rank(), count));
            }
        });
    }

    @Test
    void gatherAndScatterInPlace() {
        onAllSizes(p2p -> {
            int size = p2p.size();
            int root = size / 2;
            boolean here = p2p.rank() == root;
            int[] all = here ? new int[2 * size] : null;
            if (here) {
                all[2 * root] = 2 * root;
                all[2 * root + 1] = 2 * root + 1;
            }
            int[] own = {2 * p2p.rank(), 2 * p2p.rank() + 1};
            Block send = here ? Block.IN_PLACE : new Block(own, 2, TypeMap.INT);
            collectives.gather(p2p, send, Blocks.equal(all, 2, TypeMap.INT), root);
            if (here) {
                assertThat(all).isEqualTo(IntStream.range(0, 2 * size).toArray());
            }
            int[] part = {-1, -1};
            Block recv = here ? Block.IN_PLACE : new Block(part, 2, TypeMap.INT);
            collectives.scatter(p2p, Blocks.equal(all, 2, TypeMap.INT), recv, root);
            assertThat(part).isEqualTo(here ? new int[] {-1, -1} : own);
        });
    }

    /** Rank r contributes r elements; blocks lie in reverse order with gaps, which must survive. */
    @Test
    void varyingBlocks() {
        onAllSizes(p2p -> {
            int size = p2p.size();
            int rank = p2p.rank();
            int[] counts = IntStream.range(0, size).toArray();
            int[] displs =
                    IntStream.range(0, size).map(r -> (size - 1 - r) * size).toArray();
            int[] expected = new int[size * size];
            Arrays.fill(expected, -1);
            for (int r = 0; r < size; r++) {
                System.arraycopy(numbers(r, r), 0, expected, displs[r], r);
            }
            for (int root = 0; root < size; root++) {
                int[] got = filled(size * size);
                Block own = new Block(numbers(rank, rank), rank, TypeMap.INT);
                collectives.gather(p2p, own, Blocks.varying(got, counts, displs, TypeMap.INT), root);
                assertThat(got).isEqualTo(rank == root ? expected : filled(size * size));

                int[] part = filled(size);
                Blocks parts = Blocks.varying(expected, counts, displs, TypeMap.INT);
                collectives.scatter(p2p, parts, new Block(part, rank, TypeMap.INT), root);
                int[] wanted = filled(size);
                System.arraycopy(numbers(rank, rank), 0, wanted, 0, rank);
                assertThat(part).isEqualTo(wanted);
            }
            int[] got = filled(size * size);
            Block own = new Block(numbers(rank, rank), rank, TypeMap.INT);
            collectives.allGather(p2p, own, Blocks.varying(got, counts, displs, TypeMap.INT));
            assertThat(got).isEqualTo(expected);
        });
    }

    private static int[] filled(int length) {
        int[] array = new int[length];
        Arrays.fill(array, -1);
        return array;
    }

    /** As if the send buffer had been copied first, and nothing beyond the received elements is touched. */
    @Test
    void oneArrayAsSendAndReceiveBuffer() {
        onAllSizes(p2p -> {
            int size = p2p.size();
            int rank = p2p.rank();
            for (int root = 0; root < size; root++) {
                int[] data = rank == root ? IntStream.range(0, 2 * size).toArray() : filled(2 * size);
                int[] expected = data.clone();
                collectives.scatter(p2p, Blocks.equal(data, 2, TypeMap.INT), new Block(data, 2, TypeMap.INT), root);
                expected[0] = 2 * rank;
                expected[1] = 2 * rank + 1;
                assertThat(data).as("scatter, root " + root).isEqualTo(expected);

                collectives.gather(p2p, new Block(data, 2, TypeMap.INT), Blocks.equal(data, 2, TypeMap.INT), root);
                assertThat(data)
                        .as("gather, root " + root)
                        .isEqualTo(rank == root ? IntStream.range(0, 2 * size).toArray() : expected);
            }
        });
    }

    @ParameterizedTest
    @CsvSource({"0", "1", "5"})
    void allGather(int count) {
        onAllSizes(p2p -> {
            int[] expected = IntStream.range(0, p2p.size())
                    .flatMap(r -> Arrays.stream(numbers(r, count)))
                    .toArray();
            int[] got = new int[expected.length];
            Block own = new Block(numbers(p2p.rank(), count), count, TypeMap.INT);
            collectives.allGather(p2p, own, Blocks.equal(got, count, TypeMap.INT));
            assertThat(got).isEqualTo(expected);

            int[] inPlace = new int[expected.length];
            System.arraycopy(expected, p2p.rank() * count, inPlace, p2p.rank() * count, count);
            collectives.allGather(p2p, Block.IN_PLACE, Blocks.equal(inPlace, count, TypeMap.INT));
            assertThat(inPlace).isEqualTo(expected);
        });
    }

    /** Element i of the block from a to b is a * 100 + b * 10 + i. */
    @Test
    void allToAll() {
        onAllSizes(p2p -> {
            int rank = p2p.rank();
            int[] send = IntStream.range(0, 3 * p2p.size())
                    .map(i -> rank * 100 + i / 3 * 10 + i % 3)
                    .toArray();
            int[] got = new int[send.length];
            collectives.allToAll(p2p, Blocks.equal(send, 3, TypeMap.INT), Blocks.equal(got, 3, TypeMap.INT));
            int[] expected = IntStream.range(0, 3 * p2p.size())
                    .map(i -> i / 3 * 100 + rank * 10 + i % 3)
                    .toArray();
            assertThat(got).isEqualTo(expected);
        });
    }

    /** Rank a sends to rank b (a + b) % 3 shorts, which arrive as bytes. */
    @Test
    void allToAllWithDifferentCountsAndTypes() {
        onAllSizes(p2p -> {
            int size = p2p.size();
            int rank = p2p.rank();
            int[] counts = IntStream.range(0, size).map(r -> (rank + r) % 3).toArray();
            int[] displs = IntStream.range(0, size).map(r -> 2 * r).toArray();
            int[] byteCounts = Arrays.stream(counts).map(c -> 2 * c).toArray();
            int[] byteDispls = Arrays.stream(displs).map(d -> 2 * d).toArray();
            TypeMap[] types = new TypeMap[size];
            Arrays.fill(types, TypeMap.BYTE);
            short[] send = new short[2 * size];
            for (int i = 0; i < send.length; i++) {
                send[i] = (short) (rank * 100 + i);
            }
            byte[] got = new byte[4 * size];
            collectives.allToAll(
                    p2p,
                    Blocks.varying(send, counts, displs, TypeMap.SHORT),
                    Blocks.mixed(got, byteCounts, byteDispls, types));
            ByteBuffer view = ByteBuffer.wrap(got).order(ByteOrder.nativeOrder());
            for (int r = 0; r < size; r++) {
                for (int i = 0; i < 2; i++) {
                    int expected = i < counts[r] ? r * 100 + 2 * rank + i : 0;
                    assertThat(view.getShort(4 * r + 2 * i)).isEqualTo((short) expected);
                }
            }
        });
    }

    @Test
    void tooLongAContributionIsAnErrorAndTheOthersArrive() {
        for (boolean synchronous : new boolean[] {false, true}) {
            ThreadRanks.run(4, synchronous, p2p -> {
                int count = p2p.rank() == 2 ? 3 : 2;
                Block own = new Block(numbers(p2p.rank(), count), count, TypeMap.INT);
                int[] got = new int[8];
                Blocks blocks = Blocks.equal(got, 2, TypeMap.INT);
                if (p2p.rank() == 1) {
                    assertThatThrownBy(() -> collectives.gather(p2p, own, blocks, 1))
                            .isInstanceOfSatisfying(
                                    MpiError.class,
                                    e -> assertThat(e.errorClass()).isEqualTo(ErrorClass.TRUNCATE));
                    assertThat(got).containsExactly(1000, 1001, 2000, 2001, 3000, 3001, 4000, 4001);
                } else {
                    collectives.gather(p2p, own, blocks, 1);
                }
            });
        }
    }
}
