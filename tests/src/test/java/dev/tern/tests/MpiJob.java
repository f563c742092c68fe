/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A job to be started by the {@code mpirun} in the root of the repository, as a user would: options, program, arguments,
 * environment, standard input. It has a time limit, beyond which {@code mpirun} ends it and tells what each rank waits for;
 * and after its end nothing of it may remain.
 */
final class MpiJob {
    private static final int DEFAULT_LIMIT_SECONDS = 60;
    private static final int REPORT_SECONDS = 20; // for mpirun to tell what all ranks do

    private static final String TIMEOUT = "--timeout";

    private final String launcher;
    private final List<String> prefix = new ArrayList<>();
    private final List<String> options = new ArrayList<>();
    private final List<String> jvmOptions = new ArrayList<>();
    private final List<String> program = new ArrayList<>();
    private final Map<String, String> environment = new LinkedHashMap<>();
    private Path folder = Site.ROOT;
    private String input = "";
    private int limitSeconds = DEFAULT_LIMIT_SECONDS;
    private String mainClass;

    private MpiJob(String launcher) {
        this.launcher = launcher;
    }

    /** Ranks that run a class of these tests or of the examples. */
    static MpiJob of(int ranks, Class<?> mainClass, Object... arguments) {
        MpiJob job = new MpiJob(Site.script("mpirun")).options("-n", String.valueOf(ranks));
        job.mainClass = mainClass.getName();
        for (Object argument : arguments) {
            job.program.add(argument.toString());
        }
        return job;
    }

    /** The words behind {@code mpirun}. */
    static MpiJob mpirun(String... words) {
        return command(Site.script("mpirun"), words);
    }

    /** Any command that starts ranks. */
    static MpiJob command(String launcher, String... words) {
        return new MpiJob(launcher).options(words);
    }

    MpiJob options(String... words) {
        options.addAll(Arrays.asList(words));
        return this;
    }

    MpiJob jvm(String... words) {
        jvmOptions.addAll(Arrays.asList(words));
        return this;
    }

    MpiJob env(String name, String value) {
        environment.put(name, value);
        return this;
    }

    /** Has another command start the launcher, by becoming it; it stands in front of it. */
    MpiJob startedBy(List<String> words) {
        prefix.addAll(words);
        return this;
    }

    MpiJob in(Path workingFolder) {
        folder = workingFolder;
        return this;
    }

    MpiJob input(String text) {
        input = text;
        return this;
    }

    MpiJob limit(int seconds) {
        limitSeconds = seconds;
        return this;
    }

    /** Runs it to its end, and sees to it that nothing remains. */
    JobResult run() {
        try (RunningJob job = start()) {
            return job.await();
        }
    }

    /** Starts it. */
    RunningJob start() {
        List<String> command = new ArrayList<>(prefix);
        command.add(launcher);
        command.addAll(options);
        int limit = limitSeconds;
        if (mainClass != null) {
            if (!options.contains(TIMEOUT) && !environment.containsKey("MPIEXEC_TIMEOUT")) {
                command.addAll(List.of(TIMEOUT, String.valueOf(limitSeconds)));
                limit += REPORT_SECONDS;
            }
            command.add("java");
            command.addAll(jvmOptions);
            command.addAll(List.of("-ea", "-cp", Site.CLASS_PATH, mainClass));
        }
        command.addAll(program);
        try {
            Path files = Files.createTempDirectory("mpijob");
            Files.writeString(files.resolve("in"), input);
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectInput(files.resolve("in").toFile())
                    .redirectOutput(files.resolve("out").toFile())
                    .redirectError(files.resolve("err").toFile());
            Map<String, String> all = builder.environment();
            all.keySet().removeIf(name -> name.startsWith("TERN_") || name.startsWith("OMPI_"));
            all.put("TERN_JAVA_HOME", Site.JAVA_HOME);
            all.put("TERN_NO_BUILD", "1");
            all.put("LC_ALL", "C.UTF-8");
            all.putAll(environment);
            return RunningJob.start(builder, files, limit);
        } catch (IOException e) {
            throw new AssertionError("cannot start " + command, e);
        }
    }
}
