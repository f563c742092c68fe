/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

import java.util.List;
import java.util.Locale;

/** The values of {@code --map-by} and {@code --bind-to}, which are small languages: {@code ppr:2:package:PE=4}. */
final class LayoutOptions {
    private static final String MAP_VALUES = "slot, " + Level.NAMES + ", ppr:N: and one of these, with the modifiers"
            + " PE=N, OVERSUBSCRIBE, NOOVERSUBSCRIBE behind colons";

    private static final String BIND_VALUES = "none, " + Level.NAMES + ", with the modifiers overload-allowed,"
            + " if-supported or a number of them for each rank behind colons";

    /** Modifiers that hold anyway, or that ask for nothing on one machine. */
    private static final List<String> MAP_GRANTED = List.of("SPAN", "HWTCPUS", "CORECPUS", "INHERIT", "NOINHERIT");

    private LayoutOptions() {}

    /** Sets what {@code --map-by} says. */
    static void mapBy(Layout layout, String option, String value) {
        String[] words = value.split(":", -1);
        int at = 0;
        layout.ranksPerPart = 0;
        if (words[0].equalsIgnoreCase("ppr")) {
            if (words.length < 3) {
                throw new LaunchException(Topic.BAD_VALUE, option, value, MAP_VALUES);
            }
            layout.ranksPerPart = positive(option, value, words[1], MAP_VALUES);
            at = 2;
        }
        if (!words[at].isEmpty()) { // :OVERSUBSCRIBE alone
            Level level = words[at].equalsIgnoreCase("slot") ? Level.NODE : Level.of(words[at]);
            if (level == null) {
                throw new LaunchException(Topic.BAD_VALUE, option, value, MAP_VALUES);
            }
            layout.mapping = level;
        }
        for (at++; at < words.length; at++) {
            String modifier = words[at].toUpperCase(Locale.ROOT);
            if (modifier.startsWith("PE=")) {
                layout.width = positive(option, value, modifier.substring(3), MAP_VALUES);
            } else if (modifier.equals("OVERSUBSCRIBE")) {
                layout.sharing = true;
            } else if (modifier.equals("NOOVERSUBSCRIBE")) {
                layout.limited = true;
            } else if (!MAP_GRANTED.contains(modifier)) {
                throw new LaunchException(Topic.BAD_VALUE, option, value, MAP_VALUES);
            }
        }
    }

    /** Sets what {@code --bind-to} says. */
    static void bindTo(Layout layout, String option, String value) {
        String[] words = value.split(":", -1);
        layout.bindingAsked = true;
        layout.binding = Level.of(words[0]);
        if (layout.binding == null && !words[0].equalsIgnoreCase("none")) {
            throw new LaunchException(Topic.BAD_VALUE, option, value, BIND_VALUES);
        }
        for (int i = 1; i < words.length; i++) {
            switch (words[i].toLowerCase(Locale.ROOT)) {
                case "overload-allowed" -> layout.sharing = true;
                case "no-overload" -> layout.sharing = false;
                case "if-supported" -> layout.bindingOptional = true;
                default -> layout.width = positive(option, value, words[i], BIND_VALUES);
            }
        }
    }

    private static int positive(String option, String value, String number, String allowed) {
        try {
            int parsed = Integer.parseInt(number);
            if (parsed > 0) {
                return parsed;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new LaunchException(Topic.BAD_VALUE, option, value, allowed);
    }
}
