/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.boot;

import dev.tern.error.ErrorClass;
import dev.tern.error.MpiError;
import java.nio.charset.StandardCharsets;

/** Values as launchers can carry them: space, line feed, backslash and other unusual bytes are written as {@code %XX}. */
final class PlainText {
    private PlainText() {}

    static String encode(String value) {
        var text = new StringBuilder();
        for (byte b : value.getBytes(StandardCharsets.UTF_8)) {
            if (b > ' ' && b < 127 && b != '%' && b != '\\') {
                text.append((char) b);
            } else {
                text.append('%').append(Character.forDigit(b >> 4 & 15, 16)).append(Character.forDigit(b & 15, 16));
            }
        }
        return text.toString();
    }

    static String decode(String text) {
        byte[] bytes = new byte[text.length()];
        int length = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '%') {
                bytes[length++] = (byte) hexadecimal(text, i + 1);
                i += 2;
            } else {
                bytes[length++] = (byte) c;
            }
        }
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }

    private static int hexadecimal(String text, int at) {
        int high = at + 1 < text.length() ? Character.digit(text.charAt(at), 16) : -1;
        int low = high >= 0 ? Character.digit(text.charAt(at + 1), 16) : -1;
        if (low < 0) {
            throw new MpiError(ErrorClass.OTHER, "a value of the launcher's key space is malformed: " + text);
        }
        return high << 4 | low;
    }

    /** A name with dashes for all but letters, digits and dashes, so that it may be part of a file name. */
    static String name(String text) {
        return text.replaceAll("[^A-Za-z0-9-]", "-");
    }
}
