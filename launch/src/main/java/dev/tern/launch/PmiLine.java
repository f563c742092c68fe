/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

/** One line of the PMI-1 protocol: {@code cmd=NAME key=value key=value}. */
final class PmiLine {
    private final String text;

    /** Wraps a line without its line feed. */
    PmiLine(String text) {
        this.text = text;
    }

    /** The command, or an empty string if the line does not start with one. */
    String command() {
        return text.startsWith("cmd=") ? value("cmd") : "";
    }

    /** The value of a key up to the next space, or null. */
    String value(String key) {
        int from = start(key);
        if (from < 0) {
            return null;
        }
        int end = text.indexOf(' ', from);
        return text.substring(from, end < 0 ? text.length() : end);
    }

    /** The value of the last key of the line, which may contain spaces, or null. */
    String lastValue(String key) {
        int from = start(key);
        return from < 0 ? null : text.substring(from);
    }

    /** The value of a key as a number, or a default if it is absent or not a number. */
    int number(String key, int otherwise) {
        String value = value(key);
        if (value == null) {
            return otherwise;
        }
        try {
            return Integer.parseInt(value);
        } catch (NumberFormatException e) {
            return otherwise;
        }
    }

    private int start(String key) {
        String token = key + "=";
        if (text.startsWith(token)) {
            return token.length();
        }
        int at = text.indexOf(" " + token);
        return at < 0 ? -1 : at + 1 + token.length();
    }
}
