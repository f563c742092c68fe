/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

import java.util.ArrayList;
import java.util.List;

/** Lines and their words as a shell takes them: blanks part words, except between quotes and behind a backslash. */
final class Words {
    private static final String UNQUOTED = "[A-Za-z0-9_@%+=:,./-]+";

    private Words() {}

    /** A word as a shell takes it, in quotes if it needs them. */
    static String quoted(String word) {
        return word.matches(UNQUOTED) ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    /** The line that a shell cuts into these words. */
    static String line(List<String> words) {
        StringBuilder line = new StringBuilder();
        for (String word : words) {
            line.append(line.isEmpty() ? "" : " ").append(quoted(word));
        }
        return line.toString();
    }

    /**
     * The words of a line.
     *
     * @throws IllegalArgumentException if a quote is not closed
     */
    static List<String> of(String line) {
        List<String> words = new ArrayList<>();
        StringBuilder word = null;
        char quote = 0;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (quote == 0 && Character.isWhitespace(c)) {
                if (word != null) {
                    words.add(word.toString());
                    word = null;
                }
                continue;
            }
            word = word == null ? new StringBuilder() : word;
            if (c == '\\' && quote != '\'' && i + 1 < line.length()) {
                word.append(line.charAt(++i));
            } else if (quote == 0 && (c == '"' || c == '\'')) {
                quote = c;
            } else if (quote != 0 && c == quote) {
                quote = 0;
            } else {
                word.append(c);
            }
        }
        if (quote != 0) {
            throw new IllegalArgumentException("a quote is not closed");
        }
        if (word != null) {
            words.add(word.toString());
        }
        return words;
    }
}
