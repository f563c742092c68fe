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
    private static final long GIGABYTE = 1L << 30;
    private static final String GRANT = "--enable-native-access=ALL-UNNAMED";
    private static final String[] CACHE = {
        "-XX:AOTCache=x.aot",
        "-Xlog:aot*=off,cds*=off",
        "-XX:+UnlockDiagnosticVMOptions",
        "-XX:ArchiveRelocationMode=0",
        "-XX:Tier3InvocationThreshold=2000",
        "-XX:Tier3MinInvocationThreshold=1000",
        "-XX:Tier3CompileThreshold=20000"
    };

    private static List<String> add(int ranks, int cores, String... given) {
        return new JvmOptions(ranks, cores, 16 * GIGABYTE).add(List.of(given), Map.of(), null, null);
    }

    /** With everything but limits. */
    private static List<String> full(Map<String, String> environment, String holder, String... given) {
        return new JvmOptions(1, 8, 16 * GIGABYTE).add(List.of(given), environment, holder, "x.aot");
    }

    @Test
    void aRankAloneIsLeftAlone() {
        assertThat(add(1, 8)).isEmpty();
    }

    @Test
    void ranksShareCores() {
        assertThat(add(2, 8)).containsExactly("-XX:ActiveProcessorCount=4");
        assertThat(add(2, 2)).containsExactly("-XX:ActiveProcessorCount=1");
        assertThat(add(3, 8)).containsExactly("-XX:ActiveProcessorCount=2");
        assertThat(add(32, 2)).contains("-XX:ActiveProcessorCount=1");
        assertThat(add(2, 1)).isEmpty();
    }

    @Test
    void ranksShareMemory() {
        assertThat(add(8, 2)).contains("-XX:MaxRAMPercentage=10.0");
        assertThat(add(7, 2)).contains("-XX:MaxRAMPercentage=11.4");
        assertThat(add(3, 2)).noneMatch(option -> option.contains("RAM"));
    }

    @Test
    void aLimitThatLengthensReferencesIsNotSet() {
        JvmOptions large = new JvmOptions(8, 2, 512 * GIGABYTE);
        assertThat(large.add(List.of(), Map.of(), null, null)).noneMatch(option -> option.contains("RAM"));
        JvmOptions many = new JvmOptions(64, 2, 512 * GIGABYTE);
        assertThat(many.add(List.of(), Map.of(), null, null)).contains("-XX:MaxRAMPercentage=1.2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-Xmx1g", "-XX:MaxHeapSize=1g", "-XX:MaxRAMPercentage=5"})
    void theUserChoosesTheHeap(String option) {
        assertThat(add(8, 8, option)).noneMatch(added -> added.contains("RAM"));
    }

    @Test
    void theUserChoosesTheProcessors() {
        assertThat(add(2, 8, "-XX:ActiveProcessorCount=8")).isEmpty();
        Map<String, String> environment = Map.of("JDK_JAVA_OPTIONS", "-ea  -XX:ActiveProcessorCount=3");
        assertThat(new JvmOptions(2, 8, GIGABYTE).add(List.of(), environment, null, null))
                .isEmpty();
    }

    @Test
    void nativeAccessIsGrantedUnlessTheUserSaysOtherwise() {
        assertThat(full(Map.of(), JvmOptions.CLASS_PATH)).startsWith(GRANT);
        assertThat(full(Map.of(), JvmOptions.MODULE)).containsExactly("--enable-native-access=dev.tern.core");
        assertThat(full(Map.of(), null)).isEmpty();
        assertThat(full(Map.of(), JvmOptions.CLASS_PATH, "--illegal-native-access=deny"))
                .isEmpty();
        assertThat(full(Map.of(), JvmOptions.CLASS_PATH, "--enable-native-access=a,b"))
                .containsExactly(GRANT);
        assertThat(full(Map.of(), JvmOptions.CLASS_PATH, "--enable-native-access", "a,ALL-UNNAMED"))
                .isEmpty();
        Map<String, String> environment = Map.of("JAVA_TOOL_OPTIONS", GRANT);
        assertThat(full(environment, JvmOptions.CLASS_PATH)).containsExactly(CACHE);
        assertThat(JvmOptions.isGranted(environment, JvmOptions.CLASS_PATH)).isTrue();
        assertThat(JvmOptions.isGranted(environment, JvmOptions.MODULE)).isFalse();
    }

    @Test
    void theCacheIsUsedWhereTheJvmCanUseIt() {
        assertThat(full(Map.of(), JvmOptions.CLASS_PATH, "-Xmx1g", "-cp", "x")).contains(CACHE);
        for (String option : List.of(
                "-XX:AOTCache=y", "-Xshare:off", "--add-opens", "--add-modules=x", "-XX:+UseZGC", "--patch-module")) {
            assertThat(full(Map.of(), JvmOptions.CLASS_PATH, option)).as(option).containsExactly(GRANT);
        }
        assertThat(full(Map.of(), JvmOptions.MODULE)).doesNotContain(CACHE);
    }
}
