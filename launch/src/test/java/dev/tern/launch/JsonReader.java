/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads JSON strictly, and fails at the first letter that does not belong there. */
final class JsonReader {
    private final String text;
    private int at;

    JsonReader(String text) {
        this.text = text;
    }

    /** The only value of the text. */
    Object read() {
        Object value = value();
        blanks();
        if (at < text.length()) {
            throw wrong("the end");
        }
        return value;
    }

    private Object value() {
        blanks();
        return switch (text.charAt(at)) {
            case '{' -> map();
            case '[' -> list();
            case '"' -> word();
            case 't' -> literal("true", true);
            case 'f' -> literal("false", false);
            case 'n' -> literal("null", null);
            default -> number();
        };
    }

    private Map<String, Object> map() {
        Map<String, Object> map = new LinkedHashMap<>();
        at++;
        for (boolean more = !ends('}'); more; more = comma('}')) {
            blanks();
            String key = word();
            expect(':');
            if (map.containsKey(key)) {
                throw wrong("a new key");
            }
            map.put(key, value());
        }
        return map;
    }

    private List<Object> list() {
        List<Object> list = new ArrayList<>();
        at++;
        for (boolean more = !ends(']'); more; more = comma(']')) {
            list.add(value());
        }
        return list;
    }

    private boolean ends(char end) {
        blanks();
        boolean ends = text.charAt(at) == end;
        at += ends ? 1 : 0;
        return ends;
    }

    private boolean comma(char end) {
        if (ends(end)) {
            return false;
        }
        expect(',');
        return true;
    }

    private String word() {
        expect('"');
        var word = new StringBuilder();
        for (char c = text.charAt(at++); c != '"'; c = text.charAt(at++)) {
            if (c < ' ') {
                throw wrong("no control character");
            }
            if (c == '\\') {
                c = text.charAt(at++);
                if (c == 'u') {
                    c = (char) Integer.parseInt(text.substring(at, at + 4), 16);
                    at += 4;
                } else if (c != '"' && c != '\\') {
                    throw wrong("a known escape");
                }
            }
            word.append(c);
        }
        return word.toString();
    }

    private Object literal(String word, Object value) {
        if (!text.startsWith(word, at)) {
            throw wrong(word);
        }
        at += word.length();
        return value;
    }

    private Double number() {
        int from = at;
        while ("+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        return Double.valueOf(text.substring(from, at));
    }

    private void expect(char c) {
        blanks();
        if (text.charAt(at++) != c) {
            throw wrong("" + c);
        }
    }

    private void blanks() {
        while (at < text.length() && " \n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private IllegalArgumentException wrong(String expected) {
        return new IllegalArgumentException(expected + " was expected at " + at + " of " + text);
    }
}
