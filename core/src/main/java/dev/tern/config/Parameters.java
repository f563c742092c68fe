/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.config;

import dev.tern.error.ErrorClass;
import dev.tern.error.MpiError;
import java.util.Map;

/** The parameters of one rank: the registry of {@link Parameter} with the values of the environment. */
public final class Parameters {
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
        String value = text(parameter);
        if (value.equals("auto")) {
            return ifAuto;
        }
        try {
            int number = Integer.parseInt(value);
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
}
