/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.transport.shm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.testing.Seed;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class FreeBlocksTest {
    private final FreeBlocks free = new FreeBlocks();

    @Test
    void nothingIsFreeAtFirst() {
        assertThat(free.take(1)).isEqualTo(FreeBlocks.NONE);
        assertThat(free.endingAt(0)).isZero();
    }

    @Test
    void firstBlockThatFitsIsTakenAndItsRestStaysFree() {
        free.give(100, 10);
        free.give(200, 50);
        assertThat(free.take(20)).isEqualTo(200);
        assertThat(free.take(30)).isEqualTo(220);
        assertThat(free.take(11)).isEqualTo(FreeBlocks.NONE);
        assertThat(free.take(10)).isEqualTo(100);
        assertThat(free.take(1)).isEqualTo(FreeBlocks.NONE);
    }

    @Test
    void neighboursBecomeOne() {
        free.give(0, 10);
        free.give(20, 10);
        assertThat(free.take(30)).isEqualTo(FreeBlocks.NONE);
        free.give(10, 10);
        assertThat(free.endingAt(30)).isEqualTo(30);
        assertThat(free.take(30)).isZero();
    }

    @Test
    void blockAtTheEndIsKnown() {
        free.give(64, 64);
        assertThat(free.endingAt(128)).isEqualTo(64);
        assertThat(free.endingAt(127)).isZero();
        assertThat(free.endingAt(192)).isZero();
    }

    @Test
    void blocksNeverOverlapAndNothingIsLost() {
        Seed.run(random -> {
            int size = 1000;
            var blocks = new FreeBlocks();
            blocks.give(0, size);
            var taken = new BitSet(size);
            List<int[]> held = new ArrayList<>();
            for (int i = 0; i < 5000; i++) {
                if (random.nextBoolean()) {
                    int length = 1 + random.nextInt(60);
                    int place = (int) blocks.take(length);
                    if (place >= 0) {
                        assertThat(taken.get(place, place + length).isEmpty()).isTrue();
                        taken.set(place, place + length);
                        held.add(new int[] {place, length});
                    }
                } else if (!held.isEmpty()) {
                    int[] block = held.remove(random.nextInt(held.size()));
                    taken.clear(block[0], block[0] + block[1]);
                    blocks.give(block[0], block[1]);
                }
            }
            held.forEach(block -> blocks.give(block[0], block[1]));
            assertThat(blocks.take(size)).isZero();
        });
    }
}
