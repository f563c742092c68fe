/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** What the accelerators need is there wherever their tests run on Linux: the build grants native access. */
final class Supported {
    private Supported() {}

    static <T> T supported(T probed) {
        assumeTrue(System.getProperty("os.name").equals("Linux"));
        assertThat(probed).isNotNull();
        return probed;
    }
}
