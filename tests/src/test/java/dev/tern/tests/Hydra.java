/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests;

import java.io.File;
import java.util.Arrays;

/** MPICH's launcher. */
final class Hydra {
    /** For ranks that Tern's mpirun does not start: it is mpirun that adds the library otherwise. */
    static final String CLASS_PATH = Site.CORE_JAR + File.pathSeparator + Site.CLASS_PATH;

    private static final String LAUNCHER = "mpiexec.hydra";

    private Hydra() {}

    static boolean isInstalled() {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(folder -> new File(folder, LAUNCHER).canExecute());
    }

    /** Ranks that run a class of these tests or of the examples; the library is on their class path. */
    static MpiJob job(int ranks, Class<?> program, String... arguments) {
        return MpiJob.command(
                        LAUNCHER,
                        "-pmi-port",
                        "-n",
                        String.valueOf(ranks),
                        Site.tool("java"),
                        "-cp",
                        CLASS_PATH,
                        program.getName())
                .options(arguments);
    }
}
