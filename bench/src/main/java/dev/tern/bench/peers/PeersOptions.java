/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.peers;

import dev.tern.bench.UsageException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Unmatched;

/** The options of the harness itself; everything else is for the benchmark. */
@Command(
        name = "bench --peers",
        description = "Runs a benchmark in turn with Tern and with C programs on the native MPIs of this machine, and "
                + "prints medians and ratios. Its other options are those of the benchmark. 'table' runs everything "
                + "that there is a goal for, or a group of it (short, long, bandwidth, cores, jobs, threads, tcp), and prints how "
                + "far each goal is met.",
        sortOptions = false,
        customSynopsis = {
            "tern bench --peers NAME [--rounds N] [--with PEER,...] [--over shm|tcp|hosts] [-n RANKS] [--mpirun-args ARGS] [OPTIONS]",
            "tern bench --peers table [GROUP] [--rounds N] [--mpirun-args ARGS]"
        })
final class PeersOptions {
    private static final String TABLE = "table";
    private static final int ROUNDS = 5;
    private static final int RANKS = 2;
    private static final List<String> WITH = List.of("openmpi", "mpich");

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "How often each runs (default " + ROUNDS + ", for the table " + Goals.ROUNDS + ").")
    private Integer rounds;

    @Option(
            names = "--with",
            split = ",",
            paramLabel = "PEER",
            description =
                    "openmpi, mpich, lam; for osu_latency cacheline: two processes that bounce a cache line; with "
                            + "--thread-level single: Tern itself, started with THREAD_SINGLE; for netpipe rawtcp and "
                            + "rawtcp-nonblocking: TCP without MPI in C; rawtcp-java, rawtcp-nonblocking-java: in Java; "
                            + "for hello mpiexec.hydra, mpirun.openmpi, srun: Tern, started by them "
                            + "(default openmpi,mpich; nobody with --over hosts).")
    private List<String> with;

    @Option(
            names = "--over",
            paramLabel = "shm|tcp|hosts",
            description = "What Tern and the native MPIs send messages over on this machine (default shm). hosts, for "
                    + "Tern only: shared memory between ranks 0 and 1, 2 and 3 and so on, and TCP between these pairs, "
                    + "started by mpiexec.hydra.")
    private String over;

    @Option(
            names = {"-n", "-np"},
            paramLabel = "RANKS",
            description = "Number of ranks (default " + RANKS + ").")
    private Integer ranks;

    @Option(
            names = "--mpirun-args",
            paramLabel = "ARGS",
            description = "More options for Tern's mpirun, in one word: --mpirun-args '--bind-to core'.")
    private String mpirunArguments = "";

    @Option(
            names = {"-h", "--help"},
            description = "Shows this text.")
    boolean help;

    @Unmatched
    List<String> benchmark = new ArrayList<>();

    static PeersOptions parse(String... args) throws UsageException {
        PeersOptions options = new PeersOptions();
        try {
            new CommandLine(options).parseArgs(args);
        } catch (CommandLine.ParameterException e) {
            throw new UsageException(e.getMessage());
        }
        if (options.rounds() < 1 || options.ranks() < 1) {
            throw new UsageException("--rounds and -n must be at least 1");
        }
        if (options.over != null && Transport.of(options.over).isEmpty()) {
            throw new UsageException("--over %s: expected shm, tcp or hosts".formatted(options.over));
        }
        boolean isMore = options.benchmark.size() > 2
                || options.benchmark.stream().anyMatch(word -> word.startsWith("-"))
                || options.ranks != null
                || options.over != null
                || options.with != null;
        if (options.isTable() && isMore) {
            throw new UsageException("table has no options but --rounds and --mpirun-args");
        }
        return options;
    }

    /** Whether everything is to be measured that there is a goal for. */
    boolean isTable() {
        return !benchmark.isEmpty() && benchmark.getFirst().equals(TABLE);
    }

    /** What the table is to measure. */
    List<Measurement> measurements() throws UsageException {
        return benchmark.size() == 1 ? Goals.all() : Goals.of(benchmark.get(1));
    }

    /** How often each runs. */
    int rounds() {
        if (rounds == null) {
            return isTable() ? Goals.ROUNDS : ROUNDS;
        }
        return rounds;
    }

    /** The number of ranks. */
    int ranks() {
        return ranks == null ? RANKS : ranks;
    }

    /** What all send their messages over. */
    Transport over() {
        return over == null ? Transport.SHM : Transport.of(over).orElseThrow();
    }

    /** The names of the peers. */
    List<String> with() {
        if (with == null) {
            return over() == Transport.HOSTS ? List.of() : WITH;
        }
        return with;
    }

    /** The options for Tern's mpirun, word by word. */
    List<String> mpirunArguments() {
        return Stream.of(mpirunArguments.split("\\s+"))
                .filter(word -> !word.isEmpty())
                .toList();
    }

    /** The names of the options that are not the benchmark's. */
    static Set<String> names() {
        return new CommandLine(new PeersOptions()).getCommandSpec().optionsMap().keySet();
    }

    static String usage() {
        return new CommandLine(new PeersOptions()).getUsageMessage(CommandLine.Help.Ansi.OFF);
    }
}
