/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.peers;

import dev.tern.bench.BenchOptions;
import dev.tern.bench.Program;
import dev.tern.bench.Settings;
import dev.tern.bench.UsageException;
import dev.tern.bench.table.ResultTable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Runs a benchmark with Tern and its peers in turn, several rounds, and prints medians and ratios; or all benchmarks that
 * there is a goal for. The properties {@code tern.home} and {@code tern.java} name the clone of the repository and the JDK
 * to use.
 */
public final class Peers {
    /** Decimals with which everybody prints: two of them would make ratios of short latencies coarse. */
    private static final int DIGITS = 4;

    private static final Duration LIMIT = Duration.ofMinutes(15);
    private static final double MILLIS = 1e3;

    private final Processes processes;
    private final Field field;
    private final Set<String> said = new HashSet<>();

    private Peers(Processes processes, Field field) {
        this.processes = processes;
        this.field = field;
    }

    /**
     * Runs the comparison that the arguments describe.
     *
     * @param args name of the benchmark, options of the harness and of the benchmark
     */
    public static void main(String[] args) {
        try {
            PeersOptions options = PeersOptions.parse(args);
            if (options.help) {
                System.out.print(PeersOptions.usage());
            } else {
                run(options);
            }
        } catch (UsageException | PeerException e) {
            System.err.println("bench: " + e.getMessage());
            System.exit(1);
        }
    }

    private static void run(PeersOptions options) throws UsageException, PeerException {
        Path home = Path.of(System.getProperty("tern.home", "")).toAbsolutePath();
        Path jdk = Path.of(System.getProperty("tern.java", System.getProperty("java.home")));
        Processes processes = new Processes(LIMIT);
        NativePrograms programs = new NativePrograms(home, processes);
        try (Field field = new Field(home, jdk, options.mpirunArguments(), Executables.onPath(), programs)) {
            Peers peers = new Peers(processes, field);
            if (options.isTable()) {
                peers.measureGoals(options.measurements(), options.rounds());
            } else {
                Measurement measurement = new Measurement(
                        options.benchmark, options.over(), options.ranks(), options.with(), 1, List.of());
                peers.measure(measurement, options.rounds());
            }
        }
    }

    /** Measures everything that there is a goal for, and then prints what became of each goal. */
    private void measureGoals(List<Measurement> measurements, int rounds) throws UsageException, PeerException {
        List<String> verdicts = new ArrayList<>();
        for (Measurement measurement : measurements) {
            System.out.println("# " + measurement.title());
            Comparison comparison = measure(measurement, rounds * measurement.repeats());
            measurement.goals().forEach(goal -> verdicts.add(goal.verdict(measurement.title(), comparison)));
            System.out.println();
        }
        System.out.println(Goal.heading());
        verdicts.forEach(System.out::println);
    }

    private Comparison measure(Measurement measurement, int rounds) throws UsageException, PeerException {
        List<Contender> contenders = contenders(measurement);
        for (Contender contender : contenders) {
            System.out.println("# " + contender.name() + ": " + contender.line());
        }
        Comparison comparison = Program.of(measurement.benchmark()).equals(Optional.of(Program.HELLO))
                ? wallTimes(contenders, measurement.ranks(), rounds)
                : tables(contenders, isThreads(measurement.benchmark().getFirst()) ? "Threads" : "Size", rounds);
        comparison.lines().forEach(System.out::println);
        return comparison;
    }

