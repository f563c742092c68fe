/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

import java.util.ArrayList;
import java.util.List;

/** The engines that jobs on other hosts may be handed to, and which of them it is. */
final class Engines {
    /** The value of {@code --launcher} for this machine alone. */
    private static final String NONE = "none";

    private Engines() {}

    /** Made when they are needed: most jobs start without. */
    private static List<Engine> all() {
        return List.of(new Slurm(), new Hydra(), new Prrte(), new OpenMpi());
    }

    /** An engine and where its program lies; {@code executable} is null if it is not installed. */
    record Choice(Engine engine, String executable) {}

    /**
     * Chooses who starts a job.
     *
     * @param settings what the user asks for
     * @param searchPath folders to look for programs in, like {@code PATH}
     * @return the engine, or null if Tern starts the ranks itself
     * @throws LaunchException if the user wants what cannot be
     */
    static Choice choose(Settings settings, String searchPath) {
        String wanted = settings.launcher;
        Allocation allocation = settings.allocation;
        if (NONE.equals(wanted) && allocation.hosts().firstOther() != null) {
            throw new LaunchException(Topic.OTHER_HOSTS, allocation.hosts().firstOther(), Machine.hostName());
        }
        if (NONE.equals(wanted) || (wanted == null && allocation.isHere())) {
            return null;
        }
        List<Engine> engines = candidates(wanted, allocation);
        for (Engine engine : engines) {
            String executable = engine.find(searchPath);
            if (executable != null) {
                return new Choice(engine, executable);
            }
        }
        return new Choice(engines.get(0), null);
    }

    /** Outside of its allocations Slurm would have the job wait in its queue, so there it takes only those it is asked for. */
    private static List<Engine> candidates(String wanted, Allocation allocation) {
        List<Engine> engines = new ArrayList<>();
        for (Engine engine : all()) {
            boolean fits = allocation.slurm() || !(engine instanceof Slurm);
            if (wanted == null ? fits : engine.title().equals(wanted)) {
                engines.add(engine);
            }
        }
        if (engines.isEmpty()) {
            StringBuilder names = new StringBuilder();
            all().forEach(engine -> names.append(engine.title()).append(", "));
            throw new LaunchException(Topic.BAD_VALUE, "--launcher", wanted, names + NONE);
        }
        return engines;
    }

    /** The names of the programs that were looked for. */
    static String programs(Settings settings) {
        List<String> names = new ArrayList<>();
        for (Engine engine : candidates(settings.launcher, settings.allocation)) {
            names.addAll(engine.executables());
        }
        return String.join(", ", names);
    }
}
