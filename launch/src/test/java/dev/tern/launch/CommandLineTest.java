/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandLineTest {
    private static CommandLine parse(String... arguments) {
        return new CommandLine(arguments, Map.of("KNOWN", "1"));
    }

    private static void assertRefused(Topic topic, String part, ThrowingCallable parse) {
        assertThatThrownBy(parse)
                .isInstanceOfSatisfying(
                        LaunchException.class, e -> assertThat(e.topic()).isEqualTo(topic))
                .hasMessageContaining(part);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-n", "-np", "-c", "--n", "--np", "-N", "-ppn", "--npernode"})
    void countHasManyNames(String option) {
        assertThat(parse(option, "3", "prog").apps().get(0).count).isEqualTo(3);
    }

    @Test
    void theProgramKeepsItsOwnOptions() {
        CommandLine line = parse("-n", "2", "java", "-cp", "a.jar", "Main", "-n", "--bind-to");
        assertThat(line.apps()).hasSize(1);
        assertThat(line.apps().get(0).command).containsExactly("java", "-cp", "a.jar", "Main", "-n", "--bind-to");
        assertThat(line.apps().get(0).commandText()).isEqualTo("java -cp a.jar Main -n --bind-to");
    }

    @Test
    void withoutCountThereIsOneRankForEachProcessor() {
        assertThat(parse("prog").apps().get(0).count)
                .isEqualTo(Runtime.getRuntime().availableProcessors());
    }

    @Test
    void colonsSeparatePrograms() {
        CommandLine line = parse("-n", "2", "-x", "A=1", "one", "x", ":", "two", ":", "-n", "3", "-wdir", "/", "three");
        assertThat(line.apps()).extracting(app -> app.count).containsExactly(2, 1, 3);
        assertThat(line.apps().get(0).environment).containsEntry("A", "1");
        assertThat(line.apps().get(1).environment).isEmpty();
        assertThat(line.apps().get(2).directory).isEqualTo("/");
    }

    @Test
    void optionsTakeOneDashOrTwoAndEqualSigns() {
        Settings settings = parse("-tag-output", "--timeout=5", "--bind-to", "core", "-param=A.b=x=y", "p")
                .settings();
        assertThat(settings.tagOutput).isTrue();
        assertThat(settings.timeoutSeconds).isEqualTo(5);
        assertThat(settings.binding).isEqualTo(Settings.Binding.CORE);
        assertThat(settings.environment).containsEntry("TERN_A_B", "x=y");
    }

    @Test
    void environmentOptions() {
        CommandLine line = parse(
                "-genv", "G", "1", "-env", "E", "2", "-x", "KNOWN", "-x", "PRE*", "-x", "GONE", "--mca", "k", "v", "p");
        assertThat(line.settings().environment).containsExactlyInAnyOrderEntriesOf(Map.of("G", "1", "TERN_K", "v"));
        assertThat(line.apps().get(0).environment).containsExactlyEntriesOf(Map.of("E", "2"));
        assertThat(line.warnings()).singleElement().asString().contains("GONE");
    }

    @Test
    void standardInput() {
        assertThat(parse("p").settings().stdinRank).isZero();
        assertThat(parse("--stdin", "all", "p").settings().stdinRank).isEqualTo(Settings.STDIN_ALL);
        assertThat(parse("--stdin", "none", "p").settings().stdinRank).isEqualTo(Settings.STDIN_NONE);
        assertThat(parse("--stdin", "3", "p").settings().stdinRank).isEqualTo(3);
        assertRefused(Topic.BAD_VALUE, "\"-1\"", () -> parse("--stdin", "-1", "p"));
    }

    @Test
    void timeLimitFromTheEnvironment() {
        Map<String, String> environment = Map.of("MPIEXEC_TIMEOUT", "7");
        assertThat(new CommandLine(new String[] {"p"}, environment).settings().timeoutSeconds)
                .isEqualTo(7);
        assertThat(new CommandLine(new String[] {"--timeout", "9", "p"}, environment).settings().timeoutSeconds)
                .isEqualTo(9);
        assertRefused(
                Topic.BAD_VALUE,
                "MPIEXEC_TIMEOUT",
                () -> new CommandLine(new String[] {"p"}, Map.of("MPIEXEC_TIMEOUT", "x")));
    }

    @Test
    void harmlessOptionsOfOtherLaunchersAreAccepted() {
        CommandLine line = parse(
                "--oversubscribe",
                "--allow-run-as-root",
                "--map-by",
                "ppr:2:node",
                "--rank-by",
                "slot",
                "-genvall",
                "p");
        assertThat(line.apps().get(0).command).containsExactly("p");
    }

    @Test
    void onlyThisMachineIsAHost(@TempDir Path folder) throws IOException {
        assertThat(parse("--host", "localhost:4," + Machine.hostName(), "p")
                        .apps()
                        .get(0)
                        .count)
                .isEqualTo(4);
        Path file = Files.writeString(folder.resolve("hosts"), "# comment\n\nlocalhost slots=2 # here\n");
        assertThat(parse("--hostfile", file.toString(), "-n", "1", "p").apps()).hasSize(1);
        assertRefused(Topic.OTHER_HOSTS, "-H names the host \"far\"", () -> parse("-H", "localhost,far", "p"));
        Files.writeString(file, "far\n");
        assertRefused(Topic.OTHER_HOSTS, "far", () -> parse("--hostfile", file.toString(), "p"));
        assertRefused(Topic.BAD_VALUE, "absent", () -> parse("--hostfile", folder + "/absent", "p"));
    }

    @Test
    void unknownOptionsNameTheNearest() {
        assertRefused(Topic.UNKNOWN_OPTION, "did you mean --hostfile?", () -> parse("--hostfil", "x", "p"));
        assertRefused(Topic.UNKNOWN_OPTION, "did you mean --tag-output?", () -> parse("-tagoutput", "p"));
        assertRefused(Topic.UNKNOWN_OPTION, "--help lists all options", () -> parse("--zzzzzzzzzzzzzzz", "p"));
        assertRefused(Topic.UNKNOWN_OPTION, "--verbose=1", () -> parse("--verbose=1", "p"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-3", "x", "", "1.5", "99999999999"})
    void wrongCounts(String count) {
        assertRefused(Topic.BAD_COUNT, "-n does not take the value \"" + count + "\"", () -> parse("-n", count, "p"));
    }

    @Test
    void incompleteCommandLines() {
        assertRefused(Topic.NO_PROGRAM, "(nothing)", () -> parse());
        assertRefused(Topic.NO_PROGRAM, "mpirun -n 2", () -> parse("-n", "2"));
        assertRefused(Topic.NO_PROGRAM, "mpirun a :", () -> parse("a", ":"));
        assertRefused(Topic.MISSING_VALUE, "-n must be followed by a value", () -> parse("-n"));
        assertRefused(Topic.MISSING_VALUE, "2 values", () -> parse("--mca", "a"));
        assertRefused(Topic.BAD_VALUE, "NAME=VALUE", () -> parse("--param", "a", "p"));
        assertRefused(Topic.BAD_VALUE, "none, core or hwthread", () -> parse("--bind-to", "moon", "p"));
        assertRefused(Topic.NO_DIRECTORY, "/no/such", () -> parse("-wdir", "/no/such", "p"));
    }

    @Test
    void helpAndVersion() {
        assertThat(parse("--help").helpTopic()).isEqualTo("usage");
        assertThat(parse("-h", "--timeout").helpTopic()).isEqualTo("timeout");
        assertThat(parse("-V").versionAsked()).isTrue();
    }
}