    private List<Contender> contenders(Measurement measurement) throws UsageException, PeerException {
        int ranks = measurement.ranks();
        List<String> forTern = new ArrayList<>(measurement.benchmark());
        Optional<Program> program = Program.of(forTern);
        String name;
        List<String> forPeers;
        int threads = 1;
        if (program.isPresent()) {
            program.get().check(ranks);
            name = program.get().label();
            forPeers = List.of();
        } else {
            BenchOptions options = BenchOptions.parse(forTern, PeersOptions.names());
            options.digits(DIGITS);
            Settings settings = check(options, ranks);
            name = settings.benchmark().name();
            threads = settings.threads().most();
            forPeers = options.nativeArguments();
            forTern.addAll(List.of("-d", Integer.toString(DIGITS)));
        }
        List<Contender> contenders = new ArrayList<>();
        if (field.has(measurement.over())) {
            contenders.add(field.tern(measurement.over(), ranks, forTern));
        }
        for (String peer : contenders.isEmpty() ? List.<String>of() : measurement.with()) {
            Optional<Engine> engine = Engine.of(peer);
            if (engine.isPresent()) {
                field.under(engine.get(), measurement.over(), ranks, forTern).ifPresent(contenders::add);
            } else if (peer.equals(Contender.SINGLE)) {
                contenders.add(single(measurement.over(), ranks, forTern));
            } else {
                field.peer(peer, measurement.over(), ranks, threads, name, forPeers)
                        .ifPresent(contenders::add);
            }
        }
        field.missing().stream().filter(said::add).forEach(text -> System.err.println("bench: " + text));
        return contenders;
    }

    /** Tern once more, started with THREAD_SINGLE. */
    private Contender single(Transport over, int ranks, List<String> arguments) throws UsageException, PeerException {
        int at = arguments.indexOf("--thread-level");
        if (at < 0) {
            throw new UsageException("--with single goes with --thread-level only");
        }
        List<String> alone = new ArrayList<>(arguments);
        alone.subList(at, at + 2).clear();
        return new Contender(Contender.SINGLE, field.tern(over, ranks, alone).command());
    }

    /** Refuses what the benchmark would refuse, before anything is compiled or run. */
    private static Settings check(BenchOptions options, int ranks) throws UsageException {
        Settings settings = Settings.of(options);
        if (settings.beside().isPresent()) {
            throw new UsageException("--beside does not go with --peers");
        }
        settings.pairs(ranks);
        if (isThreads(settings.benchmark().name()) && settings.sizes().size() > 1) {
            throw new UsageException("--peers threads compares numbers of threads at one message size: try -m 8:8");
        }
        return settings;
    }

    /** Whether the rows of a benchmark are numbers of threads. */
    private static boolean isThreads(String name) {
        return name.equals("threads");
    }

    /** Lets all contenders run the benchmark in turn, so that whatever else this machine does meets all of them. */
    private Comparison tables(List<Contender> contenders, String key, int rounds) throws PeerException {
        Comparison comparison = new Comparison(key);
        for (int round = 1; round <= rounds; round++) {
            for (Contender contender : contenders) {
                Processes.Outcome outcome = run(contender, round, rounds);
                ResultTable table = ResultTable.parse(outcome.output());
                if (table.rows().isEmpty()) {
                    throw new PeerException(contender.name() + " printed no table:\n" + outcome.output());
                }
                comparison.add(contender.name(), table);
            }
        }
        return comparison;
    }

    /** Takes the wall time of all contenders in turn; a round before the first brings their files into memory. */
    private Comparison wallTimes(List<Contender> contenders, int ranks, int rounds) throws PeerException {
        Comparison comparison = new Comparison("Ranks");
        for (int round = 0; round <= rounds; round++) {
            for (Contender contender : contenders) {
                Processes.Outcome outcome = run(contender, round, rounds);
                if (round > 0) {
                    NavigableMap<Integer, List<Double>> row = new TreeMap<>();
                    row.put(ranks, List.of(outcome.seconds() * MILLIS));
                    comparison.add(contender.name(), new ResultTable(List.of(Goals.WALL_TIME), row));
                }
            }
        }
        return comparison;
    }

    private Processes.Outcome run(Contender contender, int round, int rounds) throws PeerException {
        System.err.printf("round %d of %d: %s%n", round, rounds, contender.name());
        return processes.run(contender.name(), contender.command());
    }
}
