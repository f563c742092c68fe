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
        tern = new Tern("/tern", JAR, folder + "/jdk", null);
    }

    /** The command for one rank of one, without the option that grants native access to the class path. */
    private List<String> resolve(String... command) {
        return resolve(List.of(), command);
    }

    private List<String> resolve(List<String> jvmArguments, String... command) {
        List<String> resolved = new Program(tern, new JvmOptions(1, 8, 1L << 34), jvmArguments)
                .resolve(List.of(command), null, folder.toFile(), environment);
        return resolved.stream()
                .filter(word -> !word.equals("--enable-native-access=ALL-UNNAMED"))
                .toList();
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
        String grant = "--enable-native-access=dev.tern.core";
        List<String> start = List.of(tern.java(), grant, "--add-modules", "dev.tern.core");
        assertThat(resolve("java", "-p", "mods", "-m", "m/Main", "-p", "x"))
                .startsWith(start.toArray(new String[0]))
                .endsWith("-p", JAR + ":mods", "-m", "m/Main", "-p", "x")
                .hasSize(10);
        assertThat(resolve("java", "--module-path=mods", "--module=m/Main"))
                .startsWith(start.toArray(new String[0]))
                .endsWith("--module-path=" + JAR + ":mods", "--module=m/Main")
                .hasSize(6);
        assertThat(resolve("java", "-m", "m/Main"))
                .endsWith("-p", JAR, "-m", "m/Main")
                .contains(grant);
        assertThat(resolve("java", "-p", "mods", "-cp", "a.jar", "Main"))
                .contains(grant, JAR + ":mods", JAR + ":a.jar");
    }

    @Test
    void argumentsForTheJvmStandBehindOursAndInFrontOfThePrograms() throws IOException {
        List<String> arguments = List.of("-Xmx1g", "-cp", "b.jar", "--add-modules", "x");
        assertThat(resolve(arguments, "java", "-Xmx2g", "Main", "1"))
                .containsExactly(
                        tern.java(), "-Xmx1g", "-cp", JAR + ":b.jar", "--add-modules", "x", "-Xmx2g", "Main", "1");
        jar("app.jar", "the.Main");
        assertThat(resolve(arguments, "app.jar", "1"))
                .startsWith(tern.java(), "-Xmx1g")
                .endsWith("-cp", JAR + ":" + folder + "/app.jar", "the.Main", "1");
        Files.writeString(folder.resolve("X.java"), "");
        environment.remove("CLASSPATH");
        assertThat(resolve(List.of("-ea"), "X.java")).containsExactly(tern.java(), "-ea", "-cp", JAR, "X.java");
        assertThat(resolve(arguments, "X.java"))
                .containsExactly(tern.java(), "-Xmx1g", "-cp", JAR + ":b.jar", "--add-modules", "x", "X.java");
        assertThat(resolve(arguments, "sh", "-c", "x")).doesNotContain("-Xmx1g");
        assertThatThrownBy(() -> resolve(List.of("-ea", "Xmx1g"), "java", "Main"))
                .hasMessageContaining("--jvm-args does not take the value \"Xmx1g\"");
    }

    @Test
    void aJvmThatIsTooOldIsNotGrantedWhatItDoesNotKnow() throws IOException {
        for (String version : List.of("1.8.0_402", "17.0.2", "25", "26-ea", "")) {
            Path java = folder.resolve("other/bin/java");
            Files.createDirectories(java.getParent());
            Files.writeString(java, "");
            assertThat(java.toFile().setExecutable(true)).isTrue();
            Files.writeString(folder.resolve("other/release"), "A=\"1\"\nJAVA_VERSION=\"" + version + "\"\n");
            List<String> words = new Program(tern, new JvmOptions(1, 8, 1L << 34), List.of())
                    .resolve(List.of(java.toString(), "Main"), null, folder.toFile(), environment);
            assertThat(words.contains("--enable-native-access=ALL-UNNAMED"))
                    .as(version)
                    .isEqualTo(version.startsWith("2"));
            assertThat(Program.isJava(words)).isTrue();
        }
    }

    @Test
    void programsAreLookedForInTheFoldersOfTheUserFirst() throws IOException {
        Path tool = folder.resolve("tools/sh");
        Files.createDirectories(tool.getParent());
        Files.writeString(tool, "");
        assertThat(tool.toFile().setExecutable(true)).isTrue();
        Program program = new Program(tern, new JvmOptions(1, 8, 1L << 34), List.of());
        for (String folders : List.of("/no/such:tools", tool.getParent().toString())) {
            assertThat(program.resolve(List.of("sh"), folders, folder.toFile(), environment))
                    .containsExactly(tool.toString());
        }
        assertThat(program.resolve(List.of("cat"), "tools", folder.toFile(), environment)
                        .get(0))
                .endsWith("/bin/cat");
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
