/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.engine;

import java.security.SecureRandom;
import java.util.HexFormat;

/** What the processes of a job know and nobody else: random bytes that rank 0 makes and the launcher's key space hands out. */
final class Secret {
    private static final int BYTES = 32;

    private Secret() {}

    static String make() {
        byte[] bytes = new byte[BYTES];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    static byte[] parse(String text) {
        return HexFormat.of().parseHex(text);
    }
}
