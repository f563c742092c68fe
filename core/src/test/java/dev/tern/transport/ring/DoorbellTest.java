/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.transport.ring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.testing.Seed;
import dev.tern.testing.Threads;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class DoorbellTest {
    private final MemorySegment memory = Arena.ofAuto().allocate(64, 8);

    private static int[] ranks(int count) {
        return IntStream.range(0, count).map(n -> 10 + 2 * n).toArray();
    }

    private Doorbell doorbell(int count) {
        return new Doorbell(memory, 8, ranks(count));
    }

    @Test
    void namesEachWhoRangOnce() {
        Doorbell owner = doorbell(100);
        Doorbell other = doorbell(100);
        assertThat(owner.next()).isEqualTo(-1);
        for (int bit : new int[] {99, 0, 63, 64, 63}) {
            other.ring(bit);
        }
        for (int bit : new int[] {0, 63, 64, 99}) {
            assertThat(owner.next()).isEqualTo(10 + 2 * bit);
        }
        assertThat(owner.next()).isEqualTo(-1);
        assertThat(owner.next()).isEqualTo(-1);
    }

    @Test
    void againComesInTheNextRound() {
        Doorbell owner = doorbell(3);
        doorbell(3).ring(1);
        assertThat(owner.next()).isEqualTo(12);
        owner.again(12);
        assertThat(owner.next()).isEqualTo(-1);
        assertThat(owner.next()).isEqualTo(12);
        assertThat(owner.next()).isEqualTo(-1);
    }

    @Test
    void bitsBehindTheLastRankAreNobodys() {
        memory.set(ValueLayout.JAVA_LONG, 8, -1L);
        Doorbell owner = doorbell(2);
        assertThat(owner.next()).isEqualTo(10);
        assertThat(owner.next()).isEqualTo(12);
        assertThat(owner.next()).isEqualTo(-1);
    }

    @Test
    void sizeIsWholeWords() {
        assertThat(Doorbell.size(1)).isEqualTo(8);
        assertThat(Doorbell.size(64)).isEqualTo(8);
        assertThat(Doorbell.size(65)).isEqualTo(16);
    }

    /** Writers count up and ring; the owner looks only at those who rang, and must see all in the end. */
    @Test
    void nothingIsOverlooked() {
        int writers = 3;
        int rounds = 20_000;
        Seed.run(random -> {
            memory.fill((byte) 0);
            var published = new AtomicIntegerArray(writers);
            Threads.Body[] tasks = new Threads.Body[writers + 1];
            for (int w = 0; w < writers; w++) {
                int bit = w;
                Doorbell bell = doorbell(writers);
                tasks[w] = () -> {
                    for (int i = 0; i < rounds; i++) {
                        published.setRelease(bit, i + 1);
                        bell.ring(bit);
                    }
                };
            }
            int[] seen = new int[writers];
            Doorbell owner = doorbell(writers);
            tasks[writers] = () -> {
                while (IntStream.of(seen).sum() < writers * rounds) {
                    for (int rank = owner.next(); rank >= 0; rank = owner.next()) {
                        int bit = (rank - 10) / 2;
                        seen[bit] = published.getAcquire(bit);
                    }
                    Threads.pause();
                }
            };
            Threads.together(tasks);
            assertThat(seen).containsOnly(rounds);
        });
    }
}
