/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.os;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NativeAccessTest {
    @Test
    void isOffWithoutTheOptionAndNothingIsPrinted() throws Exception {
        String said = run();
        assertThat(said).contains("enabled false").contains("off: ").doesNotContain("WARNING");
        assertThat(said).contains("futex null, affinity null, memory null");
    }

    @Test
    void isOnWithTheOption() throws Exception {
        Supported.supported(this);
        String said = run("--enable-native-access=ALL-UNNAMED");
        assertThat(said).contains("enabled true").contains("on").doesNotContain("WARNING", "null");
    }

    @Test
    void anotherModuleIsNotEnough() throws Exception {
        assertThat(run("--enable-native-access=jdk.net"))
                .contains("enabled false")
                .contains("futex null");
    }

    private static String run(String... options) throws Exception {
        Process process = Children.java(List.of(options), Child.class)
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes());
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }

    static final class Child {
        public static void main(String[] args) {
            System.out.println("enabled " + NativeAccess.isEnabled() + ": " + NativeAccess.reason());
            System.out.println(
                    "futex " + Futex.probe() + ", affinity " + Affinity.probe() + ", memory " + ProcessMemory.probe());
        }
    }
}
