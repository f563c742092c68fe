/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.config.Parameters;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs {@code mpirun} as a process of its own, with a time limit. */
final class Launcher {
    private static final int LIMIT_SECONDS = 30;

    private final Path folder;
    private final List<String> jvmOptions = new ArrayList<>(List.of("--enable-native-access=ALL-UNNAMED"));
    private final Map<String, String> environment = new HashMap<>();
    private File input = new File("/dev/null");

    /** A launcher whose ranks run in that folder. */
    Launcher(Path folder) {
        this.folder = folder;
    }

    /** What a finished job has left. */
    record Result(int exitCode, String out, String err, long millis) {}

    /** Takes native access away from the launcher. */
    void withoutNativeAccess() {
        jvmOptions.clear();
    }

    /** A variable of the launcher's environment. */
    void setVariable(String name, String value) {
        environment.put(name, value);
    }

    /** What the jobs read from their standard input. */
    void setInput(String text) throws IOException {
        input = Files.writeString(folder.resolve("in"), text).toFile();
    }

    /** Starts a job; its output goes to the files {@code out} and {@code err} of the folder. */
    Process start(String... arguments) throws IOException {
        return builder(arguments)
                .redirectInput(input)
                .redirectOutput(folder.resolve("out").toFile())
                .start();
    }

    /** Starts a job whose standard input and output are pipes. */
    Process startPiped(String... arguments) throws IOException {
        return builder(arguments).start();
    }

    private ProcessBuilder builder(String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(System.getProperty("java.home") + "/bin/java");
        command.add("-XX:TieredStopAtLevel=1");
        command.add("-Dtern.home=" + folder);
        command.addAll(jvmOptions);
        command.addAll(List.of("-cp", classes(), "dev.tern.launch.Mpirun"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().remove("MPIEXEC_TIMEOUT");
        builder.environment().putAll(environment);
        builder.directory(folder.toFile());
        builder.redirectError(folder.resolve("err").toFile());
        return builder;
    }

    /** Waits for the end of a job. */
    Result await(Process job, long startNanos) throws IOException, InterruptedException {
        boolean ended = job.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
        if (!ended) {
            job.destroyForcibly();
        }
        String out = Files.readString(folder.resolve("out"));
        String err = Files.readString(folder.resolve("err"));
        assertThat(ended).as("mpirun has ended; out: %s err: %s", out, err).isTrue();
        return new Result(job.exitValue(), out, err, (System.nanoTime() - startNanos) / 1_000_000);
    }

    /** Runs a job to its end. */
    Result run(String... arguments) throws IOException, InterruptedException {
        long start = System.nanoTime();
        return await(start(arguments), start);
    }

    /** Waits until the job has printed something. */
    String awaitOutput(String text) throws IOException, InterruptedException {
        return await("out", text);
    }

    /** Waits until the launcher has said something. */
    String awaitMessage(String text) throws IOException, InterruptedException {
        return await("err", text);
    }

    private String await(String file, String text) throws IOException, InterruptedException {
        for (int i = 0; i < LIMIT_SECONDS * 50; i++) {
            String printed = Files.readString(folder.resolve(file));
            if (printed.contains(text)) {
                return printed;
            }
            Thread.sleep(20);
        }
        throw new AssertionError("no output '" + text + "'");
    }

    private static String classes() {
        return location(Mpirun.class) + File.pathSeparator + location(Parameters.class);
    }

    private static String location(Class<?> of) {
        try {
            return Path.of(of.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }
}
