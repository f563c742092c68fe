/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.peers;

import dev.tern.bench.BenchOptions;
import dev.tern.bench.Settings;
import dev.tern.bench.UsageException;
import dev.tern.bench.table.ResultTable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Runs a benchmark with Tern and its peers in turn, several rounds, and prints medians and ratios. The properties
 * {@code tern.home} and {@code tern.java} name the clone of the repository and the JDK to use.
 */
public final class Peers {
    private static final String HELLO = "hello";

    /** Decimals with which everybody prints: two of them would make ratios of short latencies coarse. */
    private static final int DIGITS = 4;

    private static final Duration LIMIT = Duration.ofMinutes(15);
    private static final double MILLIS = 1e3;

    private final PeersOptions options;
    private final Processes processes = new Processes(LIMIT);

    private Peers(PeersOptions options) {
        this.options = options;
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
                new Peers(options).compare();
            }
        } catch (UsageException | PeerException e) {
            System.err.println("bench: " + e.getMessage());
            System.exit(1);
        }
    }

    private void compare() throws UsageException, PeerException {
        boolean hello = options.benchmark.equals(List.of(HELLO));
        BenchOptions benchmark = BenchOptions.parse(options.benchmark, PeersOptions.names());
        benchmark.digits(DIGITS);
        String program = hello ? HELLO : check(benchmark);
        List<Contender> contenders = contenders(program, hello ? List.of() : benchmark.nativeArguments());
        for (Contender contender : contenders) {
            System.out.println("# " + contender.name() + ": " + String.join(" ", contender.command()));
        }
        Comparison comparison = hello ? wallTimes(contenders) : tables(contenders);
        comparison.lines().forEach(System.out::println);
    }

    /** Refuses what the benchmark would refuse, before anything is compiled or run. */
    private String check(BenchOptions benchmark) throws UsageException {
        Settings settings = Settings.of(benchmark);
        if (settings.beside().isPresent()) {
            throw new UsageException("--beside does not go with --peers");
        }
        settings.pairs(options.ranks);
        return settings.benchmark().name();
    }

    private List<Contender> contenders(String program, List<String> arguments) throws UsageException, PeerException {
        List<String> forTern = new ArrayList<>(options.benchmark);
        if (!program.equals(HELLO)) {
            forTern.addAll(List.of("-d", Integer.toString(DIGITS)));
        }
        Path home = Path.of(System.getProperty("tern.home", "")).toAbsolutePath();
        Path jdk = Path.of(System.getProperty("tern.java", System.getProperty("java.home")));
        Field field = new Field(home, jdk, Executables.onPath(), new NativePrograms(home, processes));
        List<Contender> contenders = new ArrayList<>();
        contenders.add(field.tern(options.ranks, forTern));
        for (String name : options.with) {
            field.peer(name, options.ranks, program, arguments).ifPresent(contenders::add);
        }
        field.missing().forEach(text -> System.err.println("bench: " + text));
        return contenders;
    }

    /** Lets all contenders run the benchmark in turn, so that whatever else this machine does meets all of them. */
    private Comparison tables(List<Contender> contenders) throws PeerException {
        Comparison comparison = new Comparison("Size");
        for (int round = 1; round <= options.rounds; round++) {
            for (Contender contender : contenders) {
                Processes.Outcome outcome = run(contender, round);
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
    private Comparison wallTimes(List<Contender> contenders) throws PeerException {
        Comparison comparison = new Comparison("Ranks");
        for (int round = 0; round <= options.rounds; round++) {
            for (Contender contender : contenders) {
                Processes.Outcome outcome = run(contender, round);
                if (round > 0) {
                    NavigableMap<Integer, List<Double>> row = new TreeMap<>();
                    row.put(options.ranks, List.of(outcome.seconds() * MILLIS));
                    comparison.add(contender.name(), new ResultTable(List.of("Wall time (ms)"), row));
                }
            }
        }
        return comparison;
    }

    private Processes.Outcome run(Contender contender, int round) throws PeerException {
        System.err.printf("round %d of %d: %s%n", round, options.rounds, contender.name());
        return processes.run(contender.name(), contender.command());
    }
}
