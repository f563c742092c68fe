/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.match.Lane;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class ContextIdsTest {
    private static final int PARENT = 3;

    private final ContextIds ids = new ContextIds();

    private int take() {
        return ids.take(PARENT, ids.offer(PARENT));
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
        other.take(PARENT, other.offer(PARENT));
        other.take(PARENT, other.offer(PARENT)); // 0 and 1 there
        ids.take(PARENT, new long[] {1L << 2}); // and 2 here again

        long[] common = and(ids.offer(PARENT), other.offer(PARENT));
        assertThat(ids.take(PARENT, common)).isEqualTo(3);
        assertThat(other.take(PARENT, common)).isEqualTo(3);
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
    void whileOneParentNegotiatesOthersHaveNothingToOffer() {
        long[] offer = ids.offer(7);
        assertThat(offer).doesNotContain(0);
        long[] nothing = ids.offer(PARENT);
        assertThat(nothing).containsOnly(0);
        assertThat(ids.take(PARENT, nothing)).isEqualTo(-1);
        assertThat(ids.take(7, offer)).isZero();
        assertThat(take()).isEqualTo(1);
    }

    @Test
    void lowestParentGetsItsTurnWhenANegotiationHasFailed() {
        ids.offer(7);
        ids.offer(PARENT);
        assertThat(ids.take(7, new long[ContextIds.WORDS])).isEqualTo(-1);
        assertThat(ids.offer(7)).as("the lower parent waits").containsOnly(0);
        assertThat(take()).isZero();
        assertThat(ids.take(7, ids.offer(7))).isEqualTo(1);
    }

    @Test
    void parentsOfDifferentClassesAreOfferedDifferentIdsAtOnce() {
        long[] seven = ids.offerClass(7);
        long[] three = ids.offerClass(PARENT);
        assertThat(and(seven, three)).containsOnly(0);
        assertThat(ids.offerClass(6 + Long.SIZE)).as("the same class").containsOnly(0);
        assertThat(ids.offer(9)).as("all ids").containsOnly(0);
        assertThat(ids.take(7, seven)).isEqualTo(7);
        assertThat(ids.take(PARENT, three)).isEqualTo(PARENT);
        assertThat(ids.take(9, ids.offer(9))).isZero();
        assertThat(ids.take(7, ids.offerClass(7))).isEqualTo(7 + Long.SIZE);
    }

    @Test
    void whoGivesUpIsNotWaitedFor() {
        ids.offer(PARENT);
        ids.giveUp(PARENT);
        assertThat(ids.take(7, ids.offer(7))).isZero();
    }

    @Test
    void failedNegotiationMayBeTriedAgain() {
        ids.take(PARENT, and(ids.offer(PARENT), new long[ContextIds.WORDS]));
        assertThat(take()).isZero();
    }
}
