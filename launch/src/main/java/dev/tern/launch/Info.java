/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

import dev.tern.config.Parameter;
import dev.tern.config.Parameters;
import java.io.File;
import java.util.Map;

/** The command {@code tern info}: versions, the machine, and every parameter with its value and where that comes from. */
public final class Info {
    private static final long MEGABYTE = 1024 * 1024;
    private static final String FORM = "  %-14s %s%n";

    private Info() {}

    /**
     * Prints it.
     *
     * @param arguments none
     */
    public static void main(String[] arguments) {
        if (arguments.length > 0) {
            System.err.println("tern info takes no arguments; it was given " + String.join(" ", arguments));
            System.exit(LaunchException.USAGE);
        }
        System.out.print(text(Tern.find(), System.getenv()));
    }

    /** The text for an installation and an environment. */
    static String text(Tern tern, Map<String, String> environment) {
        StringBuilder text = new StringBuilder();
        text.append("Tern ").append(Mpirun.version()).append(System.lineSeparator());
        line(text, "library", tern.jar() + (new File(tern.jar()).isFile() ? "" : " (not built)"));
        line(text, "class cache", tern.aotCache() == null ? "none" : tern.aotCache());
        line(text, "java", Runtime.version() + ", " + tern.java());
        line(
                text,
                "machine",
                Machine.hostName() + ", " + property("os.name") + " " + property("os.version") + ", "
                        + property("os.arch") + ", " + Runtime.getRuntime().availableProcessors() + " processors");
        File memory = new File("/dev/shm");
        line(
                text,
                "shared memory",
                memory.isDirectory()
                        ? memory + ", " + memory.getUsableSpace() / MEGABYTE + " MB free"
                        : "no /dev/shm; files in " + property("java.io.tmpdir"));
        text.append(
                String.format("%nParameters, set by mpirun --param NAME=VALUE or the environment TERN_NAME=VALUE%n"));
        Parameters values = new Parameters(environment);
        for (Parameter parameter : Parameter.values()) {
            String value = values.text(parameter);
            String unit = value.equals("auto") ? "" : " " + parameter.unit();
            line(text, parameter.key(), value + unit + " (" + values.source(parameter) + ")");
            line(text, "", parameter.text());
        }
        return text.toString();
    }

    private static void line(StringBuilder text, String name, String value) {
        text.append(String.format(FORM, name, value));
    }

    private static String property(String name) {
        return System.getProperty(name);
    }
}
