/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.boot;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A launcher that speaks PMI-1 over TCP to processes of one host, and that tests can make answer anything. */
public final class FakeLauncher implements AutoCloseable {
    /** Answer of a script that closes the connection instead. */
    public static final String CLOSE = "\0close";

    /** Answers of the launchers in use: the older one says more, the newer one says other things. */
    public enum Dialect {
        OLD,
        NEW
    }

    /** What a test answers instead: lines without the last line feed, or null to leave it to the launcher. */
    @FunctionalInterface
    public interface Script {
        String answer(String request);
    }

    private final ServerSocket server;
    private final int size;
    private final Dialect dialect;
    private final Script script;
    private final List<Client> clients = new CopyOnWriteArrayList<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final Map<String, String> values = new ConcurrentHashMap<>();
    private final List<Client> inBarrier = new ArrayList<>(); // guarded by itself

    public FakeLauncher(int size) throws IOException {
        this(size, Dialect.OLD, request -> null);
    }

    public FakeLauncher(int size, Dialect dialect, Script script) throws IOException {
        this.size = size;
        this.dialect = dialect;
        this.script = script;
        this.server = new ServerSocket(0, size, InetAddress.getLoopbackAddress());
        values.put("PMI_process_mapping", "(vector,(0,1," + size + "))");
        start(this::acceptClients);
    }

    private static void start(Runnable body) {
        Thread thread = new Thread(body, "fake-launcher");
        thread.setDaemon(true);
        thread.start();
    }

    private void acceptClients() {
        try {
            while (true) {
                Client client = new Client(server.accept());
                clients.add(client);
                start(client::serve);
            }
        } catch (IOException e) {
            // closed
        }
    }

    /** What a process started by this launcher finds in its environment. */
    public Map<String, String> environment(int id) {
        return Map.of("PMI_PORT", port(), "PMI_ID", String.valueOf(id));
    }

    public String port() {
        return server.getInetAddress().getHostAddress() + ":" + server.getLocalPort();
    }

    /** All lines that came, in order. */
    public List<String> requests() {
        return requests;
    }

    /** Sends a line that nobody has asked for to all processes. */
    public void say(String line) {
        clients.forEach(client -> client.send(line));
    }

    @Override
    public void close() throws IOException {
        disconnect();
    }

    /** Closes all connections, as if it had been killed. */
    public void disconnect() throws IOException {
        server.close();
        for (Client client : clients) {
            client.socket.close();
        }
    }

    private final class Client {
        private final Socket socket;
        private String id = "0";

        Client(Socket socket) {
            this.socket = socket;
        }

        void serve() {
            try (socket) {
                var in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
                for (String line; (line = in.readLine()) != null; ) {
                    requests.add(line);
                    String answer = script.answer(line);
                    if (CLOSE.equals(answer)) {
                        return;
                    }
                    if (answer == null) {
                        answer = answer(line);
                    }
                    if (!answer.isEmpty()) {
                        send(answer);
                    }
                }
            } catch (IOException | UncheckedIOException e) {
                // the process is gone
            }
        }

        void send(String lines) {
            try {
                OutputStream out = socket.getOutputStream();
                out.write((lines + "\n").getBytes(StandardCharsets.ISO_8859_1));
                out.flush();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private String answer(String line) {
            boolean old = dialect == Dialect.OLD;
            return switch (word(line, "cmd")) {
                case "initack" -> {
                    id = word(line, "pmiid");
                    yield (old ? "cmd=initack" : "cmd=initack rc=0 size=" + size + " rank=" + id + " debug=0")
                            + "\ncmd=set size=" + size + "\ncmd=set rank=" + id + "\ncmd=set debug=0";
                }
                case "init" ->
                    old
                            ? "cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0"
                            : "cmd=response_to_init rc=0 pmi_version=1 pmi_subversion=2";
                case "get_my_kvsname" ->
                    old ? "cmd=my_kvsname kvsname=kvs_31487_0_host" : "cmd=my_kvsname rc=0 kvsname=kvs_31487_0_host";
                case "put" -> {
                    values.put(word(line, "key"), word(line, "value"));
                    yield old ? "cmd=put_result rc=0 msg=success" : "cmd=put_result rc=0";
                }
                case "get" -> get(word(line, "key"), old);
                case "barrier_in" -> barrier(old);
                case "finalize" -> old ? "cmd=finalize_ack" : "cmd=finalize_ack rc=0";
                default -> "";
            };
        }

        private String get(String key, boolean old) {
            String value = values.get(key);
            if (value == null) {
                return old
                        ? "cmd=get_result rc=-1 msg=key_" + key + "_not_found value=unknown"
                        : "cmd=get_result rc=0 found=FALSE";
            }
            return old
                    ? "cmd=get_result rc=0 msg=success value=" + value
                    : "cmd=get_result found=TRUE value=" + value + " rc=0";
        }

        private String barrier(boolean old) {
            synchronized (inBarrier) {
                inBarrier.add(this);
                if (inBarrier.size() == size) {
                    inBarrier.forEach(client -> client.send(old ? "cmd=barrier_out" : "cmd=barrier_out rc=0 tag=0"));
                    inBarrier.clear();
                }
            }
            return "";
        }
    }

    private static String word(String line, String key) {
        for (String word : line.split(" ")) {
            if (word.startsWith(key + "=")) {
                return word.substring(key.length() + 1);
            }
        }
        return "";
    }
}
