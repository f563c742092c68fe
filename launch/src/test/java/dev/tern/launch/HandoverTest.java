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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands that jobs on other hosts become, with files in place of the launchers. */
class HandoverTest {
    @TempDir
    private Path folder;

    private final Map<String, String> environment = new HashMap<>();
    private List<String> warnings = List.of();

    @BeforeEach
    void environment() throws IOException {
        environment.put("PATH", folder + ":/usr/bin:/bin");
        install("prog");
        install("other");
    }

    private void install(String name) throws IOException {
        Path file = Files.writeString(folder.resolve(name), "#!/bin/sh\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private Handover handover(String... words) {
        CommandLine line = new CommandLine(words, environment);
        Engines.Choice choice = Engines.choose(line.settings(), folder.toString());
        Tern tern = new Tern("/tern", "/tern/core.jar", "/jdk", null);
        Handover handover = new Handover(choice, line.settings(), line.apps(), tern, environment);
        warnings = handover.warnings();
        return handover;
    }

    /** The command without the folder of the programs. */
    private String command(String... words) {
        List<String> command = new ArrayList<>();
        for (String word : handover(words).command()) {
            command.add(word.replace(folder + "/", ""));
        }
        return String.join(" ", command);
    }

    /** Other hosts would take it for themselves. */
    @Test
    void localhostIsToldToOtherHostsByItsName() throws IOException {
        install("mpiexec.hydra");
        assertThat(command("-H", "localhost:2,b:1", "prog"))
                .isEqualTo("mpiexec.hydra -pmi-port -hosts " + Machine.hostName() + ":2,b:1 -n 3 prog");
        assertThat(command("--launcher", "hydra", "-H", "localhost:2", "prog"))
                .isEqualTo("mpiexec.hydra -pmi-port -hosts localhost:2 -n 2 prog");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-H a:2,b:2 prog x           | mpiexec.hydra -pmi-port -hosts a:2,b:2 -n 4 prog x",
                "-H a,b -n 3 prog            | mpiexec.hydra -pmi-port -hosts a:2,b:1 -n 3 prog",
                "-H a,b -N 3 prog            | mpiexec.hydra -pmi-port -hosts a:3,b:3 -n 6 prog",
                "-H a,b --map-by ppr:3:node prog | mpiexec.hydra -pmi-port -hosts a:3,b:3 -n 6 prog",
                "-H a:4 -wdir / prog         | mpiexec.hydra -pmi-port -hosts a:4 -n 4 -wdir / prog",
                "-H a:4 -l --bind-to package prog | mpiexec.hydra -pmi-port -hosts a:4 -bind-to socket -prepend-rank -n 4 prog",
                "-H a:4 --bind-to core:2 --map-by numa prog | mpiexec.hydra -pmi-port -hosts a:4 -bind-to core:2 -map-by numa -n 4 prog",
                "-H a:4 --bind-to none --stdin 0 prog | mpiexec.hydra -pmi-port -hosts a:4 -bind-to none -n 4 prog",
                "-H a,b -n 1 prog : -n 2 -wdir / other y | mpiexec.hydra -pmi-port -hosts a:2,b:1 -n 1 prog : -n 2 -wdir / other y",
                "-H a -n 1 prog : -H b -n 4 other  | mpiexec.hydra -pmi-port -hosts a:1,b:4 -n 1 prog : -n 4 other",
                "--launcher hydra -n 2 prog        | mpiexec.hydra -pmi-port -n 2 prog",
            })
    void hydra(String given, String expected) throws IOException {
        install("mpiexec.hydra");
        assertThat(command(given.trim().split(" +"))).isEqualTo(expected);
        assertThat(warnings).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-n 6 prog x      | --ntasks=6 --input=0 --overcommit prog x",
                "prog             | --ntasks=4 --input=0 --overcommit prog",
                "-N 3 prog        | --ntasks=6 --ntasks-per-node=3 --input=0 --overcommit prog",
                "-H a:2,b prog    | --ntasks=3 --nodelist=a,a,b --distribution=arbitrary --input=0 --overcommit prog",
                "-n 6 --nooversubscribe prog | --ntasks=6 --input=0 prog",
                "-n 1 --stdin all -wdir / --tag-output --bind-to core prog | --ntasks=1 --cpu-bind=cores --label --input=all --chdir=/ prog",
                "-n 1 --oversubscribe prog | --ntasks=1 --input=0 --overcommit prog",
            })
    void slurm(String given, String expected) throws IOException {
        install("srun");
        environment.putAll(Map.of("SLURM_JOB_ID", "5", "SLURM_NNODES", "2", "SLURM_NTASKS", "4"));
        String command = command(given.trim().split(" +"));
        if (given.contains("--stdin")) {
            assertThat(command.split(" ")).contains(expected.split(" "));
        } else {
            String always = "srun --mpi=pmi2 --kill-on-bad-exit=1 --export=ALL ";
            assertThat(command.split(" ")).containsExactlyInAnyOrder((always + expected).split(" "));
        }
        assertThat(warnings).isEmpty();
    }

    @Test
    void slurmTakesOneProgramSoAShellChooses() throws IOException {
        install("srun");
        environment.putAll(Map.of("SLURM_JOB_ID", "5", "SLURM_NNODES", "2"));
        List<String> command = handover("-n", "1", "prog", "it's", ":", "-n", "2", "-wdir", "/", "other", "a b")
                .command();
        assertThat(command).contains("--ntasks=3", "/bin/sh");
        assertThat(command.get(command.size() - 1))
                .isEqualTo("if [ \"$SLURM_PROCID\" -lt 1 ]; then exec " + folder + "/prog 'it'\\''s';"
                        + " elif [ \"$SLURM_PROCID\" -lt 3 ]; then cd / && exec " + folder + "/other 'a b'; fi");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "orterun | -H a:2,b:2 prog x | orterun --host a:2,b:2 VARS -n 4 prog x",
                "orterun | -H a:2 -n 3 --tag-output --bind-to core prog | orterun --bind-to core --tag-output --host a:3 VARS -n 3 prog",
                "orterun | --launcher openmpi -n 1 prog | orterun --oversubscribe VARS -n 1 prog",
                "orterun | --launcher openmpi -n 1 --nooversubscribe prog | orterun VARS -n 1 prog",
                "orterun | -H a -n 1 prog : -n 2 other | orterun --host a:3 VARS -n 1 prog : --host a:3 VARS -n 2 other",
                "orterun | -H a --allow-run-as-root --display map,bind prog"
                        + " | orterun --report-bindings --display-map --allow-run-as-root --host a:1 VARS -n 1 prog",
                "prterun | -H a --display map,bind --tag-output --merge-stderr-to-stdout prog"
                        + " | prterun --display bind,map --output tag,merge --host a:1 VARS -n 1 prog",
                "prterun | --launcher prrte -n 2 -N 2 --map-by core prog | prterun --map-by core:OVERSUBSCRIBE VARS -n 2 prog",
                "prterun | --launcher prrte -N 2 prog | prterun --map-by ppr:2:node:OVERSUBSCRIBE VARS -n 2 prog",
            })
    void openMpi(String executable, String given, String expected) throws IOException {
        install(executable);
        String variables = "-x CLASSPATH -x PATH -x TERN_HOME -x TERN_JAR";
        assertThat(command(given.trim().split(" +"))).isEqualTo(expected.replace("VARS", variables));
        assertThat(warnings).isEmpty();
    }

    @Test
    void theEnvironmentGoesAlong() throws IOException {
        install("orterun");
        environment.putAll(Map.of("TERN_A", "1", "KEPT", "2", "PRE_X", "3", "HOME", "/h", "PMI_FD", "6"));
        environment.putAll(Map.of("OMPI_COMM_WORLD_RANK", "0", "OMPI_MCA_orte_default_hostfile", "/x"));
        Handover handover = handover(
                "-H", "a", "--param", "b=4", "-genv", "C", "5", "-x", "D=6;7", "-x", "KEPT", "-x", "PRE_*", "prog");
        assertThat(handover.environment())
                .containsEntry("TERN_A", "1")
                .containsEntry("TERN_B", "4")
                .containsEntry("C", "5")
                .containsEntry("D", "6;7")
                .containsEntry("HOME", "/h")
                .containsEntry("TERN_JAR", "/tern/core.jar")
                .containsEntry("CLASSPATH", "/tern/core.jar:.")
                .doesNotContainKeys("PMI_FD", "OMPI_COMM_WORLD_RANK", "OMPI_MCA_orte_default_hostfile");
        assertThat(String.join(" ", handover.command()))
                .contains(
                        "-x C -x CLASSPATH -x D -x PATH -x TERN_B -x TERN_HOME -x TERN_JAR -x KEPT -x PRE_X -x TERN_A -n 1");
    }

    @Test
    void programsHaveTheirOwnVariables() throws IOException {
        install("mpiexec.hydra");
        environment.put("A", "0");
        Handover handover =
                handover("-H", "a", "-n", "1", "-x", "A=1", "prog", ":", "-genv", "B", "2", "-n", "1", "other");
        assertThat(handover.environment()).containsEntry("B", "2").doesNotContainKey("A");
        assertThat(String.join(" ", handover.command()).replace(folder + "/", ""))
                .endsWith("-n 1 /usr/bin/env A=1 prog : -n 1 /usr/bin/env A=0 other");
    }

    @Test
    void javaProgramsGetTernAndTheirShareOfTheMemory() throws IOException {
        install("mpiexec.hydra");
        install("java");
        List<String> command = handover(
                        "-H", "a:8,b:8", "--jvm-args", "-Dx=y", folder + "/java", "-cp", "app.jar", "Main")
                .command();
        assertThat(command)
                .contains("-Dx=y", "/tern/core.jar:app.jar", "Main")
                .doesNotContain("-XX:ActiveProcessorCount=1");
    }

    @Test
    void whatALauncherCannotDoIsLeftOutAndSaid() throws IOException {
        install("mpiexec.hydra");
        assertThat(command(
                        "-H",
                        "a",
                        "--timestamp-output",
                        "--map-by",
                        "node",
                        "--cpu-set",
                        "0",
                        "--stdin",
                        "all",
                        "prog"))
                .isEqualTo("mpiexec.hydra -pmi-port -hosts a:1 -n 1 prog");
        assertThat(warnings)
                .containsExactlyInAnyOrder(
                        "--timestamp-output: hydra has nothing like it; left out",
                        "--map-by node: hydra has nothing like it; left out",
                        "--cpu-set 0: hydra has nothing like it; left out",
                        "--stdin all: hydra has nothing like it; left out");
    }

    @Test
    void outputGoesToFoldersOfTheRanks() throws IOException {
        install("mpiexec.mpich");
        String out = folder.resolve("out").toString();
        assertThat(handover("-H", "a:2", "--output-filename", out, "prog").command())
                .contains(out + "/rank.%r/stdout", out + "/rank.%r/stderr");
        assertThat(folder.resolve("out/rank.1")).isDirectory();
    }

    @Test
    void theFirstLauncherThatIsThere() throws IOException {
        assertThat(Engines.choose(new CommandLine(new String[] {"prog"}, environment).settings(), folder.toString()))
                .isNull();
        for (String executable : List.of("orterun", "prterun", "mpiexec.hydra", "srun")) {
            install(executable);
            assertThat(command("-H", "far", "prog"))
                    .startsWith(executable.equals("srun") ? "mpiexec.hydra" : executable);
        }
        environment.put("SLURM_JOB_ID", "5");
        assertThat(command("-H", "far", "prog")).startsWith("srun");
        assertThat(command("-H", "far", "--launcher", "openmpi", "prog")).startsWith("orterun");
    }

    @Test
    void thisMachineAloneNeedsNoLauncher() {
        for (String hosts : List.of("localhost:4", "127.0.0.1,localhost", Machine.hostName(), "::1")) {
            CommandLine line = new CommandLine(new String[] {"-H", hosts, "prog"}, environment);
            assertThat(Engines.choose(line.settings(), "")).as(hosts).isNull();
        }
    }

    /** A top-level domain that is reserved for names that do not exist. */
    @Test
    void aHostWithoutAddressIsNamedBeforeALauncherWaitsForIt() throws IOException {
        install("mpiexec.hydra");
        Handover handover = handover("-H", "localhost,nosuchhost.invalid", "-n", "2", "prog");
        assertThatThrownBy(handover::checkHosts)
                .isInstanceOfSatisfying(
                        LaunchException.class, e -> assertThat(e.topic()).isEqualTo(Topic.UNKNOWN_HOST))
                .hasMessageContaining("host \"nosuchhost.invalid\" is not known here: its name has no address")
                .hasMessageContaining("hydra");
        handover("-H", "localhost,nosuchhost.invalid", "-n", "1", "--launcher", "hydra", "prog")
                .checkHosts();
        handover("-H", "127.0.0.1", "--launcher", "hydra", "prog").checkHosts();
    }

    @Test
    void hydraTakesNoAddressesOfIpv6() throws IOException {
        install("mpiexec.hydra");
        assertThatThrownBy(() -> handover("-H", "127.0.0.1,fd00::7", "--launcher", "hydra", "prog"))
                .isInstanceOf(LaunchException.class)
                .hasMessageContaining("host \"fd00::7\"")
                .hasMessageContaining("IPv6");
    }

    @Test
    void slurmAloneKnowsTheNamesOfItsNodes() throws IOException {
        install("srun");
        environment.put("SLURM_JOB_ID", "5");
        handover("-H", "nosuchhost.invalid", "prog").checkHosts();
    }

    @Test
    void hostsMayHaveNamesThatOnlySshKnows() {
        String unknown = "nosuchhost.invalid";
        assertThat(HostLookup.isWay("user me\nhostname " + unknown + "\nport 22\n", unknown))
                .isFalse();
        assertThat(HostLookup.isWay("user me\nhostname another.invalid\nport 22\n", unknown))
                .isFalse();
        assertThat(HostLookup.isWay("user me\nhostname 127.0.0.1\nport 22\n", unknown))
                .isTrue();
        assertThat(HostLookup.isWay("hostname " + unknown + "\nproxyjump gate\n", unknown))
                .isTrue();
    }

    @Test
    void whatCannotBe() throws IOException {
        assertRefused(Topic.OTHER_HOSTS, "host \"far\"", "-H", "localhost,far", "--launcher", "none", "prog");
        assertRefused(Topic.BAD_VALUE, "slurm, hydra, prrte, openmpi, none", "--launcher", "lam", "prog");
        assertRefused(Topic.NO_LAUNCHER, "mpiexec.hydra, mpiexec.mpich, prterun", "-H", "far:2", "prog");
        assertRefused(
                Topic.NO_LAUNCHER,
                "C=1 mpiexec.hydra -pmi-port -hosts far:2 -n 2 ",
                "-x",
                "C=1",
                "-H",
                "far:2",
                "prog");
        install("mpiexec.hydra");
        assertRefused(Topic.TOO_MANY_RANKS, "2 slots", "-H", "far:2", "--nooversubscribe", "-n", "3", "prog");
        Path file = Files.writeString(folder.resolve("hosts"), "far slots=2 max_slots=3\n");
        assertRefused(Topic.TOO_MANY_RANKS, "max_slots", "-f", file.toString(), "-n", "4", "prog");
        assertThat(command("-f", file.toString(), "-n", "3", "prog")).contains("-hosts far:3");
    }

    private void assertRefused(Topic topic, String part, String... words) {
        assertThatThrownBy(() -> handover(words))
                .isInstanceOfSatisfying(
                        LaunchException.class, e -> assertThat(e.topic()).isEqualTo(topic))
                .hasMessageContaining(part);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "a b", "it's", "$x", "*", "a=b,c:d/e@f"})
    void quotedWordsStayWords(String word) {
        assertThat(Words.of(Words.line(List.of("x", word, "y"))))
                .containsExactly(word.isEmpty() ? new String[] {"x", "", "y"} : new String[] {"x", word, "y"});
    }
}
