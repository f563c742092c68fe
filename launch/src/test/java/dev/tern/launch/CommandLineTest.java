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
        assertThat(settings.layout.binding).isEqualTo(Level.CORE);
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
        CommandLine line = parse("--allow-run-as-root", "--use-hwthread-cpus", "--rank-by", "slot", "-genvall", "p");
        assertThat(line.apps().get(0).command).containsExactly("p");
    }

    @Test
    void placesAndTheirModifiers() {
        Layout layout =
                parse("--map-by", "ppr:2:Package:PE=3:OVERSUBSCRIBE", "p").settings().layout;
        assertThat(layout.mapping).isEqualTo(Level.PACKAGE);
        assertThat(layout.ranksPerPart).isEqualTo(2);
        assertThat(layout.width).isEqualTo(3);
        assertThat(layout.sharing).isTrue();
        assertThat(layout.effectiveBinding()).isEqualTo(Level.CORE);
        layout = parse("--map-by", ":oversubscribe", "--bind-to", "hwthread:2:if-supported", "p")
                .settings()
                .layout;
        assertThat(layout.mapping).isEqualTo(Level.NODE);
        assertThat(layout.sharing).isTrue();
        assertThat(layout.width).isEqualTo(2);
        assertThat(layout.bindingOptional).isTrue();
        assertThat(layout.effectiveBinding()).isEqualTo(Level.HWTHREAD);
        layout = parse("--map-by", "socket:span", "p").settings().layout;
        assertThat(layout.effectiveBinding()).isEqualTo(Level.PACKAGE);
        assertThat(parse("--map-by", "socket", "--bind-to", "none", "p")
                        .settings()
                        .layout
                        .effectiveBinding())
                .isNull();
        assertThat(parse("--map-by", "slot", "p").settings().layout.effectiveBinding())
                .isNull();
        assertThat(parse("--oversubscribe", "p").settings().layout.sharing).isTrue();
        assertThat(parse("--nooversubscribe", "p").settings().layout.limited).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"moon", "", "ppr", "ppr:2", "ppr:x:core", "ppr:0:core", "core:PE=0", "core:PE=", "core:odd"})
    void wrongPlaces(String value) {
        assertRefused(Topic.BAD_VALUE, "--map-by does not take", () -> {
            if (value.isEmpty()) {
                parse("--map-by", "core:", "p");
            }
            parse("--map-by", value, "p");
        });
        assertRefused(Topic.BAD_VALUE, "--bind-to does not take", () -> parse("--bind-to", "x" + value, "p"));
    }

    @Test
    void argumentsForTheJvmAreCutIntoWords() {
        assertThat(parse("--jvm-args", "-Xmx1g  -Da='b c'", "--jvm-args", "-ea", "p")
                        .settings()
                        .jvmArguments)
                .containsExactly("-Xmx1g", "-Da=b c", "-ea");
        assertRefused(Topic.BAD_VALUE, "a quote is not closed", () -> parse("--jvm-args", "-Da='b", "p"));
    }

    @Test
    void whatIsToBeShown() {
        Settings settings = parse("--display", "map,bind,allocation", "-q", "-path", "/a:/b", "p")
                .settings();
        assertThat(settings.displayMap && settings.reportBindings && settings.displayAllocation && settings.quiet)
                .isTrue();
        assertThat(parse("--display-map", "-path", "/a:/b", "p").apps().get(0).path)
                .isEqualTo("/a:/b");
        assertRefused(Topic.BAD_VALUE, "map, bind, allocation", () -> parse("--display", "sun", "p"));
    }

    @Test
    void hostsOfOptionsAndFiles(@TempDir Path folder) throws IOException {
        CommandLine line = parse("--host", "localhost:4," + Machine.hostName(), "p");
        assertThat(line.apps().get(0).count).isEqualTo(5);
        assertThat(line.settings().allocation.isHere()).isTrue();
        assertThat(parse("--host", "localhost", "p").apps().get(0).count)
                .isEqualTo(Runtime.getRuntime().availableProcessors());
        String file = Files.writeString(folder.resolve("hosts"), "# comment\n\nlocalhost slots=2 # here\nfar:3\n")
                .toString();
        line = parse("--hostfile", file, "p");
        assertThat(line.apps().get(0).count).isEqualTo(5);
        assertThat(line.settings().allocation.hosts().text()).isEqualTo("localhost:2,far:3");
        line = parse("-f", file, "-H", "far", "--launcher", "hydra", "-N", "7", "p");
        assertThat(line.settings().allocation.hosts().text()).isEqualTo("far:7");
        assertThat(line.settings().launcher).isEqualTo("hydra");
        assertRefused(Topic.BAD_VALUE, "absent", () -> parse("--hostfile", folder + "/absent", "p"));
        assertRefused(Topic.BAD_VALUE, "-H does not take", () -> parse("-H", "a:b", "p"));
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
        assertRefused(Topic.BAD_VALUE, "none, hwthread, core", () -> parse("--bind-to", "moon", "p"));
        assertRefused(Topic.NO_DIRECTORY, "/no/such", () -> parse("-wdir", "/no/such", "p"));
    }

    @Test
    void helpAndVersion() {
        assertThat(parse("--help").helpTopic()).isEqualTo("usage");
        assertThat(parse("-h", "--timeout").helpTopic()).isEqualTo("timeout");
        assertThat(parse("-V").versionAsked()).isTrue();
    }
}
