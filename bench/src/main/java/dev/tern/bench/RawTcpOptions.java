/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Unmatched;

/** The options of raw TCP that NetPIPE over MPI does not have; everything else is for {@link BenchOptions}. */
@Command(
        name = "bench rawtcp",
        description = "NetPIPE over a TCP connection, without MPI: rawtcp with the streams of a socket, "
                + "rawtcp-nonblocking with a channel that does not block. Without --connect and --listen it starts its "
                + "other end by itself, on the same machine. The other options are those of netpipe; both ends must "
                + "have the same ones.",
        sortOptions = false,
        customSynopsis = {
            "tern bench rawtcp|rawtcp-nonblocking [-b BYTES] [OPTIONS OF netpipe]",
            "tern bench rawtcp|rawtcp-nonblocking --listen HOST:PORT [-b BYTES] [OPTIONS OF netpipe]",
            "tern bench rawtcp|rawtcp-nonblocking --connect HOST:PORT [-b BYTES] [OPTIONS OF netpipe]"
        })
final class RawTcpOptions {
    private static final int MOST_PORT = 65_535;

    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            description = "Waits at this address for the other end, which leads; with port 0, at any free port.")
    private String listen;

    @Option(names = "--connect", paramLabel = "HOST:PORT", description = "Connects to the other end, leads and prints.")
    private String connect;

    @Option(
            names = "-b",
            paramLabel = "BYTES",
            description = "Asks the system for socket buffers of this size (default: as the system chooses).")
    Integer buffers;

    @Option(
            names = {"-h", "--help"},
            description = "Shows this text.")
    boolean help;

    @Unmatched
    List<String> others = new ArrayList<>();

    static RawTcpOptions parse(List<String> args) throws UsageException {
        RawTcpOptions options = new RawTcpOptions();
        try {
            new CommandLine(options).parseArgs(args.toArray(String[]::new));
        } catch (CommandLine.ParameterException e) {
            throw new UsageException(e.getMessage());
        }
        if (options.listen != null && options.connect != null) {
            throw new UsageException("--listen and --connect: one end waits, the other connects");
        }
        if (options.buffers != null && options.buffers < 1) {
            throw new UsageException("-b %d: must be at least 1".formatted(options.buffers));
        }
        return options;
    }

    boolean listens() {
        return listen != null;
    }

    boolean connects() {
        return connect != null;
    }

    /** Where to listen or to connect. */
    InetSocketAddress address() throws UsageException {
        return listens() ? address("--listen", listen) : address("--connect", connect);
    }

    private static InetSocketAddress address(String option, String text) throws UsageException {
        int colon = text.lastIndexOf(':');
        try {
            int port = Integer.parseInt(text.substring(colon + 1));
            if (colon > 0 && port >= 0 && port <= MOST_PORT) {
                return new InetSocketAddress(text.substring(0, colon), port);
            }
        } catch (NumberFormatException e) {
            // said below, as for a port that is out of range
        }
        throw new UsageException("%s %s: expected HOST:PORT".formatted(option, text));
    }

    static String usage() {
        return new CommandLine(new RawTcpOptions()).getUsageMessage(CommandLine.Help.Ansi.OFF);
    }
}
