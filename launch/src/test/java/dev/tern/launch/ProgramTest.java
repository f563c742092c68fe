/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramTest {
    private static final String JAR = "/tern/core/target/tern-core.jar";

    @TempDir
    private Path folder;

    private Tern tern;
    private final Map<String, String> environment = new HashMap<>(Map.of("PATH", "/usr/bin:/bin"));

    @BeforeEach
    void makeJdk() throws IOException {
        Path java = folder.resolve("jdk/bin/java");
        Files.createDirectories(java.getParent());
        Files.writeString(java, "");
        assertThat(java.toFile().setExecutable(true)).isTrue();
        tern = new Tern("/tern", JAR, folder + "/jdk");
    }

    /** The command for one rank of one on one processor, without the JVM options that are added then. */
    private List<String> resolve(String... command) {
        List<String> resolved = new Program(tern, 1, 8).resolve(List.of(command), folder.toFile(), environment);
        return resolved.stream().filter(word -> !word.startsWith("-XX:")).toList();
    }

    private void jar(String name, String mainClass) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Add-Opens", "java.base/java.lang java.base/java.util");
        if (mainClass != null) {
            manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, mainClass);
        }
        try (OutputStream out = Files.newOutputStream(folder.resolve(name))) {
            new JarOutputStream(out, manifest).close();
        }
    }

    @Test
    void javaWithClassPath() {
        for (String option : List.of("-cp", "-classpath", "--class-path")) {
            assertThat(resolve("java", "-Xmx1g", option, "a.jar", "Main", "-cp", "x"))
                    .containsExactly(tern.java(), "-Xmx1g", option, JAR + ":a.jar", "Main", "-cp", "x");
        }
        assertThat(resolve("java", "--class-path=a.jar", "Main"))
                .containsExactly(tern.java(), "--class-path=" + JAR + ":a.jar", "Main");
    }

    @Test
    void javaWithoutClassPathUsesTheEnvironment() {
        assertThat(resolve("java", "Main", "1")).containsExactly(tern.java(), "Main", "1");
        assertThat(environment)
                .containsEntry("CLASSPATH", JAR + ":.")
                .containsEntry("TERN_HOME", "/tern")
                .containsEntry("TERN_JAR", JAR)
                .containsEntry("PATH", folder + "/jdk/bin:/usr/bin:/bin");
    }

    @Test
    void classPathOfTheEnvironmentIsKept() {
        environment.put("CLASSPATH", "mine");
        assertThat(resolve("java", "Main")).containsExactly(tern.java(), "Main");
        assertThat(environment).containsEntry("CLASSPATH", JAR + ":mine");
    }

    @Test
    void optionsWithValuesAreSkipped() {
        assertThat(resolve("java", "--add-opens", "a/b=c", "@args", "--add-modules", "m", "Main", "--class-path=x"))
                .containsExactly(
                        tern.java(), "--add-opens", "a/b=c", "@args", "--add-modules", "m", "Main", "--class-path=x");
    }

    @Test
    void modulesGetTheLibraryOnTheModulePath() {
        assertThat(resolve("java", "-p", "mods", "-m", "m/Main", "-p", "x"))
                .containsExactly(tern.java(), "-p", JAR + ":mods", "-m", "m/Main", "-p", "x");
        assertThat(resolve("java", "--module-path=mods", "--module=m/Main"))
                .containsExactly(tern.java(), "--module-path=" + JAR + ":mods", "--module=m/Main");
        assertThat(resolve("java", "-m", "m/Main")).containsExactly(tern.java(), "-p", JAR, "-m", "m/Main");
    }

    @Test
    void jarsAreRunByTheirMainClass() throws IOException {
        jar("app.jar", "the.Main");
        String path = folder + "/app.jar";
        List<String> opens = List.of(
                "--add-opens", "java.base/java.lang=ALL-UNNAMED", "--add-opens", "java.base/java.util=ALL-UNNAMED");
        assertThat(resolve("app.jar", "1"))
                .startsWith(tern.java())
                .containsSubsequence(opens)
                .endsWith("-cp", JAR + ":" + path, "the.Main", "1");
        assertThat(resolve("java", "-Xmx1g", "-jar", path, "1"))
                .startsWith(tern.java(), "-Xmx1g")
                .endsWith("-cp", JAR + ":" + path, "the.Main", "1");
    }

    @Test
    void jarsWithoutMainClassAreRefused() throws IOException {
        jar("app.jar", null);
        assertThatThrownBy(() -> resolve("app.jar")).hasMessageContaining("no Main-Class");
        Files.writeString(folder.resolve("text.jar"), "no jar");
        assertThatThrownBy(() -> resolve("text.jar")).hasMessageContaining("cannot be read as a jar");
        assertThatThrownBy(() -> resolve("java", "-jar", "gone.jar")).hasMessageContaining("does not exist");
    }

    @Test
    void sourcesAreRunByTheSourceLauncher() throws IOException {
        Files.writeString(folder.resolve("X.java"), "");
        assertThat(resolve("X.java", "1")).containsExactly(tern.java(), "-cp", JAR, "X.java", "1");
        assertThatThrownBy(() -> resolve("Y.java")).hasMessageContaining("\"Y.java\" does not exist");
    }

    @Test
    void otherProgramsAreSearchedLikeAShellDoes() throws IOException {
        assertThat(resolve("sh", "-c", "java Main"))
                .hasSize(3)
                .first()
                .asString()
                .endsWith("/bin/sh");
        Path script = Files.writeString(folder.resolve("script"), "#!/bin/sh\n");
        assertThatThrownBy(() -> resolve("./script"))
                .isInstanceOfSatisfying(
                        LaunchException.class, e -> assertThat(e.exitCode()).isEqualTo(126));
        assertThat(script.toFile().setExecutable(true)).isTrue();
        assertThat(resolve("./script")).containsExactly("./script");
        assertThatThrownBy(() -> resolve("no-such-program"))
                .isInstanceOfSatisfying(
                        LaunchException.class, e -> assertThat(e.exitCode()).isEqualTo(127))
                .hasMessageContaining("PATH (");
        assertThatThrownBy(() -> resolve("./gone")).hasMessageContaining(folder.toString());
    }
}
