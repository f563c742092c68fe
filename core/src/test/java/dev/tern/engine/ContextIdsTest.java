/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.match.Lane;
import dev.tern.testing.Threads;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class ContextIdsTest {
    private final ContextIds ids = new ContextIds();

    private int take() {
        return ids.take(ids.offer());
    }

    private static long[] and(long[] a, long[] b) {
        long[] common = a.clone();
        for (int i = 0; i < common.length; i++) {
            common[i] &= b[i];
        }
        return common;
    }

    @Test
    void idsAreTakenFromTheLowestUp() {
        for (int id = 0; id < 200; id++) {
            assertThat(take()).isEqualTo(id);
        }
    }

    @Test
    void releasedIdsAreTakenAgain() {
        for (int i = 0; i < 100; i++) {
            take();
        }
        ids.release(70);
        ids.release(3);
        assertThat(take()).isEqualTo(3);
        assertThat(take()).isEqualTo(70);
        assertThat(take()).isEqualTo(100);
    }

    @Test
    void allRanksAgreeOnTheLowestIdThatAllHave() {
        var other = new ContextIds();
        take(); // 0 is in use here
        other.take(other.offer());
        other.take(other.offer()); // 0 and 1 there
        ids.take(new long[] {1L << 2}); // and 2 here again

        long[] common = and(ids.offer(), other.offer());
        assertThat(ids.take(common)).isEqualTo(3);
        assertThat(other.take(common)).isEqualTo(3);
    }

    @Test
    void everyIdStandsForTwoContexts() {
        int count = 0;
        for (int last = -1, id; (id = take()) >= 0; last = id, count++) {
            assertThat(id).isEqualTo(last + 1);
        }
        assertThat(count).isEqualTo(Lane.MAX_CONTEXTS / 2);
        assertThat(ids.any()).isFalse();
        ids.release(count - 1);
        assertThat(ids.any()).isTrue();
        assertThat(take()).isEqualTo(count - 1);
    }

    @Test
    void whileOneThreadNegotiatesOthersHaveNothingToOffer() {
        var offered = new CountDownLatch(1);
        var tried = new CountDownLatch(1);
        Threads.together(
                () -> {
                    long[] offer = ids.offer();
                    assertThat(offer).doesNotContain(0);
                    offered.countDown();
                    tried.await();
                    assertThat(ids.offer()).as("the same thread tries again").isEqualTo(offer);
                    assertThat(ids.take(offer)).isZero();
                },
                () -> {
                    offered.await();
                    long[] nothing = ids.offer();
                    assertThat(nothing).containsOnly(0);
                    assertThat(ids.take(nothing)).isEqualTo(-1);
                    assertThat(ids.offer())
                            .as("the failure of one changes nothing for the other")
                            .containsOnly(0);
                    tried.countDown();
                });
        assertThat(take()).as("a third one after both").isEqualTo(1);
    }

    @Test
    void failedNegotiationEndsToo() {
        ids.take(and(ids.offer(), new long[ContextIds.WORDS]));
        Threads.together(() -> assertThat(take()).isZero());
    }
}
