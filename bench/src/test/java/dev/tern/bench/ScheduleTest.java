/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScheduleTest {
    @Test
    void largeMessagesBeginAboveEightKilobytes() {
        Schedule schedule = Schedule.steps(10_000, 100, 1_000, 10);

        assertThat(schedule.rounds(8192)).isEqualTo(10_000);
        assertThat(schedule.rounds(8193)).isEqualTo(1_000);
        assertThat(schedule.warmUp(8192)).isEqualTo(100);
        assertThat(schedule.warmUp(16384)).isEqualTo(10);
    }

    @ParameterizedTest
    @CsvSource({"0, 10000", "8192, 10000", "16384, 6400", "131072, 800", "1048576, 100", "1073741824, 1"})
    void aVolumeGivesTheRoundsOfThePublishedTables(int size, int rounds) {
        assertThat(Schedule.volume(10_000, 100 << 20).rounds(size)).isEqualTo(rounds);
    }

    @Test
    void aVolumeWarmsUpWithATenth() {
        Schedule schedule = Schedule.volume(10_000, 100 << 20);

        assertThat(schedule.warmUp(0)).isEqualTo(1_000);
        assertThat(schedule.warmUp(1 << 30)).isEqualTo(1);
    }
}
