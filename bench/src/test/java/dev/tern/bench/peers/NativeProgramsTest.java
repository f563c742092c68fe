/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tern.bench.netpipe.Curve;
import dev.tern.bench.table.ResultTable;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class NativeProgramsTest {
    private static final Path SOURCES = Path.of("peers");
    private static final Set<String> WITHOUT_MPI = Set.of("cacheline.c", "rawtcp.c");
    private static final Executables EXECUTABLES = Executables.onPath();

    private final Processes processes = new Processes(Duration.ofSeconds(100));

    @TempDir
    private Path home;

    private NativePrograms programs;

    @BeforeEach
    void copySources() throws IOException {
        Path target = home.resolve("bench").resolve("peers");
        Files.walkFileTree(SOURCES, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
                Files.createDirectories(
                        target.resolve(SOURCES.relativize(folder).toString()));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.copy(file, target.resolve(SOURCES.relativize(file).toString()));
                return FileVisitResult.CONTINUE;
            }
        });
        programs = new NativePrograms(home, processes);
    }

    @Test
    void whatIsCompiledIsKeptUntilTheSourceChanges() throws Exception {
        Optional<String> compiler = EXECUTABLES.find("cc");
        assumeTrue(compiler.isPresent(), "no C compiler");

        Path first = programs.compile(compiler.get(), "cacheline");
        FileTime made = Files.getLastModifiedTime(first);
        assertThat(programs.compile(compiler.get(), "cacheline")).isEqualTo(first);
        assertThat(Files.getLastModifiedTime(first)).isEqualTo(made);

        Path source = home.resolve("bench/peers/cacheline.c");
        Files.writeString(source, Files.readString(source) + "/* changed */\n");
        assertThat(programs.compile(compiler.get(), "cacheline")).isNotEqualTo(first);
    }

    @Test
    void theCacheLineProgramPrintsTheFirstRowsOfTheLatencyTable() throws PeerException {
        Optional<String> compiler = EXECUTABLES.find("cc");
        assumeTrue(compiler.isPresent(), "no C compiler");
        Path program = programs.compile(compiler.get(), "cacheline");

        String output = processes
                .run("cacheline", List.of(program.toString(), "-i", "100", "-x", "10"))
                .output();

        assertThat(ResultTable.parse(output).rows()).containsOnlyKeys(0, 1, 2, 4, 8, 16, 32, 64);
        assertThat(ResultTable.parse(output).value(ResultTable.LATENCY, 0).orElseThrow())
                .isPositive();
    }

    @ParameterizedTest
    @EnumSource(NativeMpi.class)
    void everyProgramCompilesWithoutWarning(NativeMpi mpi) throws Exception {
        assumeTrue(mpi.launcher(EXECUTABLES).isPresent(), () -> mpi.howToInstall(EXECUTABLES));
        try (Stream<Path> files = Files.list(SOURCES)) {
            List<String> names = files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".c") && !WITHOUT_MPI.contains(name))
                    .map(name -> name.substring(0, name.length() - 2))
                    .toList();
            assertThat(names).hasSize(15);
            for (String name : names) {
                assertThat(programs.compile(mpi.compiler(), name)).isExecutable();
            }
        }
    }

    /** Without LAM, whose daemon loses lines of what the ranks print now and then. */
    @ParameterizedTest
    @EnumSource(value = NativeMpi.class, mode = EnumSource.Mode.EXCLUDE, names = "LAM")
    void thePrintedTablesAreRead(NativeMpi mpi) throws Exception {
        assumeTrue(mpi.launcher(EXECUTABLES).isPresent(), () -> mpi.howToInstall(EXECUTABLES));

        try (Field field = field()) {
            ResultTable rates = run(field, mpi, 2, "osu_mbw_mr", "-m", "2:8", "-i", "2", "-x", "1", "-c");
            assertThat(rates.columns()).containsExactly("MB/s", "Messages/s", "Validation");
            assertThat(rates.rows()).containsOnlyKeys(2, 4, 8);
            assertThat(rates.value("Messages/s", 8).orElseThrow()).isPositive();

            ResultTable words = run(field, mpi, 2, "mpibench", "-m", "2", "-i", "2", "-x", "1");
            assertThat(words.rows()).containsOnlyKeys(0, 1, 2);
            assertThat(words.value(ResultTable.LATENCY, 1).orElseThrow()).isPositive();
        }
    }

    /** Without LAM, which has no THREAD_MULTIPLE. */
    @ParameterizedTest
    @EnumSource(value = NativeMpi.class, mode = EnumSource.Mode.EXCLUDE, names = "LAM")
    void severalThreadsAreMeasured(NativeMpi mpi) throws Exception {
        assumeTrue(mpi.launcher(EXECUTABLES).isPresent(), () -> mpi.howToInstall(EXECUTABLES));

        try (Field field = field()) {
            ResultTable alone = run(field, mpi, 1, "threads", "-t", "1,2", "--max-time", "0.01");
            assertThat(alone.columns()).containsExactly(ResultTable.LATENCY, ResultTable.MESSAGE_RATE);
            assertThat(alone.rows()).containsOnlyKeys(1, 2);

            ResultTable pairs = run(field, mpi, 2, "threads", "-t", "2", "-i", "4", "-f", "--one-comm", "-d", "9");
            assertThat(pairs.columns()).contains(ResultTable.P99_LATENCY, "Min Rate(MMPS)", "Max Rate(MMPS)");
            assertThat(pairs.value(ResultTable.MESSAGE_RATE, 2).orElseThrow()).isPositive();

            ResultTable shared = run(field, mpi, 2, "osu_latency_mt", "-m", "8:8", "-i", "4", "-x", "1");
            assertThat(shared.rows()).containsOnlyKeys(8);

            ResultTable rates = run(field, mpi, 2, "osu_mbw_mr", "-t", "2", "-m", "8:8", "-i", "2", "-x", "1", "-c");
            assertThat(rates.rows()).containsOnlyKeys(8);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-s", "--nonblocking", "--nonblocking -s", "--nonblocking -2"})
    void rawTcpRunsItsCurveInC(String options) throws Exception {
        Optional<String> compiler = EXECUTABLES.find("cc");
        assumeTrue(compiler.isPresent(), "no C compiler");
        List<String> command = new ArrayList<>(
                List.of(programs.compile(compiler.get(), "rawtcp").toString()));
        command.addAll(List.of("-l", "8", "-u", "32", "-p", "2", "-i", "3", "-x", "1", "-c", "-d", "4"));
        command.addAll(options.isEmpty() ? List.of() : List.of(options.split(" ")));

        String output = processes.run("rawtcp", command).output();

        assertThat(output).doesNotContain("Fail");
        ResultTable table = ResultTable.parse(output);
        assertThat(table.columns()).containsExactly(ResultTable.LATENCY, ResultTable.NETPIPE_BANDWIDTH);
        assertThat(table.rows().keySet())
                .containsExactlyElementsOf(new TreeSet<>(new Curve(8, 32, 2)
                        .points().stream().map(Curve.Point::size).toList()));
    }

    /** Without LAM, whose daemon loses lines of what the ranks print now and then. */
    @ParameterizedTest
    @EnumSource(value = NativeMpi.class, mode = EnumSource.Mode.EXCLUDE, names = "LAM")
    void netpipeRunsItsCurveOverTcp(NativeMpi mpi) throws Exception {
        assumeTrue(mpi.launcher(EXECUTABLES).isPresent(), () -> mpi.howToInstall(EXECUTABLES));
        List<String> arguments = List.of("-u", "16", "-i", "3", "-c", "-2");
        try (Field field = field()) {
            Optional<Contender> contender = field.peer(mpi.label(), Transport.TCP, 2, 1, "netpipe", arguments);
            assumeTrue(contender.isPresent(), () -> field.missing().toString());
            String output = processes.run("netpipe", contender.get().command()).output();

            assertThat(output).doesNotContain("Fail");
            assertThat(ResultTable.parse(output).rows()).containsOnlyKeys(1, 2, 3, 4, 6, 8, 12, 13, 16, 19);
        }
    }

    @Test
    void theCpuTimesOfWaitingAreRead() throws Exception {
        Optional<NativeMpi> mpi = Stream.of(NativeMpi.values())
                .filter(one -> one.launcher(EXECUTABLES).isPresent())
                .findFirst();
        assumeTrue(mpi.isPresent(), "no native MPI");
        try (Field field = field()) {
            ResultTable waits = run(field, mpi.get(), 2, "wait_cpu");
            assertThat(waits.columns()).containsExactly("Recv(ms)", "Probe(ms)", "Barrier(ms)", "Waitany(ms)");
            assertThat(waits.rows()).containsOnlyKeys(0);
            assertThat(waits.value("Recv(ms)", 0).orElseThrow()).isPositive();
        }
    }

    /** More ranks than cores, and more than one of them computes: the native MPIs need a long time for each message. */
    @ParameterizedTest
    @EnumSource(NativeMpi.class)
    void slowSizesGetFewerRounds(NativeMpi mpi) throws Exception {
        assumeTrue(mpi.launcher(EXECUTABLES).isPresent(), () -> mpi.howToInstall(EXECUTABLES));
        try (Field field = field()) {
            ResultTable table =
                    run(field, mpi, 4, "osu_latency", "-m", "8:8", "--busy-neighbours", "--max-time", "0.1", "-f");
            assertThat(table.columns())
                    .containsExactly(ResultTable.LATENCY, "Min Latency(us)", "Max Latency(us)", "Iterations");
            assertThat(table.value("Iterations", 8).orElseThrow()).isBetween(10.0, 1e8);
        }
    }

    private Field field() {
        return new Field(home, Path.of("/none"), List.of(), EXECUTABLES, programs);
    }

    private ResultTable run(Field field, NativeMpi mpi, int ranks, String program, String... arguments)
            throws Exception {
        Optional<Contender> contender = field.peer(mpi.label(), Transport.SHM, ranks, 2, program, List.of(arguments));
        assumeTrue(contender.isPresent(), () -> field.missing().toString());
        return ResultTable.parse(
                processes.run(program, contender.get().command()).output());
    }
}
