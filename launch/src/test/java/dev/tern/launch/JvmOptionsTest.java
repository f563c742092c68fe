/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JvmOptionsTest {
    private static List<String> add(int ranks, int cores, String... given) {
        return JvmOptions.add(List.of(given), Map.of(), ranks, cores, null);
    }

    @Test
    void aRankAloneIsLeftAlone() {
        assertThat(add(1, 8)).isEmpty();
    }

    @Test
    void ranksShareCores() {
        assertThat(add(2, 8)).containsExactly("-XX:ParallelGCThreads=4");
        assertThat(add(2, 2)).containsExactly("-XX:+UseSerialGC");
        assertThat(add(3, 4)).contains("-XX:+UseSerialGC");
    }

    @Test
    void ranksShareMemory() {
        assertThat(add(8, 2)).contains("-XX:MaxRAMPercentage=10.0");
        assertThat(add(7, 2)).contains("-XX:MaxRAMPercentage=11.4");
        assertThat(add(3, 2)).noneMatch(option -> option.contains("RAM"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-Xmx1g", "-XX:MaxHeapSize=1g", "-XX:MaxRAMPercentage=5"})
    void theUserChoosesTheHeap(String option) {
        assertThat(add(8, 8, option)).noneMatch(added -> added.contains("RAM"));
    }

    @Test
    void theUserChoosesTheCollector() {
        assertThat(add(2, 2, "-XX:+UseG1GC")).isEmpty();
        assertThat(JvmOptions.add(List.of(), Map.of("JDK_JAVA_OPTIONS", "-ea  -XX:+UseZGC"), 2, 2, null))
                .isEmpty();
        assertThat(add(2, 8, "-XX:ParallelGCThreads=1")).isEmpty();
    }

    @Test
    void theCacheIsUsedUnlessTheUserHasOne() {
        assertThat(JvmOptions.add(List.of(), Map.of(), 1, 8, "x.aot")).contains("-XX:AOTCache=x.aot");
        assertThat(JvmOptions.add(List.of("-XX:AOTCache=y"), Map.of(), 1, 8, "x.aot"))
                .isEmpty();
    }
}
