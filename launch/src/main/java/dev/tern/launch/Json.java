/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

import java.util.List;
import java.util.Map;

/** Writes maps, lists, texts, numbers, truth values and null as JSON, two blanks for each level. */
final class Json {
    private static final char FIRST_PLAIN = ' ';

    private Json() {}

    /** The text of a value; maps have texts as keys. */
    static String of(Object value) {
        StringBuilder text = new StringBuilder();
        append(value, "\n", text);
        return text.append('\n').toString();
    }

    private static void append(Object value, String line, StringBuilder text) {
        if (value instanceof Map<?, ?> map) {
            String separator = "";
            text.append('{');
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                text.append(separator).append(line).append("  ");
                quote(entry.getKey().toString(), text);
                text.append(": ");
                append(entry.getValue(), line + "  ", text);
                separator = ",";
            }
            text.append(map.isEmpty() ? "" : line).append('}');
        } else if (value instanceof List<?> list) {
            String separator = "";
            text.append('[');
            for (Object element : list) {
                text.append(separator).append(line).append("  ");
                append(element, line + "  ", text);
                separator = ",";
            }
            text.append(list.isEmpty() ? "" : line).append(']');
        } else if (value instanceof String word) {
            quote(word, text);
        } else {
            text.append(value); // a number, a truth value, null
        }
    }

    private static void quote(String word, StringBuilder text) {
        text.append('"');
        for (char c : word.toCharArray()) {
            if (c == '"' || c == '\\') {
                text.append('\\').append(c);
            } else if (c < FIRST_PLAIN) {
                text.append(String.format("\\u%04x", (int) c));
            } else {
                text.append(c);
            }
        }
        text.append('"');
    }
}
