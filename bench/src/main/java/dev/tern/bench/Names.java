/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;

/** Finds the name that somebody probably meant. */
public final class Names {
    private Names() {}

    /**
     * The candidate that begins with the given word, or else the one that needs the fewest edits to become it.
     *
     * @param word what was given
     * @param candidates what exists; not empty
     * @return the nearest candidate
     */
    public static String nearest(String word, Collection<String> candidates) {
        String lower = word.toLowerCase(Locale.ROOT);
        return candidates.stream()
                .min(Comparator.comparing((String candidate) -> !candidate.startsWith(lower))
                        .thenComparingInt(candidate -> distance(lower, candidate.toLowerCase(Locale.ROOT))))
                .orElseThrow();
    }

    /** Number of characters to insert, delete or replace to turn one word into the other. */
    static int distance(String from, String to) {
        int[] previous = new int[to.length() + 1];
        for (int j = 0; j < previous.length; j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int[] current = new int[previous.length];
            current[0] = i;
            for (int j = 1; j < current.length; j++) {
                int replace = previous[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                current[j] = Math.min(replace, Math.min(previous[j], current[j - 1]) + 1);
            }
            previous = current;
        }
        return previous[to.length()];
    }
}
