/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.config;

import dev.tern.error.ErrorClass;
import dev.tern.error.MpiError;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The parameters of one rank: the registry of {@link Parameter} with the values of the environment. */
public final class Parameters {
    private static final String PREFIX = "TERN_";
    private static final int MOST_TYPOS = 2;

    /** How many processors the local ranks share; the launcher knows, for a JVM may be told to use but some of them. */
    private static final String CORES = "TERN_CORES";

    /** Variables of the launcher and the scripts. */
    private static final Set<String> NOT_PARAMETERS = Set.of(
            "TERN_JOB",
            "TERN_HOME",
            "TERN_JAR",
            "TERN_JAVA_HOME",
            "TERN_JVM_DIRS",
            "TERN_NO_BUILD",
            "TERN_BIND",
            CORES);

    private final Map<String, String> environment;

    /** @param environment usually {@link System#getenv()} */
    public Parameters(Map<String, String> environment) {
        this.environment = environment;
    }

    /** The value as text. */
    public String text(Parameter parameter) {
        String value = environment.get(parameter.variable());
        return value == null || value.isBlank() ? parameter.defaultValue() : value.strip();
    }

    /** Where the value comes from: {@code environment} or {@code default}. */
    public String source(Parameter parameter) {
        String value = environment.get(parameter.variable());
        return value == null || value.isBlank() ? "default" : "environment";
    }

    /** Whether the engine is to decide. */
    public boolean isAuto(Parameter parameter) {
        return text(parameter).equals("auto");
    }

    /** A whole number from {@code min} to {@code max}; {@code auto} gives {@code ifAuto}. */
    public int number(Parameter parameter, int min, int max, int ifAuto) {
        return isAuto(parameter) ? ifAuto : (int) longNumber(parameter, min, max);
    }

    /** A whole number from {@code min} to {@code max} of a parameter that is not {@code auto}. */
    public long longNumber(Parameter parameter, long min, long max) {
        String value = text(parameter);
        try {
            long number = parse(value, parameter);
            if (min <= number && number <= max) {
                return number;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new MpiError(
                ErrorClass.ARG,
                "parameter " + parameter.key() + "=" + value + " (from " + source(parameter)
                        + ") is not a whole number from " + min + " to " + max);
    }

    /** Whether a parameter is {@code true}; {@code auto} is not. */
    public boolean isTrue(Parameter parameter) {
        return switch (text(parameter).toLowerCase(Locale.ROOT)) {
            case "true", "1", "yes", "on" -> true;
            case "false", "0", "no", "off", "auto" -> false;
            default ->
                throw new MpiError(
                        ErrorClass.ARG,
                        "parameter " + parameter.key() + "=" + text(parameter) + " (from " + source(parameter)
                                + ") is not one of " + parameter.unit());
        };
    }

    /** Processors that the ranks of this machine share. */
    public int cores() {
        String told = environment.get(CORES);
        if (told != null) {
            try {
                return Math.max(1, Integer.parseInt(told));
            } catch (NumberFormatException e) {
                // not from a launcher
            }
        }
        return Runtime.getRuntime().availableProcessors();
    }

    /** A number of bytes may end in k, m or g, as the JVM's own sizes do. */
    private static long parse(String value, Parameter parameter) {
        int last = value.length() - 1;
        int power = parameter.unit().equals("bytes") && last > 0
                ? "kmg".indexOf(Character.toLowerCase(value.charAt(last)))
                : -1;
        if (power < 0) {
            return Long.parseLong(value);
        }
        int shift = 10 * (power + 1);
        long number = Long.parseLong(value.substring(0, last));
        if (number > Long.MAX_VALUE >> shift) {
            throw new NumberFormatException();
        }
        return number << shift;
    }

    /**
     * Settings of parameters that do not exist but are almost spelled like one that does. Others pass in silence: scripts
     * that were written for another MPI set that one's parameters.
     *
     * @return a sentence for each
     */
    public List<String> probableTypos() {
        List<String> typos = new ArrayList<>();
        for (String variable : environment.keySet()) {
            if (!variable.startsWith(PREFIX) || NOT_PARAMETERS.contains(variable)) {
                continue;
            }
            String key = variable.substring(PREFIX.length()).toLowerCase(Locale.ROOT);
            if (isKnown(key)) {
                continue; // it may be almost spelled like another
            }
            for (Parameter parameter : Parameter.values()) {
                int distance = Spelling.distance(key, parameter.key());
                if (distance > 0 && distance <= Math.min(MOST_TYPOS, key.length() / 3)) {
                    typos.add("there is no parameter " + key + "; did you mean " + parameter.key() + "?");
                }
            }
        }
        return typos;
    }

    private static boolean isKnown(String key) {
        return Arrays.stream(Parameter.values())
                .anyMatch(parameter -> parameter.key().equals(key));
    }
}
