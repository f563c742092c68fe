/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.tern.testing.Seed;
import dev.tern.testing.Threads;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A socket of this JVM, reached by the number that the system has given it. */
@Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class InheritedSocketTest {
    private Socket mine;
    private Socket peer;
    private int number;

    @BeforeEach
    void connect() throws IOException {
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            peer = new Socket(server.getInetAddress(), server.getLocalPort());
            Set<Integer> before = sockets();
            mine = server.accept();
            number = sockets().stream()
                    .filter(descriptor -> !before.contains(descriptor))
                    .findFirst()
                    .orElse(-1);
        }
    }

    @AfterEach
    void close() throws IOException {
        mine.close();
        peer.close();
    }

    private static Set<Integer> sockets() throws IOException {
        Path folder = Path.of("/proc/self/fd");
        if (!Files.exists(folder)) {
            return Set.of();
        }
        try (Stream<Path> all = Files.list(folder)) {
            return all.map(file -> Integer.parseInt(file.getFileName().toString()))
                    .filter(InheritedSocket::isOne)
                    .collect(Collectors.toSet());
        }
    }

    private InheritedSocket socket() {
        return Supported.supported(InheritedSocket.probe(number));
    }

    @Test
    void bytesArriveInBothDirections() throws Exception {
        InheritedSocket socket = socket();
        assertThat(InheritedSocket.isOne(number)).isTrue();
        Seed.run(random -> {
            byte[] there = new byte[100_000];
            byte[] back = new byte[100_000];
            random.nextBytes(there);
            random.nextBytes(back);
            Threads.together(
                    () -> socket.write(there),
                    () -> peer.getOutputStream().write(back),
                    () -> assertThat(peer.getInputStream().readNBytes(there.length))
                            .isEqualTo(there),
                    () -> assertThat(readAll(socket, back.length)).isEqualTo(back));
        });
    }

    private static byte[] readAll(InheritedSocket socket, int length) throws IOException {
        byte[] all = new byte[length];
        byte[] piece = new byte[10_000];
        for (int done = 0; done < length; ) {
            int count = socket.read(piece);
            assertThat(count).isPositive();
            System.arraycopy(piece, 0, all, done, count);
            done += count;
        }
        return all;
    }

    @Test
    void endOfTheStreamIsSeenAgainAndAgain() throws Exception {
        InheritedSocket socket = socket();
        peer.getOutputStream().write(7);
        peer.close();
        byte[] buffer = new byte[10];
        assertThat(socket.read(buffer)).isEqualTo(1);
        assertThat(buffer[0]).isEqualTo((byte) 7);
        assertThat(socket.read(buffer)).isEqualTo(-1);
        assertThat(socket.read(buffer)).isEqualTo(-1);
    }

    @Test
    void shutdownWakesWhoReads() throws Exception {
        InheritedSocket socket = socket();
        Threads.together(() -> assertThat(socket.read(new byte[10])).isEqualTo(-1), () -> {
            Thread.sleep(50); // so that it really waits, mostly
            socket.shutdown();
        });
        assertThat(peer.getInputStream().read()).isEqualTo(-1);
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> socket.write(new byte[1]))
                .withMessageContaining("descriptor " + number);
    }

    @Test
    void otherNumbersAreNone() {
        int[] none = {-1, Integer.MIN_VALUE, 999_999, Integer.MAX_VALUE};
        assertThat(Arrays.stream(none).anyMatch(InheritedSocket::isOne)).isFalse();
    }
}
