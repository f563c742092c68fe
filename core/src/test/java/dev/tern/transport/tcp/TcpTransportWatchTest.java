/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.testing.Threads;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Ranks that sleep, and ranks that are not reached any more. */
@Timeout(60)
class TcpTransportWatchTest {
    private static final String NOBODY_LISTENS = "1 127.0.0.1 far-away tcp_encrypt=false,tcp_links=1,tcp_window=1000";

    private final TcpTransport[] transports = new TcpTransport[2];
    private final TcpLink[] links = new TcpLink[2];
    private final String[] addresses = new String[2];

    @BeforeEach
    void connect() throws InterruptedException {
        for (int rank = 0; rank < 2; rank++) {
            transports[rank] = new TcpTransport(
                    rank, "host" + rank, new TcpOptions("127.0.0.0/8", null, 0, 0, false, 1, 1000, 1000, 1));
            addresses[rank] = transports[rank].address();
        }
        for (int rank = 0; rank < 2; rank++) {
            boolean[] reached = {rank == 1, rank == 0};
            transports[rank].start(reached, 1, false, new byte[32], "job", peer -> addresses[peer]);
            links[rank] = (TcpLink) transports[rank].link(1 - rank, 0);
        }
        while (!links[0].isConnected() || !links[1].isConnected()) {
            links[0].call();
            Threads.pause();
        }
    }

    @AfterEach
    void close() {
        for (TcpTransport transport : transports) {
            transport.close();
        }
    }

    private CountDownLatch watch(int rank) {
        var woken = new CountDownLatch(1);
        transports[rank].wakeBy(woken::countDown);
        transports[rank].watch();
        return woken;
    }

    private static void assertWoken(CountDownLatch woken) throws InterruptedException {
        assertThat(woken.await(30, TimeUnit.SECONDS)).isTrue();
    }

    private void takeOne(int rank) {
        long header = links[rank].peek();
        assertThat(header).isNotZero();
        links[rank].advance(header);
    }

    @Test
    void whoSleepsIsWokenByAMessage() throws InterruptedException {
        for (int i = 0; i < 20; i++) {
            CountDownLatch woken = watch(1);
            links[0].offer(1, 0, 0, null, 0, 0);
            assertWoken(woken);
            takeOne(1);
        }
    }

    @Test
    void whoGoesToSleepIsWokenByAMessageThatIsThereAlready() throws InterruptedException {
        links[0].offer(1, 0, 0, null, 0, 0);
        assertWoken(watch(1));
        takeOne(1);
    }

    @Test
    void whoSleepsIsWokenByTheEndOfAConnection() throws InterruptedException {
        CountDownLatch woken = watch(1);
        links[0].close();
        assertWoken(woken);
        assertThat(links[1].peek()).isZero();
        assertThat(links[1].peerIsGone()).isTrue();
    }

    @Test
    void hostThatAnswersIsNotLost() throws InterruptedException {
        transports[0].monitor();
        Thread.sleep(1500); // longer than a host may be silent
        assertThat(transports[0].lostPeer()).isNull();
        assertThat(transports[1].lostPeer()).isNull();
        assertThat(links[0].peerIsGone()).isFalse();
        transports[1].close();
        Threads.pause();
        assertThat(transports[0].lostPeer()).as("of one that has ended").isNull();
    }

    @Test
    void hostThatTakesConnectionsIsReachedThoughTheProcessIsStopped() throws IOException, InterruptedException {
        try (var stopped = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            addresses[1] = NOBODY_LISTENS.replaceFirst("1", String.valueOf(stopped.getLocalPort()));
            transports[0].monitor();
            Thread.sleep(1500); // longer than a host may be silent
            assertThat(transports[0].lostPeer()).isNull();
        }
    }

    @Test
    void hostThatDoesNotAnswerIsLostAndNamed() throws InterruptedException {
        CountDownLatch woken = new CountDownLatch(1);
        transports[0].wakeBy(woken::countDown);
        addresses[1] = NOBODY_LISTENS;
        transports[0].monitor();
        assertWoken(woken);
        assertThat(transports[0].lostPeer())
                .startsWith("rank 1 on host far-away (127.0.0.1, port 1) is not reached any more: ")
                .endsWith("[lost-host]");
        assertThat(links[0].peerIsGone()).isTrue();
    }

    @Test
    void ranksWithDifferentSettingsAreNotConnected() throws InterruptedException {
        var other = new TcpTransport(0, "here", new TcpOptions("127.0.0.0/8", null, 0, 0, true, 1, 1000, 1000, 1));
        try {
            other.start(new boolean[] {false, true}, 1, false, new byte[32], "job", peer -> addresses[peer]);
            var link = (TcpLink) other.link(1, 0);
            while (!link.peerIsGone()) {
                link.call();
                Threads.pause();
            }
            assertThat(link.isConnected()).isFalse();
        } finally {
            other.close();
        }
    }
}
