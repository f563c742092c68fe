/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests;

import java.io.File;
import java.util.ArrayList;
import java.util.List;

/** Launchers of others that start Tern's ranks. */
enum OtherLauncher {
    /** MPICH's launcher, which hands each process an open connection. */
    HYDRA("mpich", true, "mpiexec.hydra"),

    /** MPICH's launcher with an address to connect to; it needs no native access. */
    HYDRA_PORT("mpich", false, "mpiexec.hydra", "-pmi-port"),

    /** Open MPI's launcher, which speaks PMIx. */
    OPEN_MPI("openmpi-bin", true, "mpirun.openmpi", "--allow-run-as-root", "--oversubscribe");

    /** For ranks that Tern's mpirun does not start: it is mpirun that adds the library otherwise. */
    static final String CLASS_PATH = Site.CORE_JAR + File.pathSeparator + Site.CLASS_PATH;

    private static final String GRANT = "--enable-native-access=ALL-UNNAMED";

    private final String debianPackage;
    private final boolean needsNativeAccess;
    private final List<String> command;

    OtherLauncher(String debianPackage, boolean needsNativeAccess, String... command) {
        this.debianPackage = debianPackage;
        this.needsNativeAccess = needsNativeAccess;
        this.command = List.of(command);
    }

    /** Skips the test where the launcher is not installed; continuous integration installs it, so there it fails. */
    OtherLauncher required() {
        Site.require(command.getFirst(), debianPackage);
        return this;
    }

    /** Ranks that run a class of these tests or of the examples; the library is on their class path. */
    MpiJob job(int ranks, Class<?> program, String... arguments) {
        return job(ranks, needsNativeAccess, program, arguments);
    }

    /** The same without native access. */
    MpiJob jobWithoutNativeAccess(int ranks, Class<?> program, String... arguments) {
        return job(ranks, false, program, arguments);
    }

    /** Ranks of which number 1 alone has this setting. */
    MpiJob jobWithOddRank(String setting, int ranks, Class<?> program) {
        String script =
                "test ${PMI_RANK:-${PMI_ID:-$OMPI_COMM_WORLD_RANK}} != 1 || export " + setting + "; exec \"$@\"";
        return job(List.of("sh", "-c", script, "sh"), ranks, needsNativeAccess, program);
    }

    private MpiJob job(int ranks, boolean granted, Class<?> program, String... arguments) {
        return job(List.of(), ranks, granted, program, arguments);
    }

    private MpiJob job(List<String> wrapper, int ranks, boolean granted, Class<?> program, String... arguments) {
        List<String> words = new ArrayList<>(command.subList(1, command.size()));
        words.addAll(List.of("-n", String.valueOf(ranks)));
        words.addAll(wrapper);
        words.add(Site.tool("java"));
        if (granted) {
            words.add(GRANT);
        }
        words.addAll(List.of("-cp", CLASS_PATH, program.getName()));
        words.addAll(List.of(arguments));
        return MpiJob.command(command.getFirst(), words.toArray(String[]::new));
    }
}
