/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

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
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class NativeProgramsTest {
    private static final Path SOURCES = Path.of("peers");
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

        Path first = programs.compileAlone(compiler.get(), "cacheline");
        FileTime made = Files.getLastModifiedTime(first);
        assertThat(programs.compileAlone(compiler.get(), "cacheline")).isEqualTo(first);
        assertThat(Files.getLastModifiedTime(first)).isEqualTo(made);

        Path source = home.resolve("bench/peers/cacheline.c");
        Files.writeString(source, Files.readString(source) + "/* changed */\n");
        assertThat(programs.compileAlone(compiler.get(), "cacheline")).isNotEqualTo(first);
    }

    @Test
    void theCacheLineProgramPrintsARowOfTheLatencyTable() throws PeerException {
        Optional<String> compiler = EXECUTABLES.find("cc");
        assumeTrue(compiler.isPresent(), "no C compiler");
        Path program = programs.compileAlone(compiler.get(), "cacheline");

        String output = processes
                .run("cacheline", List.of(program.toString(), "-i", "100", "-x", "10"))
                .output();

        assertThat(ResultTable.parse(output).value(ResultTable.LATENCY, 0)).isPresent();
    }

    @ParameterizedTest
    @EnumSource(NativeMpi.class)
    void everyProgramCompilesWithoutWarning(NativeMpi mpi) throws Exception {
        assumeTrue(mpi.launcher(EXECUTABLES).isPresent(), () -> mpi.howToInstall(EXECUTABLES));
        try (Stream<Path> files = Files.list(SOURCES)) {
            List<String> names = files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".c") && !name.equals("cacheline.c"))
                    .map(name -> name.substring(0, name.length() - 2))
                    .toList();
            assertThat(names).hasSize(11);
            for (String name : names) {
                assertThat(programs.compile(mpi.compiler(), name)).isExecutable();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(NativeMpi.class)
    void thePrintedTablesAreRead(NativeMpi mpi) throws Exception {
        Optional<String> launcher = mpi.launcher(EXECUTABLES);
        assumeTrue(launcher.isPresent(), () -> mpi.howToInstall(EXECUTABLES));

        ResultTable rates = run(mpi, launcher.get(), "osu_mbw_mr", "-m", "2:8", "-i", "2", "-x", "1", "-c");
        assertThat(rates.columns()).containsExactly("MB/s", "Messages/s", "Validation");
        assertThat(rates.rows()).containsOnlyKeys(2, 4, 8);
        assertThat(rates.value("Messages/s", 8).orElseThrow()).isPositive();

        ResultTable words = run(mpi, launcher.get(), "mpibench", "-m", "2", "-i", "2", "-x", "1");
        assertThat(words.rows()).containsOnlyKeys(0, 1, 2);
        assertThat(words.value(ResultTable.LATENCY, 1).orElseThrow()).isPositive();
    }

    private ResultTable run(NativeMpi mpi, String launcher, String program, String... arguments) throws Exception {
        List<String> command =
                new ArrayList<>(mpi.launch(launcher, 2, Runtime.getRuntime().availableProcessors()));
        command.add(programs.compile(mpi.compiler(), program).toString());
        command.addAll(List.of(arguments));
        return ResultTable.parse(processes.run(program, command).output());
    }
}
