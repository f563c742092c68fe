/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.match;

import static dev.tern.match.Lanes.WORLD;
import static dev.tern.match.Lanes.message;
import static dev.tern.match.Operation.ANY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.error.ErrorClass;
import dev.tern.testing.Seed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Rings that are full, many messages on their way at once, and operations that are used again. */
@Timeout(60)
class LaneBackPressureTest {
    private final Lanes lanes = new Lanes(2);

    @Test
    void messagesThatWaitForRoomKeepTheirOrder() {
        int count = 1000;
        List<SendOperation> waiting = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            SendOperation send = lanes.send(0, 1, 5, message(i, lengthOf(i)));
            if (send != null) {
                waiting.add(send);
            }
        }
        assertThat(waiting).hasSizeGreaterThan(count / 2).noneMatch(Operation::isDone);
        assertThat(lanes.lane(0).sendsInFlight).isEqualTo(waiting.size());

        for (int i = 0; i < count; i++) {
            byte[] buffer = new byte[2000];
            RecvOperation receive = lanes.post(1, i % 2 == 0 ? 0 : ANY, 5, buffer);
            lanes.pump();
            assertThat(receive.bytes()).as("message %d", i).isEqualTo(lengthOf(i));
            assertThat(Arrays.equals(Arrays.copyOf(buffer, lengthOf(i)), message(i, lengthOf(i))))
                    .as("content of message %d", i)
                    .isTrue();
        }
        assertThat(waiting).allMatch(Operation::isDone);
        assertThat(lanes.lane(0).sendsInFlight).isZero();
    }

    /** Inline, in the payload area, and by rendezvous. */
    private static int lengthOf(int i) {
        return i % 7 == 0 ? 2000 : i % 3 == 0 ? 500 : i % 49;
    }

    @Test
    void nothingOvertakesAMessageThatWaitsForRoom() {
        Lane lane = lanes.lane(0);
        int sent = 0;
        while (lanes.send(0, 1, 5, message(sent, 8)) == null) {
            sent++;
        }
        // The ring has room again, but the queue has not moved yet.
        lanes.lane(1).progress();
        assertThat(lane.sendNow(lane.peer(1), lanes.context(0, WORLD), 5, message(1, 8), 0, 8))
                .isFalse();
        lane.progress();
        assertThat(lane.sendNow(lane.peer(1), lanes.context(0, WORLD), 5, message(1, 8), 0, 8))
                .isTrue();
        assertThat(lane.sendsInFlight).isZero();
    }

    @Test
    void waitingSendSaysSo() {
        SendOperation send;
        do {
            send = lanes.send(0, 1, 5, message(0, 8));
        } while (send == null);
        assertThat(send.describe())
                .isEqualTo("send of 8 bytes to rank 1, tag 5 (MPI_COMM_WORLD), for which there is no room yet");
    }

    @Test
    void manyLongMessagesGoBothWaysAtOnce() {
        Seed.run(random -> {
            int count = 300;
            List<SendOperation> sends = new ArrayList<>();
            int[] length = random.ints(count, 600, 20_000).toArray();
            for (int i = 0; i < count; i++) {
                sends.add(lanes.send(0, 1, i, message(i, length[i])));
                sends.add(lanes.send(1, 0, i, message(i + 1000, length[i])));
            }
            byte[][][] buffers = new byte[2][count][];
            List<RecvOperation> receives = new ArrayList<>();
            for (int i : shuffled(count, random)) {
                for (int rank = 0; rank < 2; rank++) {
                    buffers[rank][i] = new byte[length[i]];
                    receives.add(lanes.post(rank, 1 - rank, i, buffers[rank][i]));
                    if (random.nextInt(4) == 0) {
                        lanes.lane(random.nextInt(2)).progress();
                    }
                }
            }
            lanes.pump();

            assertThat(sends).allMatch(Operation::isDone);
            assertThat(receives).allMatch(r -> r.isDone() && r.error() == ErrorClass.SUCCESS);
            for (int i = 0; i < count; i++) {
                assertThat(Arrays.equals(buffers[1][i], message(i, length[i]))).isTrue();
                assertThat(Arrays.equals(buffers[0][i], message(i + 1000, length[i])))
                        .isTrue();
            }
            assertThat(lanes.lane(0).sendsInFlight).isZero();
            assertThat(lanes.lane(1).sendsInFlight).isZero();
        });
    }

    private static List<Integer> shuffled(int count, Random random) {
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            order.add(i);
        }
        Collections.shuffle(order, random);
        return order;
    }

    @Test
    void shortMessagesPassLongOnesThatAreOnTheirWay() {
        byte[] buffer = new byte[1 << 20];
        RecvOperation receive = lanes.post(1, 0, 5, buffer);
        SendOperation send = lanes.send(0, 1, 5, message(1, 1 << 20));
        lanes.lane(1).progress();
        lanes.lane(0).progress(); // the ring is full of pieces now
        SendOperation shortOne = lanes.send(0, 1, 6, message(2, 20));
        RecvOperation shortReceive = lanes.post(1, 0, 6, new byte[20]);
        for (int turns = 0; !shortReceive.isDone(); turns++) {
            assertThat(turns).as("turns before the short one arrives").isLessThan(5);
            lanes.lane(1).progress();
            lanes.lane(0).progress();
        }
        assertThat(receive.isDone()).isFalse();
        assertThat(receive.describe()).contains("which has").contains("of 1048576 bytes");

        lanes.pump();
        assertThat(receive.isDone()).isTrue();
        assertThat(send.isDone()).isTrue();
        assertThat(shortOne == null || shortOne.isDone()).isTrue();
        assertThat(Arrays.equals(buffer, message(1, 1 << 20))).isTrue();
    }

    @Test
    void operationsAreUsedAgainAndRememberNothing() {
        Lane lane = lanes.lane(1);
        RecvOperation truncated = lanes.post(1, 0, 5, new byte[4]);
        lanes.send(0, 1, 5, message(1, 2000));
        lanes.pump();
        assertThat(truncated.error()).isEqualTo(ErrorClass.TRUNCATE);
        lane.recycle(truncated);

        byte[] buffer = new byte[8];
        RecvOperation again = lanes.post(1, ANY, ANY, buffer);
        assertThat(again).isSameAs(truncated);
        assertThat(again.isDone()).isFalse();
        lane.cancel(again);
        assertThat(again.isCancelled()).isTrue();
        lane.recycle(again);

        RecvOperation third = lanes.post(1, 0, 6, buffer);
        assertThat(third).isSameAs(truncated);
        lanes.send(0, 1, 6, message(2, 8));
        lanes.pump();
        assertThat(third.isDone()).isTrue();
        assertThat(third.isCancelled()).isFalse();
        assertThat(third.error()).isEqualTo(ErrorClass.SUCCESS);
        assertThat(third.messageLength()).isEqualTo(8);
        assertThat(buffer).isEqualTo(message(2, 8));
    }

    @Test
    void sendsAreUsedAgainAndRememberNothing() {
        Lane lane = lanes.lane(0);
        SendOperation first = lanes.send(0, 1, WORLD, 5, message(1, 2000), true);
        RecvOperation receive = lanes.post(1, 0, 5, new byte[2000]);
        lanes.pump();
        assertThat(first.isDone()).isTrue();
        lane.recycle(first);

        byte[] buffer = new byte[3000];
        SendOperation again = lanes.send(0, 1, WORLD, 6, message(2, 3000), false);
        assertThat(again).isSameAs(first);
        assertThat(again.isDone()).isFalse();
        RecvOperation second = lanes.post(1, 0, 6, buffer);
        lanes.pump();
        assertThat(again.isDone()).isTrue();
        assertThat(receive.isDone()).isTrue();
        assertThat(second.bytes()).isEqualTo(3000);
        assertThat(buffer).isEqualTo(message(2, 3000));
    }

    @Test
    void completedSendStandsForAnySend() {
        SendOperation completed = SendOperation.completed(lanes.lane(0));
        assertThat(completed.isDone()).isTrue();
        assertThat(completed.peerRank()).isEqualTo(ANY);
        assertThat(completed.awaitedPeer()).isEqualTo(ANY);
        assertThat(lanes.lane(0).sendsInFlight).isZero();
    }
}
