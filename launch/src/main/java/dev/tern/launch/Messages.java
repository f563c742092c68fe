/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The texts for the user, from the resources {@code help/*.txt}.
 *
 * <p>A text starts with a line {@code [topic]}. A message has two parts, separated by a line {@code --}: what is printed when
 * it happens, with a place {@code {}} for each value, and what {@code mpirun --help topic} says. A help page has one part.
 */
final class Messages {
    /** The line above and below each message. */
    static final String RULE = "--------------------------------------------------------------------------\n";

    private static final String SEPARATOR = "--";
    private static final String PLACE = "{}";

    private Messages() {}

    /** The text of a message with its values filled in, without its frame. */
    static String text(Topic topic, String... arguments) {
        if (arguments.length != topic.arguments()) {
            throw new IllegalArgumentException(topic + " takes " + topic.arguments() + " values");
        }
        return fill(load("messages").get(topic.id())[0], arguments);
    }

    /** A message in the frame that all messages of the launcher share. */
    static String banner(Topic topic, String text) {
        return RULE + "mpirun: " + text + "\n\n[" + topic.id() + "]  mpirun --help " + topic.id() + "\n" + RULE;
    }

    /** The page that {@code --help topic} shows, or null if there is none. */
    static String page(String topic) {
        String[] page = load("pages").get(topic);
        if (page != null) {
            return page[0];
        }
        String[] message = load("messages").get(topic);
        return message == null ? null : message[1];
    }

    /** All topics of {@code --help}, separated by spaces. */
    static String topics() {
        StringBuilder names = new StringBuilder();
        for (String name : load("pages").keySet()) {
            names.append(name).append(' ');
        }
        for (String name : load("messages").keySet()) {
            names.append(name).append(' ');
        }
        return names.toString().trim();
    }

    /**
     * Reads one file of texts.
     *
     * @param file name of the resource without folder and ending
     * @return the parts of each text, by topic, in the order of the file
     */
    static Map<String, String[]> load(String file) {
        String all;
        try (InputStream in = Messages.class.getResourceAsStream("help/" + file + ".txt")) {
            all = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("help/" + file + ".txt cannot be read", e);
        }
        Map<String, String[]> texts = new LinkedHashMap<>();
        String[] parts = null;
        int part = 0;
        for (String line : all.split("\n", -1)) {
            if (line.startsWith("#")) {
                continue;
            }
            if (line.startsWith("[") && line.endsWith("]")) {
                parts = new String[] {"", ""};
                part = 0;
                texts.put(line.substring(1, line.length() - 1), parts);
            } else if (line.equals(SEPARATOR)) {
                part = 1;
            } else if (parts != null) {
                parts[part] += line + "\n";
            }
        }
        for (String[] text : texts.values()) {
            text[0] = text[0].strip();
            text[1] = text[1].strip();
        }
        return texts;
    }

    private static String fill(String text, String[] arguments) {
        StringBuilder filled = new StringBuilder();
        int from = 0;
        for (String argument : arguments) {
            int at = text.indexOf(PLACE, from);
            if (at < 0) {
                throw new IllegalArgumentException("text has fewer places than values: " + text);
            }
            filled.append(text, from, at).append(argument);
            from = at + PLACE.length();
        }
        return filled.append(text, from, text.length()).toString();
    }
}
