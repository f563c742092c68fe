/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tern.boot.FakeLauncher.Dialect;
import dev.tern.error.MpiError;
import dev.tern.os.NativeAccess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Ranks that inherit their connection to the launcher: a shell opens it for them. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PmiDescriptorTest {
    private static final String GRANT = "--enable-native-access=ALL-UNNAMED";
    private static final LauncherEvents NO_EVENTS = new LauncherEvents() {
        @Override
        public void launcherLost() {}

        @Override
        public void reportRequested() {}
    };

    @BeforeEach
    void needsNativeAccessAndBash() {
        assumeTrue(NativeAccess.isEnabled(), NativeAccess.reason());
        assumeTrue(Files.exists(Path.of("/bin/bash")), "there is no bash");
    }

    /** Starts a rank with the launcher's connection as descriptor 6. */
    private static Process start(FakeLauncher launcher, int rank, int size, String option, String what)
            throws IOException {
        return start(launcher, rank, size, option, what, Map.of());
    }

    private static Process start(
            FakeLauncher launcher, int rank, int size, String option, String what, Map<String, String> more)
            throws IOException {
        List<String> command = new ArrayList<>(List.of("/bin/bash", "-c"));
        String address = launcher.port().replace(':', '/');
        command.add("exec 6<>/dev/tcp/" + address + "; exec \"$@\"");
        command.add("bash");
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", option));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Rank.class.getName(), what));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.startsWith("PMI"));
        builder.environment()
                .putAll(Map.of("PMI_FD", "6", "PMI_RANK", String.valueOf(rank), "PMI_SIZE", String.valueOf(size)));
        builder.environment().putAll(more);
        return builder.start();
    }

    private static String output(Process process) throws Exception {
        String said = new String(process.getInputStream().readAllBytes());
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void ranksFindEachOther(Dialect dialect) throws Exception {
        try (var launcher = new FakeLauncher(2, dialect, line -> null)) {
            Process zero = start(launcher, 0, 2, GRANT, "exchange");
            Process one = start(launcher, 1, 2, GRANT, "exchange");
            String expected = "on nodes [0, 0] of kvs-31487-0-host: value of 0, value of 1\n";
            assertThat(output(zero)).isEqualTo("0 of 2 " + expected);
            assertThat(output(one)).isEqualTo("1 of 2 " + expected);
            assertThat(launcher.requests()).contains("cmd=finalize").noneMatch(line -> line.startsWith("cmd=initack"));
        }
    }

    /** Slurm's mapping is wrong where the user has said which rank goes where. */
    @Test
    void ranksTellTheirHostsWhereSlurmPutsThemByAList() throws Exception {
        String wrong = "cmd=get_result rc=0 value=(vector,(0,2,1))";
        try (var launcher =
                new FakeLauncher(2, Dialect.OLD, line -> line.contains("key=PMI_process_mapping") ? wrong : null)) {
            for (String distribution : new String[] {"arbitrary", "block"}) {
                Map<String, String> slurm = Map.of("SLURM_DISTRIBUTION", distribution);
                Process zero = start(launcher, 0, 2, GRANT, "exchange", slurm);
                Process one = start(launcher, 1, 2, GRANT, "exchange", slurm);
                String nodes = distribution.equals("arbitrary") ? "[0, 0]" : "[0, 1]";
                assertThat(output(zero)).contains("on nodes " + nodes);
                assertThat(output(one)).contains("on nodes " + nodes);
            }
        }
    }

    @Test
    void lossOfTheLauncherIsNoticed() throws Exception {
        try (var launcher = new FakeLauncher(1)) {
            Process rank = start(launcher, 0, 1, GRANT, "wait");
            while (launcher.requests().stream().noneMatch(line -> line.startsWith("cmd=put"))) {
                assertThat(rank.isAlive()).isTrue();
                Thread.sleep(10);
            }
            launcher.disconnect();
            assertThat(output(rank)).isEqualTo("lost\n");
        }
    }

    @Test
    void processesOfARankDoNotInheritTheConnection() throws Exception {
        try (var launcher = new FakeLauncher(1)) {
            assertThat(output(start(launcher, 0, 1, GRANT, "child"))).isEqualTo("flags 02000002\n");
        }
    }

    @Test
    void withoutNativeAccessTheErrorSaysWhatToDo() throws Exception {
        try (var launcher = new FakeLauncher(1)) {
            assertThat(output(start(launcher, 0, 1, "-Dnothing=granted", "exchange")))
                    .contains("PMI_FD=6", "--enable-native-access=ALL-UNNAMED", "mpiexec.hydra -pmi-port")
                    .doesNotContain("WARNING");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "999999, 0, 2, PMI_FD=999999",
        "-1, 0, 2, PMI_FD=-1",
        "x, 0, 2, PMI_FD=x",
        "0, 2, 2, PMI_RANK",
        "0, -1, 2, PMI_RANK",
        "0, 0, x, PMI_SIZE",
        "0, 0, 99999999999, PMI_SIZE"
    })
    void valuesThatCannotBeAreErrors(String descriptor, String rank, String size, String named) {
        Map<String, String> environment = Map.of("PMI_FD", descriptor, "PMI_RANK", rank, "PMI_SIZE", size);
        assertThatExceptionOfType(MpiError.class)
                .isThrownBy(() -> Wireup.open(environment, NO_EVENTS))
                .withMessageContaining(named);
    }

    @Test
    void missingRankOrSizeIsAnError() {
        assertThatExceptionOfType(MpiError.class)
                .isThrownBy(() -> Wireup.open(Map.of("PMI_FD", "6", "PMI_SIZE", "2"), NO_EVENTS))
                .withMessageContaining("PMI_RANK");
        assertThatExceptionOfType(MpiError.class)
                .isThrownBy(() -> Wireup.open(Map.of("PMI_FD", "6", "PMI_RANK", "2"), NO_EVENTS))
                .withMessageContaining("PMI_SIZE");
    }

    /** What the processes run. */
    static final class Rank {
        public static void main(String[] args) throws Exception {
            var lost = new CountDownLatch(1);
            var events = new LauncherEvents() {
                @Override
                public void launcherLost() {
                    lost.countDown();
                }

                @Override
                public void reportRequested() {}
            };
            Wireup wireup;
            try {
                wireup = Wireup.open(System.getenv(), events);
            } catch (MpiError e) {
                System.out.println(e.getMessage());
                return;
            }
            switch (args[0]) {
                case "exchange" -> {
                    wireup.put("value-" + wireup.rank(), "value of " + wireup.rank());
                    wireup.barrier();
                    System.out.println(wireup.rank() + " of " + wireup.size() + " on nodes "
                            + List.of(wireup.nodes()[0], wireup.nodes()[1]) + " of " + wireup.job() + ": "
                            + wireup.get("value-0") + ", " + wireup.get("value-1"));
                    wireup.close();
                }
                case "child" -> {
                    // O_CLOEXEC and read-write, in octal
                    String flags = Files.readAllLines(Path.of("/proc/self/fdinfo/6")).stream()
                            .filter(line -> line.startsWith("flags:"))
                            .findFirst()
                            .orElse("none");
                    System.out.println("flags " + flags.substring(6).strip());
                    wireup.close();
                }
                default -> {
                    wireup.put("I", "wait");
                    System.out.println(lost.await(30, TimeUnit.SECONDS) ? "lost" : "not lost");
                }
            }
        }
    }
}
