/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.peers;

import dev.tern.bench.UsageException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Unmatched;

/** The options of the harness itself; everything else is for the benchmark. */
@Command(
        name = "bench --peers",
        description = "Runs a benchmark, or 'hello', in turn with Tern and with C programs on the native MPIs of this "
                + "machine, and prints medians and ratios. Its other options are those of the benchmark.",
        sortOptions = false,
        customSynopsis = "tern bench --peers NAME [--rounds N] [--with PEER,...] [-n RANKS] [OPTIONS]")
final class PeersOptions {
    @Option(names = "--rounds", paramLabel = "N", description = "How often each runs (default ${DEFAULT-VALUE}).")
    int rounds = 5;

    @Option(
            names = "--with",
            split = ",",
            paramLabel = "PEER",
            description = "openmpi, mpich, and for osu_latency cacheline: two processes that bounce a cache line "
                    + "(default openmpi,mpich).")
    List<String> with = List.of("openmpi", "mpich");

    @Option(
            names = {"-n", "-np"},
            paramLabel = "RANKS",
            description = "Number of ranks (default ${DEFAULT-VALUE}).")
    int ranks = 2;

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
        if (options.rounds < 1 || options.ranks < 1) {
            throw new UsageException("--rounds and -n must be at least 1");
        }
        return options;
    }

    /** The names of the options that are not the benchmark's. */
    static Set<String> names() {
        return new CommandLine(new PeersOptions()).getCommandSpec().optionsMap().keySet();
    }

    static String usage() {
        return new CommandLine(new PeersOptions()).getUsageMessage(CommandLine.Help.Ansi.OFF);
    }
}
