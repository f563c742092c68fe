/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench;

import dev.tern.bench.netpipe.MpiLink;
import dev.tern.bench.netpipe.Plan;
import dev.tern.bench.netpipe.Sweep;
import dev.tern.bench.pattern.Buffers;
import dev.tern.bench.table.Published;
import dev.tern.bench.thread.ThreadLevel;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import mpi.MPI;
import mpi.MPIException;

/**
 * Runs one benchmark: {@code mpirun -n 2 java dev.tern.bench.Bench osu_latency}. Exits with 1 on all ranks when the
 * options are wrong, the number of ranks does not fit, or validation found wrong data; rank 0 says why.
 */
public final class Bench {
    private static final int FAILED = 1;

    private Bench() {}

    /**
     * Runs the benchmark that the arguments name.
     *
     * @param args name and options
     * @throws MPIException when MPI fails
     * @throws InterruptedException when somebody interrupts a program that sleeps
     */
    public static void main(String[] args) throws MPIException, InterruptedException {
        Optional<Program> program = Program.of(List.of(args));
        if (program.isPresent()) {
            program.get().run();
            return;
        }
        Settings settings = null;
        String problem = null;
        try {
            BenchOptions options = BenchOptions.parse(args);
            Optional<String> text = information(options);
            if (text.isPresent()) {
                printOnce(text.get());
                return;
            }
            settings = Settings.of(options);
        } catch (UsageException e) {
            problem = e.getMessage();
        }
        ThreadLevel level = problem == null ? settings.threads().level() : ThreadLevel.SINGLE;
        if (!level.start(args)) {
            problem = "this implementation of MPI does not provide " + level + " as the level of thread support";
        }
        boolean passed = problem == null ? run(settings) : refuse(problem);
        MPI.Finalize();
        if (!passed) {
            System.exit(FAILED);
        }
    }

    private static boolean run(Settings settings) throws MPIException {
        try {
            PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
            return switch (settings.benchmark().figures()) {
                case THREADS -> new ThreadsRunner(MPI.COMM_WORLD, settings, out).run();
                case CONNECTIONS -> new ConnectionsRunner(MPI.COMM_WORLD, settings, out).run();
                case NETPIPE -> sweep(settings, out);
                default -> new Runner(MPI.COMM_WORLD, settings, out).run();
            };
        } catch (UsageException e) {
            return refuse(e.getMessage());
        } catch (NoSuchMethodError e) {
            return refuse("this implementation of MPI has no immediate calls for arrays: use -a buffer");
        }
    }

    private static boolean sweep(Settings settings, PrintStream out) throws MPIException, UsageException {
        settings.pairs(MPI.COMM_WORLD.getSize());
        Plan plan = settings.sweep().orElseThrow();
        Buffers buffers = new Buffers(settings.kind(), plan.largest(), plan.sameBuffer(), plan.validate());
        String title =
                settings.benchmark().title() + " over MPI, " + plan.traffic().label();
        return new Sweep<>(new MpiLink(MPI.COMM_WORLD, buffers), plan, Reports.netpipe(settings, title), out).run();
    }

    /** Lets rank 0 say what is wrong before any rank ends, since the launcher may stop the others then. */
    private static boolean refuse(String problem) throws MPIException {
        if (MPI.COMM_WORLD.getRank() == 0) {
            System.err.println("bench: " + problem);
        }
        MPI.COMM_WORLD.barrier();
        return false;
    }

    /** What is asked for, where no measurement is. */
    static Optional<String> information(BenchOptions options) {
        if (options.help) {
            return Optional.of(BenchOptions.usage());
        }
        if (options.list) {
            return Optional.of(list());
        }
        if ("list".equals(options.beside)) {
            return Optional.of(published(options.name == null ? Published.names() : Published.names(options.name)));
        }
        return Optional.empty();
    }

    private static String list() {
        Stream<String> benchmarks =
                Benchmarks.all().stream().map(benchmark -> entry(benchmark.name(), benchmark.title()));
        Stream<String> programs = Stream.of(Program.values()).map(program -> entry(program.label(), program.title()));
        Stream<String> raw = Stream.of(RawTcp.Kind.values()).map(kind -> entry(kind.label(), kind.title()));
        return Stream.of(benchmarks, programs, raw).flatMap(lines -> lines).collect(Collectors.joining());
    }

    private static String entry(String name, String title) {
        return "%-19s %s%n".formatted(name, title);
    }

    private static String published(List<String> names) {
        return names.isEmpty()
                ? "there is no published table of this benchmark%n".formatted()
                : names.stream()
                        .map(name -> "%-45s %s%n"
                                .formatted(name, Published.load(name).source()))
                        .collect(Collectors.joining());
    }

    /** Prints a text on the first rank, without starting MPI. */
    private static void printOnce(String text) {
        boolean first = Stream.of("OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK")
                .map(System::getenv)
                .allMatch(rank -> rank == null || rank.equals("0"));
        if (first) {
            System.out.print(text);
        }
    }
}
