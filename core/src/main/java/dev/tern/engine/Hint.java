/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.engine;

import java.util.EnumSet;
import java.util.Set;

/** What a program promises of a communicator (MPI-4.1 section 7.4.4). */
public enum Hint {
    NO_ANY_TAG("mpi_assert_no_any_tag"),
    NO_ANY_SOURCE("mpi_assert_no_any_source"),
    EXACT_LENGTH("mpi_assert_exact_length"),
    ALLOW_OVERTAKING("mpi_assert_allow_overtaking");

    private final String key;

    Hint(String key) {
        this.key = key;
    }

    /** Its name in MPI. */
    public String key() {
        return key;
    }

    /** A bit for each, so that ranks can agree on those that all have. */
    static long bits(Set<Hint> hints) {
        long bits = 0;
        for (Hint hint : hints) {
            bits |= 1L << hint.ordinal();
        }
        return bits;
    }

    /** The opposite of {@link #bits}. */
    static Set<Hint> of(long bits) {
        Set<Hint> hints = EnumSet.noneOf(Hint.class);
        for (Hint hint : values()) {
            if ((bits & 1L << hint.ordinal()) != 0) {
                hints.add(hint);
            }
        }
        return hints;
    }
}
