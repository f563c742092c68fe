/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.match;

import static dev.tern.match.Lanes.message;
import static dev.tern.match.Operation.ANY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.error.ErrorClass;
import dev.tern.transport.Link;
import dev.tern.transport.self.SelfTransport;
import dev.tern.transport.tcp.TcpOptions;
import dev.tern.transport.tcp.TcpTransport;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Lanes with connections between them: messages of which a link never has the whole, and windows that are used up. */
@Timeout(120)
class LaneOverTcpTest extends LaneRandomTest {
    private static final int RANKS = 3;
    private static final int EAGER_LIMIT = 100_000;
    private static final int WINDOW = 400_000;

    private final List<TcpTransport> transports = new ArrayList<>();

    /** Connections between two ranks. */
    int links() {
        return 1;
    }

    @Override
    Lanes lanes() {
        var options = new TcpOptions("127.0.0.0/8", null, 0, 0, false, links(), EAGER_LIMIT, WINDOW, 20);
        TcpTransport[] all = new TcpTransport[RANKS];
        for (int rank = 0; rank < RANKS; rank++) {
            all[rank] = new TcpTransport(rank, "here", options);
        }
        transports.addAll(Arrays.asList(all));
        Link[][] links = new Link[RANKS][RANKS];
        for (int rank = 0; rank < RANKS; rank++) {
            boolean[] reached = new boolean[RANKS];
            Arrays.fill(reached, true);
            reached[rank] = false;
            all[rank].start(reached, 1, false, new byte[32], "job", peer -> all[peer].address());
            for (int peer = 0; peer < RANKS; peer++) {
                links[rank][peer] = peer == rank ? SelfTransport.connect(rank, Lanes.SMALL) : all[rank].link(peer, 0);
            }
        }
        var lanes = new Lanes(links, Lanes.EAGER_LIMIT, false);
        for (int rank = 0; rank < RANKS; rank++) {
            for (int peer = 0; peer < RANKS; peer++) {
                RecvOperation receive = lanes.post(peer, rank, 9, new byte[1]);
                lanes.send(rank, peer, 9, new byte[1]);
                lanes.pumpUntil(receive::isDone);
            }
        }
        return lanes;
    }

    @Override
    int maxLength() {
        return 300_000;
    }

    @AfterEach
    void close() {
        transports.forEach(TcpTransport::close);
    }

    /** When a message over a connection arrives cannot be told step by step. */
    @Override
    void agreesWithTheModelStepByStep() {}

    @Test
    void longMessageNeedsNoAnswer() {
        Lanes lanes = lanes();
        SendOperation send = lanes.send(0, 1, 5, message(1, EAGER_LIMIT));
        SendOperation longer = lanes.send(0, 1, 5, message(2, EAGER_LIMIT + 1));
        lanes.pumpUntil(() -> lanes.context(1, Lanes.WORLD).unexpected == 2);
        assertThat(send.isDone()).isTrue();
        assertThat(longer.isDone()).isFalse();

        for (int i = 1; i <= 2; i++) {
            byte[] buffer = new byte[2 * EAGER_LIMIT];
            RecvOperation receive = lanes.post(1, 0, 5, buffer);
            lanes.pumpUntil(receive::isDone);
            byte[] expected = message(i, EAGER_LIMIT + i - 1);
            assertThat(receive.bytes()).isEqualTo(expected.length);
            assertThat(Arrays.equals(buffer, 0, expected.length, expected, 0, expected.length))
                    .isTrue();
        }
        lanes.pumpUntil(longer::isDone);
    }

    @Test
    void longMessageIntoShortBufferIsTruncated() {
        Lanes lanes = lanes();
        byte[] buffer = new byte[2000];
        RecvOperation receive = lanes.post(1, ANY, Lanes.WORLD, 5, buffer, 0, 1000);
        byte[] sent = message(1, EAGER_LIMIT);
        SendOperation send = lanes.send(0, 1, 5, sent);
        lanes.pumpUntil(receive::isDone);

        assertThat(send.isDone()).isTrue();
        assertThat(receive.error()).isEqualTo(ErrorClass.TRUNCATE);
        assertThat(receive.messageLength()).isEqualTo(EAGER_LIMIT);
        assertThat(buffer).startsWith(Arrays.copyOf(sent, 1000)).endsWith(new byte[1000]);
    }

    @Test
    void receiverThatNeverPostsKeepsNoMoreThanItsWindow() {
        Lanes lanes = lanes();
        int length = 50_000;
        int count = 40;
        List<SendOperation> sends = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            sends.add(lanes.send(0, 1, 5, message(i, length)));
        }
        lanes.pumpUntil(() -> lanes.context(1, Lanes.WORLD).unexpected == count);
        long done = sends.stream().filter(Operation::isDone).count();
        assertThat(done).isBetween(4L, (long) WINDOW / length);

        for (int i = 0; i < count; i++) {
            byte[] buffer = new byte[length];
            RecvOperation receive = lanes.post(1, 0, 5, buffer);
            lanes.pumpUntil(receive::isDone);
            assertThat(receive.error()).isEqualTo(ErrorClass.SUCCESS);
            assertThat(buffer).as("message %d", i).isEqualTo(message(i, length));
        }
        lanes.pumpUntil(() -> sends.stream().allMatch(Operation::isDone));
        lanes.pumpUntil(() -> lanes.lane(0).peer(1).window.affords(length)); // the window is open again
    }

    @Test
    void messagesWithoutContentAreKeptOnlyUpToTheWindowToo() {
        Lanes lanes = lanes();
        int sent = 0;
        while (lanes.send(0, 1, 5, new byte[0]) == null) {
            sent++;
            assertThat(sent).isLessThan(WINDOW);
        }
        int count = sent + 1;
        lanes.pumpUntil(() -> lanes.context(1, Lanes.WORLD).unexpected == count);
        for (int i = 0; i < count; i++) {
            RecvOperation receive = lanes.post(1, 0, 5, new byte[0]);
            lanes.pumpUntil(receive::isDone);
        }
    }
}
