/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpreadTest {
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 8, 64})
    void tagsThatFollowEachOtherTakeDifferentLanes(int lanes) {
        Set<Integer> places = new HashSet<>();
        for (int tag = 0; tag < Math.min(lanes, 16); tag++) {
            places.add(Spread.place(tag, lanes));
        }
        assertThat(places).hasSize(Math.min(lanes, 16)).allMatch(place -> place >= 0 && place < lanes);
        assertThat(Spread.place(Integer.MAX_VALUE, lanes)).isBetween(0, lanes - 1);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8, 10, 16, 100, 128, 256, 1000})
    void multiplesAreSpreadToo(int factor) {
        Set<Integer> places = new HashSet<>();
        for (int i = 0; i < 16; i++) {
            places.add(Spread.place(i * factor, 4));
        }
        assertThat(places).hasSizeGreaterThan(2);
    }

    @Test
    void onlyPromisesAboutWildcardsSpread() {
        assertThat(Spread.promise(EnumSet.allOf(Hint.class))).isEqualTo(Hint.NO_ANY_TAG);
        assertThat(Spread.promise(EnumSet.of(Hint.NO_ANY_SOURCE))).isEqualTo(Hint.NO_ANY_SOURCE);
        assertThat(Spread.promise(EnumSet.of(Hint.ALLOW_OVERTAKING, Hint.EXACT_LENGTH)))
                .isNull();
        assertThat(Spread.promise(Set.of())).isNull();
    }

    @Test
    void hintsTravelAsBits() {
        for (Hint hint : Hint.values()) {
            assertThat(Hint.of(Hint.bits(EnumSet.of(hint)))).containsExactly(hint);
        }
        assertThat(Hint.of(Hint.bits(EnumSet.allOf(Hint.class)) & Hint.bits(Set.of(Hint.NO_ANY_TAG))))
                .containsExactly(Hint.NO_ANY_TAG);
        assertThat(Hint.of(0)).isEmpty();
    }
}
