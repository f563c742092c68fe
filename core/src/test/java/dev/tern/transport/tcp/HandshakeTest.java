/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.tern.testing.Threads;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class HandshakeTest {
    private static final byte[] SECRET = new byte[32];
    private static final Handshake.Call CALL = new Handshake.Call(3, 5, 1);

    private SocketChannel caller;
    private SocketChannel answerer;

    @BeforeEach
    void connect() throws IOException {
        try (var server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            caller = SocketChannel.open(server.getLocalAddress());
            answerer = server.accept();
        }
    }

    @AfterEach
    void close() throws IOException {
        caller.close();
        answerer.close();
    }

    private Handshake.Agreed[] meet(Handshake calls, Handshake answers) {
        var called = new AtomicReference<Handshake.Agreed>();
        var answered = new AtomicReference<Handshake.Agreed>();
        Threads.together(
                () -> called.set(calls.call(caller.socket(), CALL)),
                () -> answered.set(answers.answer(answerer.socket())));
        return new Handshake.Agreed[] {called.get(), answered.get()};
    }

    @Test
    void thoseWhoKnowTheSecretAgree() {
        Handshake.Agreed[] agreed = meet(new Handshake(SECRET, "job"), new Handshake(SECRET, "job"));
        assertThat(agreed[1].call()).isEqualTo(CALL);
        assertThat(agreed[0].callerKey()).hasSize(32).isEqualTo(agreed[1].callerKey());
        assertThat(agreed[0].answererKey()).hasSize(32).isEqualTo(agreed[1].answererKey());
        assertThat(agreed[0].callerKey()).isNotEqualTo(agreed[0].answererKey());
    }

    @Test
    void eachConnectionHasKeysOfItsOwn() throws IOException {
        var handshake = new Handshake(SECRET, "job");
        byte[] first = meet(handshake, handshake)[0].callerKey();
        close();
        connect();
        assertThat(meet(handshake, handshake)[0].callerKey()).isNotEqualTo(first);
    }

    @Test
    void wrongSecretIsNoticedByBoth() throws IOException {
        byte[] other = SECRET.clone();
        other[31] = 1;
        Thread answers = Thread.ofVirtual().start(() -> {
            try {
                new Handshake(other, "job").answer(answerer.socket());
            } catch (IOException e) {
                // it sees no proof
            }
        });
        assertThatExceptionOfType(Handshake.StrangerException.class)
                .isThrownBy(() -> new Handshake(SECRET, "job").call(caller.socket(), CALL));
        caller.close();
        assertThat(answers).isNotNull();
    }

    @Test
    void anotherJobIsTurnedAway() throws IOException {
        Thread.ofVirtual().start(() -> {
            try {
                new Handshake(SECRET, "another").call(caller.socket(), CALL);
            } catch (IOException e) {
                // it is turned away
            }
        });
        assertThatExceptionOfType(Handshake.StrangerException.class)
                .isThrownBy(() -> new Handshake(SECRET, "job").answer(answerer.socket()))
                .withMessageContaining("another job");
    }

    /** What was said on one connection proves nothing on another. */
    @Test
    void replayIsTurnedAway() throws Exception {
        var handshake = new Handshake(SECRET, "job");
        byte[] call = new byte[Handshake.CALL];
        byte[] proof = new byte[32];
        try (var server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            try (Socket toSpy = new Socket(
                            InetAddress.getLoopbackAddress(), server.socket().getLocalPort());
                    Socket spy = server.accept().socket()) {
                Threads.together(
                        () -> handshake.call(toSpy, CALL),
                        () -> {
                            spy.getInputStream().readNBytes(call, 0, call.length);
                            answerer.socket(); // the spy passes on what it hears
                            caller.socket().getOutputStream().write(call);
                            byte[] answer = caller.socket().getInputStream().readNBytes(Handshake.ANSWER);
                            spy.getOutputStream().write(answer);
                            spy.getInputStream().readNBytes(proof, 0, proof.length);
                            caller.socket().getOutputStream().write(proof);
                        },
                        () -> assertThat(handshake.answer(answerer.socket()).call())
                                .isEqualTo(CALL));
            }
        }
        close();
        connect();
        Thread.ofVirtual().start(() -> {
            try {
                caller.socket().getOutputStream().write(call);
                caller.socket().getInputStream().readNBytes(Handshake.ANSWER);
                caller.socket().getOutputStream().write(proof);
            } catch (IOException e) {
                // it is turned away
            }
        });
        assertThatExceptionOfType(Handshake.StrangerException.class)
                .isThrownBy(() -> handshake.answer(answerer.socket()))
                .withMessageContaining("secret");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 8, 71})
    void whoHangsUpIsNoPeer(int bytes) throws IOException {
        caller.socket().getOutputStream().write(new byte[bytes]);
        caller.close();
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> new Handshake(SECRET, "job").answer(answerer.socket()));
    }

    @Test
    void garbageIsTurnedAway() throws IOException {
        byte[] garbage = new byte[1000];
        Arrays.fill(garbage, (byte) 'G');
        caller.socket().getOutputStream().write(garbage);
        assertThatExceptionOfType(Handshake.StrangerException.class)
                .isThrownBy(() -> new Handshake(SECRET, "job").answer(answerer.socket()))
                .withMessageContaining("protocol");
    }

    @Test
    void whoSaysTooLittleIsGivenUp() throws IOException {
        Thread.ofVirtual().start(() -> {
            try {
                for (int i = 0; i < 100; i++) {
                    caller.socket().getOutputStream().write(0);
                    Thread.sleep(100);
                }
            } catch (IOException | InterruptedException e) {
                // it is turned away
            }
        });
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> new Handshake(SECRET, "job").answer(answerer.socket()))
                .withMessageContaining("too little");
    }
}
