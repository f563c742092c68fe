/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench;

import dev.tern.bench.netpipe.BlockingLink;
import dev.tern.bench.netpipe.Link;
import dev.tern.bench.netpipe.NonBlockingLink;
import dev.tern.bench.netpipe.Plan;
import dev.tern.bench.netpipe.Sweep;
import dev.tern.bench.netpipe.Traffic;
import dev.tern.bench.pattern.Buffers;
import dev.tern.bench.pattern.DataKind;
import dev.tern.bench.table.NetpipeReport;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * NetPIPE over a TCP connection, without MPI: what a Java program gets that talks TCP by itself. Exits with 1 when the
 * options are wrong, the connection fails, or validation found wrong data.
 */
public final class RawTcp {
    private static final int FAILED = 1;
    private static final String LISTENING = "listening at ";

    private final Kind kind;
    private final List<String> args;
    private final RawTcpOptions options;
    private final Settings settings;
    private final Plan plan;

    /** With what. */
    public enum Kind {
        /** The streams of a socket. */
        RAWTCP("blocking sockets"),
        /** A channel that does not block. */
        RAWTCP_NONBLOCKING("non-blocking sockets");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        /** What the user calls it. */
        public String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        /** What it is. */
        String title() {
            return "NetPIPE over TCP without MPI, " + text;
        }

        /** The one that the user calls so. */
        public static Optional<Kind> of(String label) {
            return Stream.of(values())
                    .filter(kind -> kind.label().equals(label))
                    .findFirst();
        }

        private ServerSocket server() throws IOException {
            return this == RAWTCP
                    ? new ServerSocket()
                    : ServerSocketChannel.open().socket();
        }

        private Socket socket() throws IOException {
            return this == RAWTCP ? new Socket() : SocketChannel.open().socket();
        }
    }

    private RawTcp(Kind kind, List<String> args, RawTcpOptions options, Settings settings) {
        this.kind = kind;
        this.args = args;
        this.options = options;
        this.settings = settings;
        plan = settings.sweep().orElseThrow();
    }

    /**
     * Runs one end, or both.
     *
     * @param args the kind and the options
     */
    public static void main(String[] args) {
        try {
            RawTcpOptions options = RawTcpOptions.parse(List.of(args).subList(1, args.length));
            if (options.help) {
                System.out.print(RawTcpOptions.usage());
            } else if (!of(List.of(args), options).run()) {
                System.exit(FAILED);
            }
        } catch (UsageException e) {
            System.err.println("bench: " + e.getMessage());
            System.exit(FAILED);
        } catch (IOException e) {
            System.err.println("bench: " + args[0] + ": " + e.getMessage());
            System.exit(FAILED);
        }
    }

    /** Reads the options without running anything. */
    static RawTcp of(List<String> args, RawTcpOptions options) throws UsageException {
        Kind kind = Kind.of(args.getFirst())
                .orElseThrow(() -> new UsageException("there is no raw TCP called '%s'".formatted(args.getFirst())));
        List<String> others = new ArrayList<>(List.of("netpipe"));
        others.addAll(options.others);
        BenchOptions parsed = BenchOptions.parse(others, Set.of("--listen", "--connect"));
        if (parsed.kind != DataKind.BUFFER) {
            throw new UsageException(kind.label() + " has no option -a");
        }
        Settings settings = Settings.of(parsed);
        if (kind == Kind.RAWTCP && settings.sweep().orElseThrow().traffic() == Traffic.BOTH_WAYS) {
            throw new UsageException("rawtcp has no option -2, since both ends may wait for each other to receive: "
                    + "try rawtcp-nonblocking");
        }
        return new RawTcp(kind, args, options, settings);
    }

    private boolean run() throws UsageException, IOException {
        if (options.listens()) {
            return listen(options.address());
        }
        return options.connects() ? connect(options.address()) : connectToMyself();
    }

    private boolean listen(InetSocketAddress address) throws UsageException, IOException {
        try (ServerSocket server = kind.server()) {
            if (options.buffers != null) {
                server.setReceiveBufferSize(options.buffers);
            }
            server.bind(address);
            System.out.println(LISTENING + server.getInetAddress().getHostAddress() + ":" + server.getLocalPort());
            System.out.flush();
            try (Socket socket = server.accept()) {
                return sweep(socket, false);
            }
        }
    }

    private boolean connect(InetSocketAddress address) throws UsageException, IOException {
        try (Socket socket = kind.socket()) {
            if (options.buffers != null) {
                socket.setReceiveBufferSize(options.buffers);
            }
            socket.connect(address);
            return sweep(socket, true);
        }
    }

    /** Starts the other end as a process of its own, as one end's threads would share what two ends do not. */
    private boolean connectToMyself() throws UsageException, IOException {
        String here = InetAddress.getLoopbackAddress().getHostAddress();
        List<String> command = new ArrayList<>(
                List.of(System.getProperty("java.home") + "/bin/java", "-cp", System.getProperty("java.class.path")));
        command.add(RawTcp.class.getName());
        command.addAll(args);
        command.addAll(List.of("--listen", here + ":0"));
        Process other =
                new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
        Runtime.getRuntime().addShutdownHook(new Thread(other::destroy, "stop-other-end"));
        try (BufferedReader lines = other.inputReader(StandardCharsets.UTF_8)) {
            String line = lines.readLine();
            if (line == null || !line.startsWith(LISTENING)) {
                throw new IOException("the other end has not started");
            }
            int port = Integer.parseInt(line.substring(line.lastIndexOf(':') + 1));
            return connect(new InetSocketAddress(here, port));
        }
    }

    private boolean sweep(Socket socket, boolean leads) throws UsageException, IOException {
        socket.setTcpNoDelay(true);
        if (options.buffers != null) {
            socket.setOption(StandardSocketOptions.SO_SNDBUF, options.buffers);
        }
        Link<IOException> link = link(socket, leads);
        agree(link);
        NetpipeReport report =
                Reports.netpipe(settings, kind.title() + ", " + plan.traffic().label());
        return new Sweep<>(link, plan, report, new PrintStream(System.out, false, StandardCharsets.UTF_8)).run();
    }

    private Link<IOException> link(Socket socket, boolean leads) throws IOException {
        DataKind data = kind == Kind.RAWTCP ? DataKind.ARRAYS : DataKind.DIRECT;
        Buffers buffers = new Buffers(data, plan.largest(), plan.sameBuffer(), plan.validate());
        return kind == Kind.RAWTCP
                ? new BlockingLink(socket, leads, buffers)
                : new NonBlockingLink(socket.getChannel(), leads, buffers);
    }

    /** Ends with different options would wait for each other, or take messages for something else. */
    private void agree(Link<IOException> link) throws UsageException, IOException {
        boolean same = true;
        for (double mine : plan.terms()) {
            link.tell(mine);
            same &= link.hear() == mine;
        }
        if (!same) {
            throw new UsageException("the other end was started with other options");
        }
    }
}
