/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

import java.util.Locale;

/** Parts of a machine that ranks can be mapped and bound to, from small to large. */
enum Level {
    HWTHREAD("hardware threads"),
    CORE("cores"),
    L1CACHE("L1 caches"),
    L2CACHE("L2 caches"),
    L3CACHE("L3 caches"),
    NUMA("NUMA domains"),
    PACKAGE("packages"),
    NODE("machines");

    /** The names that options take. */
    static final String NAMES = "hwthread, core, l1cache, l2cache, l3cache, numa, package (or socket), node";

    private final String plural;

    Level(String plural) {
        this.plural = plural;
    }

    /** The level of a name in any case, or null. */
    static Level of(String name) {
        String upper = name.toUpperCase(Locale.ROOT);
        if (upper.equals("SOCKET")) {
            return PACKAGE;
        }
        for (Level level : values()) {
            if (level.name().equals(upper)) {
                return level;
            }
        }
        return null;
    }

    /** The name that options take. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Several of it, for messages. */
    String plural() {
        return plural;
    }
}
