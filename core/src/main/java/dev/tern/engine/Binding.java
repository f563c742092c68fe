/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.engine;

import dev.tern.error.ErrorClass;
import dev.tern.error.MpiError;
import dev.tern.os.Affinity;
import dev.tern.os.NativeAccess;
import java.util.Map;

/**
 * Binds the thread that calls Init to the cpus that the launcher has chosen for this rank. Only that thread and those that it
 * starts later: the compiler and the garbage collector of the JVM stay free to use any core, and do not take the time of the
 * one that this thread runs on.
 */
final class Binding {
    /** The launcher's choice, as in {@code 0,4}. */
    private static final String VARIABLE = "TERN_BIND";

    private Binding() {}

    /**
     * Binds the calling thread if the launcher wants it.
     *
     * @param environment usually {@link System#getenv()}
     * @throws MpiError if that is not possible
     */
    static void apply(Map<String, String> environment) {
        String cpus = environment.get(VARIABLE);
        if (cpus == null || cpus.isBlank()) {
            return;
        }
        Affinity affinity = NativeAccess.isEnabled() ? Affinity.probe() : null;
        if (affinity == null) {
            throw failed(cpus, "native access is " + NativeAccess.reason());
        }
        if (!affinity.set(0, parse(cpus))) {
            throw failed(cpus, "the system refuses; this process may use cpus " + text(affinity.get(0)));
        }
    }

    private static int[] parse(String cpus) {
        String[] words = cpus.split(",", -1);
        int[] numbers = new int[words.length];
        try {
            for (int i = 0; i < words.length; i++) {
                numbers[i] = Integer.parseInt(words[i].strip());
            }
        } catch (NumberFormatException e) {
            throw failed(cpus, "this is no list of cpus");
        }
        return numbers;
    }

    private static String text(int[] cpus) {
        var text = new StringBuilder();
        for (int cpu : cpus) {
            text.append(text.isEmpty() ? "" : ",").append(cpu);
        }
        return text.toString();
    }

    private static MpiError failed(String cpus, String why) {
        return new MpiError(
                ErrorClass.OTHER,
                "this thread cannot be bound to cpus " + cpus + " (" + VARIABLE + ", mpirun --bind-to): " + why
                        + " [binding]");
    }
}
