/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * The PMI-1 server of a job, on the loopback interface. All happens in {@link #select}, on the thread that calls it; only
 * {@link #wakeup} may be called by others.
 *
 * <p>A connection counts as a rank once it has said {@code cmd=initack pmiid=TICKET}. One that says anything else, that says
 * nothing for some seconds, or that claims a rank which is connected, is closed without an answer.
 */
final class PmiServer implements AutoCloseable {
    /** What the server tells the job. */
    interface Listener {
        /** A rank asks for the end of the job. The message may be null. */
        void aborted(int rank, int exitCode, String message);
    }

    private static final String REPORT_KEY = "tern-report-";
    private static final int LONGEST_NAME = 256;
    private static final int LONGEST_KEY = 64;
    private static final int LONGEST_VALUE = 1024;
    private static final int MOST_STRANGERS = 64;
    private static final long STRANGER_POLL_MILLIS = 1000;
    private static final long HANDSHAKE_NANOS = 5_000_000_000L;

    private final int[] appNumbers;
    private final String spaceName;
    private final Listener listener;
    private final Selector selector;
    private final ServerSocketChannel server;
    private final Tickets tickets;
    private final PmiConnection[] ranks;
    private final boolean[] inBarrier;
    private final List<PmiConnection> strangers = new ArrayList<>();
    private final Map<String, String> space = new HashMap<>();
    private final Map<String, String> services = new HashMap<>();
    private int barrierCount;

    /**
     * Opens the server on a free port.
     *
     * @param job id of the job
     * @param appNumbers for each rank the place of its program in the command line
     * @param listener whom to tell
     */
    PmiServer(String job, int[] appNumbers, Listener listener) throws IOException {
        this.appNumbers = appNumbers.clone();
        this.listener = listener;
        tickets = new Tickets(appNumbers.length);
        ranks = new PmiConnection[appNumbers.length];
        inBarrier = new boolean[appNumbers.length];
        spaceName = "kvs_" + job;
        space.put("PMI_process_mapping", "(vector,(0,1," + appNumbers.length + "))");
        selector = Selector.open();
        server = ServerSocketChannel.open();
        server.bind(
                new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0), appNumbers.length + 64);
        server.configureBlocking(false);
        server.register(selector, SelectionKey.OP_ACCEPT);
    }

    /** What each rank has to show. */
    Tickets tickets() {
        return tickets;
    }

    /** The port that it listens on. */
    int port() {
        return server.socket().getLocalPort();
    }

    /** Ends a {@link #select} that waits, or the next one. */
    void wakeup() {
        selector.wakeup();
    }

    /**
     * Serves what there is to serve.
     *
     * @param millis how long to wait for something, 0 for not at all
     */
    void select(long millis) throws IOException {
        if (millis <= 0) {
            selector.selectNow();
        } else {
            selector.select(strangers.isEmpty() ? millis : Math.min(millis, STRANGER_POLL_MILLIS));
        }
        for (Iterator<SelectionKey> keys = selector.selectedKeys().iterator(); keys.hasNext(); ) {
            SelectionKey key = keys.next();
            keys.remove();
            if (!key.isValid()) {
                continue;
            }
            if (key.isAcceptable()) {
                accept();
            } else {
                serve((PmiConnection) key.attachment(), key);
            }
        }
        dismissStrangers();
    }

    /** Whether the rank has said that it understands {@code cmd=tern_report}. */
    boolean canReport(int rank) {
        return ranks[rank] != null && space.containsKey(REPORT_KEY + rank);
    }

    /** Asks a rank to print what it waits for and the stacks of its threads. */
    void askReport(int rank) {
        try {
            ranks[rank].send("cmd=tern_report");
        } catch (IOException e) {
            close(ranks[rank]);
        }
    }

    /** Whether some ranks wait in the barrier for this one. */
    boolean isAwaited(int rank) {
        return barrierCount > 0 && !inBarrier[rank];
    }

    @Override
    public void close() {
        for (SelectionKey key : selector.keys().toArray(new SelectionKey[0])) {
            try {
                key.channel().close();
            } catch (IOException e) {
                // It is gone either way.
            }
        }
        try {
            selector.close();
        } catch (IOException e) {
            // Likewise.
        }
    }

    private void accept() {
        try {
            SocketChannel channel = server.accept();
            if (channel == null) {
                return;
            }
            channel.configureBlocking(false);
            channel.socket().setTcpNoDelay(true);
            SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
            PmiConnection connection = new PmiConnection(channel, key, System.nanoTime() + HANDSHAKE_NANOS);
            key.attach(connection);
            strangers.add(connection);
        } catch (IOException e) {
            // The caller is gone again, or there is no descriptor free; it will try again.
        }
        if (strangers.size() > MOST_STRANGERS + ranks.length) {
            close(strangers.get(0));
        }
    }

    private void dismissStrangers() {
        long now = strangers.isEmpty() ? 0 : System.nanoTime();
        while (!strangers.isEmpty() && strangers.get(0).deadline - now < 0) {
            close(strangers.get(0));
        }
    }

    private void serve(PmiConnection connection, SelectionKey key) {
        try {
            if (key.isWritable()) {
                connection.flush();
            }
            if (!key.isReadable()) {
                return;
            }
            boolean open = connection.read();
            for (String line = connection.nextLine(); line != null; line = connection.nextLine()) {
                boolean welcome = connection.rank < 0 ? handshake(connection, line) : request(connection, line);
                if (!welcome) {
                    open = false;
                    break;
                }
            }
            if (!open) {
                close(connection);
            }
        } catch (IOException e) {
            close(connection);
        }
    }

    private void close(PmiConnection connection) {
        connection.close();
        strangers.remove(connection);
        if (connection.rank >= 0 && ranks[connection.rank] == connection) {
            ranks[connection.rank] = null;
        }
    }

    /** The first line of a connection; returns whether it makes it a rank. */
    private boolean handshake(PmiConnection connection, String text) throws IOException {
        PmiLine line = new PmiLine(text);
        int rank = line.command().equals("initack") ? tickets.rankOf(line.number("pmiid", -1)) : -1;
        if (rank < 0 || (ranks[rank] != null && !ranks[rank].finalized)) {
            return false;
        }
        if (ranks[rank] != null) {
            // A script may run several programs in turn; the end of the last one's connection is still to be read.
            close(ranks[rank]);
        }
        strangers.remove(connection);
        connection.rank = rank;
        ranks[rank] = connection;
        connection.send("cmd=initack");
        connection.send("cmd=set size=" + ranks.length);
        connection.send("cmd=set rank=" + rank);
        connection.send("cmd=set debug=0");
        return true;
    }

    /** A line of a rank; returns whether the connection goes on. */
    private boolean request(PmiConnection rank, String text) throws IOException {
        PmiLine line = new PmiLine(text);
        if (rank.spawnBlocks != 0) {
            spawnLine(rank, text);
            return true;
        }
        if (text.startsWith("mcmd=spawn")) {
            rank.spawnBlocks = PmiConnection.UNKNOWN;
            return true;
        }
        switch (line.command()) {
            case "init" -> rank.send("cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0");
            case "get_maxes" ->
                rank.send("cmd=maxes kvsname_max=" + LONGEST_NAME + " keylen_max=" + LONGEST_KEY + " vallen_max="
                        + LONGEST_VALUE + " rc=0");
            case "get_universe_size" -> rank.send("cmd=universe_size size=" + ranks.length + " rc=0");
            case "get_appnum" -> rank.send("cmd=appnum appnum=" + appNumbers[rank.rank] + " rc=0");
            case "get_my_kvsname" -> rank.send("cmd=my_kvsname kvsname=" + spaceName + " rc=0");
            case "put" -> put(rank, line);
            case "get" -> get(rank, line);
            case "barrier_in" -> barrier(rank.rank);
            case "publish_name", "unpublish_name", "lookup_name" -> service(rank, line);
            case "finalize" -> {
                rank.finalized = true;
                rank.send("cmd=finalize_ack rc=0");
            }
            case "abort" -> listener.aborted(rank.rank, line.number("exitcode", 1), line.lastValue("message"));
            case "" -> {
                return false;
            }
            default -> rank.send("cmd=" + line.command() + "_result rc=-1 msg=unknown_command");
        }
        return true;
    }

    private void put(PmiConnection rank, PmiLine line) throws IOException {
        String key = line.value("key");
        String value = line.lastValue("value");
        if (!spaceName.equals(line.value("kvsname"))) {
            rank.send("cmd=put_result rc=-1 msg=unknown_kvsname");
        } else if (key == null || value == null || key.startsWith("PMI_")) {
            rank.send("cmd=put_result rc=-1 msg=invalid_key");
        } else if (key.length() >= LONGEST_KEY || value.length() >= LONGEST_VALUE) {
            rank.send("cmd=put_result rc=-1 msg=too_long");
        } else {
            space.put(key, value);
            rank.send("cmd=put_result rc=0 msg=success");
        }
    }

    private void get(PmiConnection rank, PmiLine line) throws IOException {
        String key = line.value("key");
        String value = spaceName.equals(line.value("kvsname")) ? space.get(key) : null;
        if (value == null) {
            rank.send("cmd=get_result rc=-1 msg=key_" + key + "_not_found value=unknown");
        } else {
            rank.send("cmd=get_result rc=0 msg=success value=" + value);
        }
    }

    private void barrier(int rank) {
        if (!inBarrier[rank]) {
            inBarrier[rank] = true;
            barrierCount++;
        }
        if (barrierCount < ranks.length) {
            return;
        }
        barrierCount = 0;
        for (int i = 0; i < ranks.length; i++) {
            inBarrier[i] = false;
            if (ranks[i] != null) {
                try {
                    ranks[i].send("cmd=barrier_out rc=0");
                } catch (IOException e) {
                    close(ranks[i]);
                }
            }
        }
    }

    /** Publishing, withdrawing and looking up of names, within this job. */
    private void service(PmiConnection rank, PmiLine line) throws IOException {
        String name = line.value("service");
        String port = line.value("port");
        String verb = line.command().substring(0, line.command().indexOf('_'));
        String found = services.get(name);
        boolean done = switch (verb) {
            case "publish" -> name != null && port != null && services.putIfAbsent(name, port) == null;
            case "unpublish" -> services.remove(name) != null;
            default -> found != null;
        };
        String answer = "cmd=" + verb + "_result ";
        if (!done) {
            rank.send(answer + "info=fail rc=-1 msg=" + (found == null ? "no_such_service" : "service_exists"));
        } else {
            rank.send(answer + (verb.equals("lookup") ? "port=" + found + " " : "") + "info=ok rc=0");
        }
    }

    /** Reads over a request to start more ranks, which may consist of several blocks, and refuses it. */
    private static void spawnLine(PmiConnection rank, String text) throws IOException {
        if (rank.spawnBlocks == PmiConnection.UNKNOWN && text.startsWith("totspawns=")) {
            rank.spawnBlocks = new PmiLine(text).number("totspawns", 1);
        } else if (text.equals("endcmd")) {
            rank.spawnBlocks = Math.max(0, rank.spawnBlocks - 1);
            if (rank.spawnBlocks == 0) {
                rank.send("cmd=spawn_result rc=-1 msg=spawn_is_not_supported_by_this_mpirun");
            }
        }
    }
}
