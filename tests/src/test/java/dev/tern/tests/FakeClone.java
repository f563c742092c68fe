/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A copy of the scripts in a folder of its own, with JDKs and a Maven that only say how they were called. The scripts
 * see nothing of the machine but a few tools, so that each test decides what is installed.
 */
final class FakeClone {
    private static final Path HOME = Path.of(System.getProperty("tern.home", ".."));
    private static final List<String> SCRIPTS = List.of("tern", "mpirun", "mpiexec", "mpijavac", "scripts/common.sh");
    private static final List<String> TOOLS = List.of(
            "sh",
            "cat",
            "cut",
            "find",
            "flock",
            "grep",
            "mkdir",
            "mv",
            "readlink",
            "rm",
            "sed",
            "sleep",
            "tail",
            "touch",
            "tr",
            "true");

    private final Path root;
    private final Path bin;
    private final Map<String, String> environment = new HashMap<>();

    FakeClone(Path root) throws IOException {
        this.root = root;
        this.bin = Files.createDirectories(root.resolve("bin"));
        for (String script : SCRIPTS) {
            Path copy = root.resolve(script);
            Files.createDirectories(copy.getParent());
            Files.copy(HOME.resolve(script), copy);
        }
        for (String tool : TOOLS) {
            for (String folder : List.of("/usr/bin", "/bin")) {
                Path path = Path.of(folder, tool);
                if (Files.isExecutable(path)) {
                    script(bin.resolve(tool), "exec " + path + " \"$@\"");
                    break;
                }
            }
        }
        env("PATH", bin.toString());
        env("TERN_JVM_DIRS", root.resolve("jvm").toString());
    }

    Path root() {
        return root;
    }

    /** Takes a tool away. */
    void without(String tool) throws IOException {
        Files.deleteIfExists(bin.resolve(tool));
    }

    void env(String name, String value) {
        environment.put(name, value);
    }

    /** A JDK of this version, whose programs print their home and their arguments. */
    Path jdk(String name, String version) throws IOException {
        Path home = root.resolve(name);
        Files.createDirectories(home.resolve("bin"));
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"Nobody\"\nJAVA_VERSION=\"" + version + "\"\n");
        for (String program : List.of("java", "javac")) {
            script(
                    home.resolve("bin").resolve(program),
                    "echo '" + program + " of " + home + "'\nprintf '%s|' \"$@\"\necho");
        }
        return home;
    }

    /** Everything that a build would make. */
    void jars() throws IOException {
        for (String module : List.of("core", "launch", "bench", "examples")) {
            Files.createDirectories(root.resolve(module + "/target"));
            Files.writeString(root.resolve(module + "/target/tern-" + module + ".jar"), "");
        }
    }

    /** An installed Maven: a build runs these commands, of which make_jars is one. */
    void maven(String version, String commands) throws IOException {
        script(
                bin.resolve("mvn"),
                "[ \"$1\" != -v ] || { echo 'Apache Maven " + version + "'; exit; }\n" + build(commands));
    }

    void wrapper(String commands) throws IOException {
        script(root.resolve("mvnw"), build(commands));
    }

    private static String build(String commands) {
        return """
                make_jars() {
                    for module in core launch bench examples; do
                        mkdir -p "$module/target"
                        touch "$module/target/tern-$module.jar"
                    done
                }
                echo "[INFO] Building Tern core 1.0   [1/1]"
                echo build >> builds
                """ + commands;
    }

    /** How often Maven was asked to build. */
    int builds() throws IOException {
        Path log = root.resolve("builds");
        return Files.exists(log) ? Files.readAllLines(log).size() : 0;
    }

    private static void script(Path file, String text) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + text + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    Result run(String script, String... args) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(root.resolve(script).toString()));
        command.addAll(List.of(args));
        return runIn(root.getParent(), command);
    }

    Result runQuietly(String script, String... args) {
        try {
            return run(script, args);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    Result runIn(Path folder, List<String> command) throws IOException, InterruptedException {
        Path out = Files.createTempFile(root, "out", ".txt");
        Path err = Files.createTempFile(root, "err", ".txt");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IllegalStateException(command + " did not end: " + Files.readString(err));
        }
        return new Result(process.exitValue(), Files.readString(out), Files.readString(err));
    }

    /** What a script printed, and how it ended. */
    record Result(int exit, String output, String errors) {}
}
