/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.tern.bench.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FieldTest {
    @TempDir
    private Path home;

    private Field field;

    @BeforeEach
    void makeFieldWithoutPeers() {
        Executables none = new Executables(List.of());
        Processes processes = new Processes(Duration.ofSeconds(10));
        field = new Field(
                home, Path.of("/jdk"), List.of("--bind-to", "core"), none, new NativePrograms(home, processes));
    }

    @Test
    void ternRunsThroughItsOwnMpirun() throws IOException, PeerException {
        executable("mpirun");

        List<String> command =
                field.tern(Transport.SHM, 4, List.of("osu_bw", "-c")).command();

        assertThat(command)
                .startsWith(home.resolve("mpirun").toString(), "-n", "4", "--bind-to", "core", "/jdk/bin/java", "-cp")
                .endsWith("dev.tern.bench.Bench", "osu_bw", "-c");
    }

    @Test
    void someProgramsAreNoBenchmarks() throws IOException, PeerException {
        executable("mpirun");

        assertThat(field.tern(Transport.SHM, 2, List.of("hello")).command()).endsWith("dev.tern.bench.Hello");
        assertThat(field.tern(Transport.SHM, 2, List.of("wait_cpu")).command()).endsWith("dev.tern.bench.WaitCpu");
    }

    @Test
    void withoutMpirunItSaysWhereOneWasExpected() {
        assertThatExceptionOfType(PeerException.class)
                .isThrownBy(() -> field.tern(Transport.SHM, 2, List.of("hello")))
                .withMessageContaining("there is no mpirun in " + home);
    }

    @Test
    void whatIsMissingIsSaidWithTheWayToInstallIt() throws PeerException, UsageException {
        assertThat(field.peer("openmpi", Transport.SHM, 2, 1, "osu_bw", List.of()))
                .isEmpty();
        assertThat(field.peer("mpich", Transport.SHM, 2, 1, "osu_bw", List.of()))
                .isEmpty();
        assertThat(field.peer("lam", Transport.SHM, 2, 1, "osu_bw", List.of())).isEmpty();
        assertThat(field.peer("cacheline", Transport.SHM, 2, 1, "osu_latency", List.of()))
                .isEmpty();

        assertThat(field.missing())
                .containsExactly(
                        "openmpi does not take part: there is no mpicc.openmpi on the PATH: "
                                + "apt-get install openmpi-bin libopenmpi-dev",
                        "mpich does not take part: there is no mpicc.mpich on the PATH: "
                                + "apt-get install mpich libmpich-dev",
                        "lam does not take part: there is no mpicc.lam on the PATH: "
                                + "apt-get install lam-runtime lam4-dev",
                        "cacheline does not take part: there is no cc on the PATH: apt-get install gcc libc6-dev");
    }

    @Test
    void aCompilerWithoutLauncherIsNotEnough() throws IOException {
        executable("mpicc.mpich");
        Executables compilerOnly = new Executables(List.of(home));

        assertThat(NativeMpi.MPICH.launcher(compilerOnly)).isEmpty();
        assertThat(NativeMpi.MPICH.howToInstall(compilerOnly)).startsWith("there is no mpiexec.mpich on the PATH");
        executable("mpiexec.hydra");
        assertThat(NativeMpi.MPICH.launcher(compilerOnly)).hasValue("mpiexec.hydra");
    }

    @Test
    void openMpiIsBoundWhereEachRankHasACore() {
        assertThat(NativeMpi.OPENMPI.launch("mpirun.openmpi", Transport.SHM, 2, 1, 2))
                .containsSubsequence(
                        "--mca", "pml", "ob1", "--mca", "btl", "vader,self", "--bind-to", "core", "-n", "2")
                .doesNotContain("--oversubscribe");
        assertThat(NativeMpi.OPENMPI.launch("mpirun.openmpi", Transport.SHM, 4, 1, 2))
                .contains("--oversubscribe")
                .doesNotContain("--bind-to");
    }

    @Test
    void openMpiMayUseAllCoresWithSeveralThreads() {
        assertThat(NativeMpi.OPENMPI.launch("mpirun.openmpi", Transport.SHM, 1, 2, 2))
                .containsSubsequence("--bind-to", "none", "-n", "1")
                .doesNotContain("mpi_yield_when_idle");
        assertThat(NativeMpi.OPENMPI.launch("mpirun.openmpi", Transport.SHM, 2, 2, 2))
                .containsSubsequence("--bind-to", "none", "--mca", "mpi_yield_when_idle", "1", "-n", "2");
    }

    @Test
    void lamIsBoundByAShellWhereEachRankHasACore() {
        assertThat(NativeMpi.LAM.launch("mpirun.lam", Transport.SHM, 2, 1, 2))
                .containsSubsequence("mpirun.lam", "-ssi", "rpi", "usysv", "-np", "2", "/bin/sh", "--", "-c")
                .last()
                .asString()
                .startsWith("taskset")
                .endsWith("exec \"./${0##*/}\" \"$@\"");
        assertThat(NativeMpi.LAM.launch("mpirun.lam", Transport.SHM, 4, 1, 2))
                .last()
                .asString()
                .startsWith("cd");
    }

    @Test
    void commandsArePrintedAsAShellReadsThem() {
        assertThat(new Contender("x", List.of("/bin/sh", "-c", "echo 'a b' > $0", "", "-m", "0:8")).line())
                .isEqualTo("/bin/sh -c 'echo '\\''a b'\\'' > $0' '' -m 0:8");
    }

    @Test
    void overTcpAllAreToldSo() throws IOException, PeerException {
        executable("mpirun");

        assertThat(field.tern(Transport.TCP, 2, List.of("netpipe")).command())
                .containsSubsequence("-n", "2", "--param", "transport=tcp,self", "--bind-to", "core", "/jdk/bin/java");
        assertThat(NativeMpi.OPENMPI.launch("mpirun.openmpi", Transport.TCP, 2, 1, 2))
                .containsSubsequence("--mca", "btl", "tcp,self")
                .doesNotContain("vader,self");
        assertThat(NativeMpi.MPICH.launch("mpiexec.hydra", Transport.TCP, 2, 1, 2))
                .containsExactly("mpiexec.hydra", "-n", "2", "-genv", "UCX_TLS", "tcp,self");
        assertThat(NativeMpi.MPICH.launch("mpiexec.hydra", Transport.SHM, 2, 1, 2))
                .containsExactly("mpiexec.hydra", "-n", "2");
        assertThat(NativeMpi.LAM.launch("mpirun.lam", Transport.TCP, 2, 1, 2)).containsSubsequence("rpi", "tcp");
    }

    @Test
    void hostsArePretendedByHydra() throws PeerException, UsageException {
        assertThat(field.tern(Transport.HOSTS, 4, List.of("shm_beside_tcp", "-m", "8:8"))
                        .command())
                .startsWith("mpiexec.hydra", "-launcher", "fork", "-hosts", "host1,host2", "-ppn", "2", "-n", "4")
                .containsSubsequence("/jdk/bin/java", "--enable-native-access=ALL-UNNAMED", "-cp")
                .endsWith("dev.tern.bench.Bench", "shm_beside_tcp", "-m", "8:8");
        assertThat(field.tern(Transport.HOSTS, 2, List.of("osu_latency")).command())
                .containsSubsequence("-hosts", "host1", "-ppn", "2", "-n", "2");
        assertThatExceptionOfType(UsageException.class)
                .isThrownBy(() -> field.peer("mpich", Transport.HOSTS, 4, 1, "osu_latency", List.of()))
                .withMessage("--with mpich does not go with --over hosts, which Tern alone has");
    }

    @Test
    void withoutHydraThereAreNoHosts() throws IOException {
        assertThat(field.has(Transport.SHM)).isTrue();
        assertThat(field.has(Transport.HOSTS)).isFalse();
        assertThat(field.missing())
                .containsExactly("--over hosts does not take part: there is no mpiexec.hydra on the PATH: "
                        + "apt-get install mpich");
        executable("mpiexec.hydra");
        assertThat(fieldWith(home).has(Transport.HOSTS)).isTrue();
    }

    @Test
    void otherEnginesStartTern() throws IOException, UsageException {
        executable("mpirun.openmpi");

        assertThat(fieldWith(home).under(Engine.OPENMPI, Transport.SHM, 4, List.of("hello")))
                .hasValueSatisfying(contender -> {
                    assertThat(contender.name()).isEqualTo("mpirun.openmpi");
                    assertThat(contender.command())
                            .startsWith("mpirun.openmpi", "--allow-run-as-root", "--oversubscribe", "-n", "4")
                            .containsSubsequence("/jdk/bin/java", "--enable-native-access=ALL-UNNAMED", "-cp")
                            .endsWith("dev.tern.bench.Hello");
                });
        assertThat(Engine.SLURM.launch(4)).containsExactly("srun", "--mpi=pmi2", "--overcommit", "-n", "4");
        assertThat(Engine.HYDRA.launch(4)).containsExactly("mpiexec.hydra", "-n", "4");
        assertThatExceptionOfType(UsageException.class)
                .isThrownBy(() -> field.under(Engine.HYDRA, Transport.TCP, 4, List.of("hello")))
                .withMessage("--with mpiexec.hydra does not go with --over tcp");
    }

    @Test
    void enginesThatAreNotThereAreSkipped() throws UsageException {
        for (Engine engine : Engine.values()) {
            assertThat(field.under(engine, Transport.SHM, 4, List.of("hello"))).isEmpty();
        }
        assertThat(field.missing())
                .containsExactly(
                        "mpiexec.hydra does not take part: there is no mpiexec.hydra on the PATH: "
                                + "apt-get install mpich",
                        "mpirun.openmpi does not take part: there is no mpirun.openmpi on the PATH: "
                                + "apt-get install openmpi-bin",
                        "srun does not take part: there is no srun on the PATH: apt-get install slurm-wlm");
    }

    private Field fieldWith(Path folder) {
        Processes processes = new Processes(Duration.ofSeconds(10));
        return new Field(
                home,
                Path.of("/jdk"),
                List.of(),
                new Executables(List.of(folder)),
                new NativePrograms(home, processes));
    }

    @Test
    void rawTcpGoesWithNetpipeOnly() throws PeerException, UsageException {
        assertThat(field.peer("rawtcp", Transport.TCP, 2, 1, "netpipe", List.of()))
                .isEmpty();
        assertThat(field.missing())
                .containsExactly(
                        "rawtcp does not take part: there is no cc on the PATH: apt-get install gcc libc6-dev");
        assertThat(field.peer("rawtcp-nonblocking-java", Transport.TCP, 2, 1, "netpipe", List.of("-u", "8")))
                .hasValueSatisfying(contender -> assertThat(contender.command())
                        .startsWith("/jdk/bin/java", "-cp")
                        .endsWith("dev.tern.bench.RawTcp", "rawtcp-nonblocking", "-u", "8"));
        assertThatExceptionOfType(UsageException.class)
                .isThrownBy(() -> field.peer("rawtcp-java", Transport.TCP, 2, 1, "osu_bw", List.of()))
                .withMessage("--with rawtcp-java goes with netpipe only");
    }

    @Test
    void unknownPeersAreRefused() {
        assertThatExceptionOfType(UsageException.class)
                .isThrownBy(() -> field.peer("opnmpi", Transport.SHM, 2, 1, "osu_bw", List.of()))
                .withMessage("--with opnmpi: there is no such peer: did you mean openmpi?");
        assertThatExceptionOfType(UsageException.class)
                .isThrownBy(() -> field.peer("cacheline", Transport.SHM, 2, 1, "osu_bw", List.of()))
                .withMessage("--with cacheline goes with osu_latency only");
    }

    private void executable(String name) throws IOException {
        Path file = Files.writeString(home.resolve(name), "#!/bin/sh\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }
}
