/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

import java.io.File;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A launcher of others that reaches more than this machine: how it is called, and what it calls the things that the user of
 * {@code mpirun} may ask for.
 */
abstract class Engine {
    /** The place of a value in {@link #phrases}. */
    private static final String VALUE = "{}";

    private final String name;
    private final List<String> executables;
    private final Map<Option, List<String>> phrases = new EnumMap<>(Option.class);

    /**
     * Creates an engine.
     *
     * @param name what {@code --launcher} calls it
     * @param executables the names of its program, best first; none that other launchers have, too
     */
    Engine(String name, String... executables) {
        this.name = name;
        this.executables = List.of(executables);
    }

    /** Says how it is asked for what an option of {@code mpirun} asks for; no words if that holds anyway. */
    final void phrase(Option option, String... words) {
        phrases.put(option, List.of(words));
    }

    /** What {@code --launcher} calls it. */
    final String title() {
        return name;
    }

    /** Whether it reaches hosts by the addresses of their names; otherwise it alone knows what names mean. */
    boolean needsAddresses() {
        return true;
    }

    /** The names of its program. */
    final List<String> executables() {
        return executables;
    }

    /** Where its program lies, or null. */
    final String find(String searchPath) {
        for (String executable : executables) {
            for (String folder : searchPath.split(File.pathSeparator)) {
                File file = new File(folder, executable);
                if (file.isFile() && file.canExecute()) {
                    return file.getAbsolutePath();
                }
            }
        }
        return null;
    }

    /**
     * The options for what the user asks for.
     *
     * @param wishes options of {@code mpirun} with their values
     * @param layout what those about places come to
     * @param warnings gets a line for each thing that this engine cannot do
     */
    List<String> words(Map<Option, String> wishes, Layout layout, List<String> warnings) {
        List<String> all = new ArrayList<>();
        wishes.forEach((option, value) -> {
            List<String> words = words(option, value, layout);
            if (words == null) {
                String given = "--" + option.names()[0] + (option.valueCount() == 0 ? "" : " " + value);
                warnings.add(given + ": " + name + " has nothing like it; left out");
            } else {
                all.addAll(words);
            }
        });
        return all;
    }

    /** The words for one option, or null if this engine has nothing like it. */
    List<String> words(Option option, String value, Layout layout) {
        List<String> phrase = phrases.get(option);
        return phrase == null
                ? null
                : phrase.stream().map(word -> word.replace(VALUE, value)).toList();
    }

    /**
     * The whole command.
     *
     * @param executable its program
     * @param order what is to be started
     * @param warnings gets a line for each thing that this engine cannot do
     */
    abstract List<String> command(String executable, Order order, List<String> warnings);

    /** Whether ranks are to be dealt out to the machines in turn, which is no matter where there is but one. */
    static boolean isByNode(String mapping) {
        return mapping.toLowerCase(Locale.ROOT).startsWith(Level.NODE.word());
    }

    /** {@code [options] -n 2 program : [options] -n 3 program}, as most launchers take it. */
    static List<String> parts(Order order, List<String> eachTime) {
        List<String> words = new ArrayList<>();
        for (Order.Part part : order.parts()) {
            if (!words.isEmpty()) {
                words.add(":");
            }
            words.addAll(eachTime);
            words.addAll(List.of("-n", String.valueOf(part.count())));
            if (part.directory() != null) {
                words.addAll(List.of("-wdir", part.directory()));
            }
            words.addAll(part.command());
        }
        return words;
    }
}
