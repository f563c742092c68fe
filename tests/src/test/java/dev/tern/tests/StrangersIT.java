/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.tests.programs.Besieged;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whoever knocks at the ports of a job without being of it leaves no trace but a few lines on standard error. */
@Timeout(180)
class StrangersIT {
    private static final int RANKS = 3;
    private static final int FIRST_PORT = 23_700;
    private static final int PORTS = 20;

    @TempDir
    private Path folder;

    private final List<Socket> sockets = new ArrayList<>();

    @AfterEach
    void closeSockets() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    private interface Siege {
        void run(List<Integer> ports) throws IOException;
    }

    private JobResult besiege(Siege siege) throws IOException {
        Path end = folder.resolve("end");
        try (RunningJob job = MpiJob.of(RANKS, Besieged.class, end)
                .options("--param", "transport=tcp,self")
                .options("--param", "tcp_ports=" + FIRST_PORT + "-" + (FIRST_PORT + PORTS))
                .jvm("-Xmx256m")
                .limit(120)
                .start()) {
            job.awaitOutput("ready");
            siege.run(openPorts());
            Files.createFile(end);
            JobResult result = job.await().exits(0).prints("rounds were right");
            assertThat(result.err().lines().filter(line -> line.contains("[stranger]")))
                    .as("lines about strangers")
                    .hasSizeLessThan(20 * RANKS);
            return result;
        }
    }

    private static List<Integer> openPorts() {
        List<Integer> open = new ArrayList<>();
        for (int port = FIRST_PORT; port <= FIRST_PORT + PORTS; port++) {
            try (Socket scan = new Socket(InetAddress.getLoopbackAddress(), port)) {
                open.add(scan.getPort());
            } catch (IOException e) {
                // nobody listens there
            }
        }
        assertThat(open).as("ports of the ranks").hasSizeGreaterThanOrEqualTo(RANKS);
        return open;
    }

    private Socket knock(int port) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        sockets.add(socket);
        return socket;
    }

    /** Writes as long as the other end listens. */
    private static void say(Socket socket, byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
        } catch (IOException e) {
            // it was turned away meanwhile
        }
    }

    @Test
    void portScansAndOtherProtocols() throws IOException {
        JobResult result = besiege(ports -> {
            for (int port : ports) {
                say(
                        knock(port),
                        "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(4).getBytes(StandardCharsets.US_ASCII));
                say(knock(port), "SSH-2.0-OpenSSH_9.2\r\n".getBytes(StandardCharsets.US_ASCII));
                say(knock(port), new byte[0]);
            }
        });
        assertThat(result.err()).contains("a stranger at").contains("does not speak Tern's protocol");
    }

    /** A seed makes a failure repeat. */
    @Test
    void garbageOfAllLengths() throws IOException {
        long seed = Long.getLong("tern.seed", System.nanoTime());
        System.out.println("-Dtern.seed=" + seed);
        besiege(ports -> {
            var random = new Random(seed);
            for (int i = 0; i < 300; i++) {
                byte[] garbage = new byte[random.nextInt(2000)];
                random.nextBytes(garbage);
                if (random.nextBoolean() && garbage.length > 12) { // as far as it is known
                    System.arraycopy(
                            new byte[] {'T', 'E', 'R', 'N', '-', 't', 'c', 'p', 0, 0, 0, 1}, 0, garbage, 0, 12);
                }
                Socket socket = knock(ports.get(random.nextInt(ports.size())));
                say(socket, garbage);
                if (random.nextBoolean()) {
                    socket.close();
                }
            }
        });
    }

    /** More at once than are listened to, who say nothing, or a byte now and then. */
    @Test
    void crowdsThatSayNothing() throws IOException {
        besiege(ports -> {
            for (int i = 0; i < 500; i++) {
                Socket socket = knock(ports.get(i % ports.size()));
                if (i % 3 == 0) {
                    say(socket, new byte[] {'T'});
                }
            }
        });
    }

    @Test
    void tenThousandConnections() throws IOException {
        besiege(ports -> {
            for (int i = 0; i < 10_000; i++) {
                try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), ports.get(i % ports.size()))) {
                    socket.setSoLinger(true, 0);
                } catch (SocketException e) {
                    // the backlog is full
                }
            }
        });
    }
}
