/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.netpipe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.bench.netpipe.Curve.Point;
import dev.tern.bench.table.Published;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CurveTest {
    private static final Curve ORIGINAL = new Curve(1, 8 << 20, 3);

    private static List<Integer> sizes(Curve curve) {
        return curve.points().stream().map(Point::size).toList();
    }

    @Test
    void theSizesAreThoseOfTheOriginal() {
        List<Integer> sizes = sizes(ORIGINAL);

        assertThat(sizes)
                .hasSize(124)
                .startsWith(1, 2, 3, 4, 6, 8, 12, 13, 16, 19, 21, 24, 27, 29, 32, 35, 45, 48, 51)
                .endsWith(8_388_605, 8_388_608, 8_388_611)
                .isSorted()
                .containsAll(
                        Published.load("netpipe.raw-tcp-2005").table().rows().keySet());
    }

    @Test
    void aCurveThatBeginsLaterMeetsTheOthersSizes() {
        assertThat(sizes(new Curve(16, 64, 3)))
                .containsExactly(13, 16, 19, 21, 24, 27, 29, 32, 35, 45, 48, 51, 61, 64, 67);
        assertThat(sizes(new Curve(1, 16, 0))).containsExactly(1, 2, 3, 4, 6, 8, 12, 16);
        assertThat(sizes(new Curve(2, 2, 3))).containsExactly(2);
        assertThat(sizes(new Curve(1 << 30, 1 << 30, 0))).containsExactly(1 << 30);
    }

    /** The lines 1 to 3 of the published curves follow from the lines before them. */
    @ParameterizedTest
    @CsvSource({
        "1, 116.08, 861", "2, 116.73, 856", "3, 116.69, 571", "122, 71880.14, 3",
        "1, 90.74, 1102", "2, 90.88, 1100", "3, 90.66, 735", "123, 71508.84, 3"
    })
    void theRoundsAreThoseOfTheOriginal(int number, double micros, int rounds) {
        Plan plan = new Plan(ORIGINAL, Traffic.PING_PONG, OptionalInt.empty(), 0, 0.1, false, 0);

        assertThat(plan.rounds(ORIGINAL.points().get(number), micros * 1e-6)).isEqualTo(rounds);
    }

    @Test
    void roundsThatAreGivenAreRunAtEverySize() {
        Plan plan = new Plan(ORIGINAL, Traffic.PING_PONG, OptionalInt.of(7), 0, 0.1, false, 0);

        assertThat(ORIGINAL.points())
                .allSatisfy(point -> assertThat(plan.rounds(point, 1)).isEqualTo(7));
    }
}
