/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.match;

import static dev.tern.match.Lanes.EAGER_LIMIT;
import static dev.tern.match.Lanes.WORLD;
import static dev.tern.match.Lanes.message;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.datatype.TypeMap;
import dev.tern.error.ErrorClass;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How a message gets from a buffer into another, by each protocol. */
@Timeout(60)
class LaneProtocolTest {
    private static final int MAX_PAYLOAD = Lanes.SMALL.maxPayload();
    private static final int[] LENGTHS = {
        0,
        1,
        8,
        47,
        48,
        49,
        63,
        64,
        65,
        EAGER_LIMIT - 1,
        EAGER_LIMIT,
        EAGER_LIMIT + 1,
        MAX_PAYLOAD - 1,
        MAX_PAYLOAD,
        MAX_PAYLOAD + 1,
        4 * MAX_PAYLOAD,
        4 * MAX_PAYLOAD + 1,
        50_000
    };

    private final Lanes lanes = new Lanes(2);

    private static void assertReceived(RecvOperation receive, byte[] buffer, byte[] message, int tag) {
        assertThat(receive.isDone()).isTrue();
        assertThat(receive.error()).isEqualTo(ErrorClass.SUCCESS);
        assertThat(receive.isCancelled()).isFalse();
        assertThat(receive.bytes()).isEqualTo(message.length);
        assertThat(receive.messageLength()).isEqualTo(message.length);
        assertThat(receive.tag()).isEqualTo(tag);
        assertThat(Arrays.equals(Arrays.copyOf(buffer, message.length), message))
                .as("content of %d bytes", message.length)
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({"false, false", "false, true", "true, false", "true, true"})
    void everyLengthArrives(boolean expected, boolean synchronous) {
        for (int length : LENGTHS) {
            byte[] data = message(length, length);
            byte[] buffer = new byte[length + 10];
            RecvOperation receive = expected ? lanes.post(1, 0, 4, buffer) : null;
            SendOperation send = lanes.send(0, 1, WORLD, 4, data, synchronous);
            lanes.pump();
            if (!expected) {
                assertThat(lanes.lane(1).context(WORLD).unexpected).isEqualTo(1);
                receive = lanes.post(1, 0, 4, buffer);
                lanes.pump();
            }

            assertReceived(receive, buffer, data, 4);
            assertThat(receive.source()).isZero();
            assertThat(Arrays.copyOfRange(buffer, length, length + 10)).containsOnly(0);
            assertThat(send == null || send.isDone()).isTrue();
            assertThat(lanes.lane(0).sendsInFlight).isZero();
            assertThat(lanes.lane(1).context(WORLD).unexpected).isZero();
        }
    }

    @Test
    void messagesUpToTheLimitNeedNoOperation() {
        Lane lane = lanes.lane(0);
        Context world = lane.context(WORLD);
        byte[] data = new byte[EAGER_LIMIT + 1];

        assertThat(lane.sendNow(lane.peer(1), world, 0, null, 0, 0)).isTrue();
        assertThat(lane.sendNow(lane.peer(1), world, 0, data, 0, EAGER_LIMIT)).isTrue();
        assertThat(lane.sendNow(lane.peer(1), world, 0, data, 0, EAGER_LIMIT + 1))
                .isFalse();
        assertThat(lane.sendsInFlight).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, EAGER_LIMIT, EAGER_LIMIT + 1, 50_000})
    void synchronousSendWaitsForItsReceive(int length) {
        SendOperation send = lanes.send(0, 1, WORLD, 4, message(1, length), true);
        lanes.pump();
        assertThat(send.isDone()).isFalse();
        assertThat(lanes.lane(0).sendsInFlight).isEqualTo(1);

        byte[] buffer = new byte[length];
        RecvOperation receive = lanes.post(1, 0, 4, buffer);
        lanes.pump();

        assertThat(send.isDone()).isTrue();
        assertReceived(receive, buffer, message(1, length), 4);
        assertThat(lanes.lane(0).sendsInFlight).isZero();
    }

    @Test
    void eagerSendIsDoneThoughNobodyReceives() {
        SendOperation send =
                lanes.lane(0).send(lanes.lane(0).peer(1), lanes.context(0, WORLD), 4, message(1, 100), 0, 100, false);
        assertThat(send.isDone()).isTrue();
        assertThat(lanes.lane(0).sendsInFlight).isZero();
    }

    @Test
    void nothingUnexpectedHoldsMoreThanTheEagerLimit() {
        lanes.send(0, 1, 1, message(1, EAGER_LIMIT));
        lanes.send(0, 1, 2, message(2, 100_000));
        lanes.pump();

        Context world = lanes.context(1, WORLD);
        assertThat(world.find(0, 1).data).hasSize(EAGER_LIMIT);
        assertThat(world.find(0, 2).data).isNull();
        assertThat(world.find(0, 2).length()).isEqualTo(100_000);
    }

    @Test
    void eagerLimitIsLoweredToWhatARecordHolds() {
        Lanes generous = new Lanes(2, Lanes.SMALL, Integer.MAX_VALUE, false);
        assertThat(generous.send(0, 1, 1, message(1, MAX_PAYLOAD))).isNull();
        assertThat(generous.send(0, 1, 2, message(2, MAX_PAYLOAD + 1))).isNotNull();

        for (int tag = 1; tag <= 2; tag++) {
            byte[] buffer = new byte[MAX_PAYLOAD + 1];
            RecvOperation receive = generous.post(1, 0, tag, buffer);
            generous.pump();
            assertReceived(receive, buffer, message(tag, MAX_PAYLOAD + tag - 1), tag);
        }
    }

    @Test
    void limitOfZeroLeavesEmptyMessagesEager() {
        Lanes strict = new Lanes(2, Lanes.SMALL, 0, false);
        assertThat(strict.send(0, 1, 1, message(1, 0))).isNull();
        SendOperation send = strict.send(0, 1, 2, message(2, 1));
        assertThat(send.isDone()).isFalse();
        strict.pump();

        byte[] buffer = new byte[1];
        assertReceived(strict.post(1, 0, 1, buffer), buffer, message(1, 0), 1);
        RecvOperation receive = strict.post(1, 0, 2, buffer);
        strict.pump();
        assertReceived(receive, buffer, message(2, 1), 2);
        assertThat(send.isDone()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "100, 60, false",
        "100, 60, true",
        "100, 0, false",
        "100, 0, true",
        "512, 511, true",
        "50000, 49999, false",
        "50000, 49999, true",
        "50000, 1, false",
        "50000, 0, false",
        "50000, 0, true",
        "5000, 1024, true"
    })
    void shortReceiveGetsThePartThatFits(int length, int capacity, boolean expected) {
        byte[] data = message(1, length);
        byte[] buffer = new byte[capacity + 40];
        Arrays.fill(buffer, (byte) 0x77);
        RecvOperation receive = expected ? lanes.post(1, 0, WORLD, 4, buffer, 20, capacity) : null;
        SendOperation send = lanes.send(0, 1, 4, data);
        assertThat(lanes.send(0, 1, 4, message(2, 30))).isNull();
        lanes.pump();
        if (!expected) {
            receive = lanes.post(1, 0, WORLD, 4, buffer, 20, capacity);
            lanes.pump();
        }

        assertThat(receive.isDone()).isTrue();
        assertThat(receive.error()).isEqualTo(ErrorClass.TRUNCATE);
        assertThat(receive.bytes()).isEqualTo(capacity);
        assertThat(receive.capacity()).isEqualTo(capacity);
        assertThat(receive.messageLength()).isEqualTo(length);
        assertThat(Arrays.copyOfRange(buffer, 20, 20 + capacity)).isEqualTo(Arrays.copyOf(data, capacity));
        assertThat(Arrays.copyOf(buffer, 20)).containsOnly(0x77);
        assertThat(Arrays.copyOfRange(buffer, 20 + capacity, buffer.length)).containsOnly(0x77);
        assertThat(send == null || send.isDone())
                .as("the sender does not notice")
                .isTrue();

        byte[] next = new byte[30];
        assertReceived(lanes.post(1, 0, 4, next), next, message(2, 30), 4);
    }

    @ParameterizedTest
    @ValueSource(ints = {80, 40_000})
    void buffersMayBeOfDifferentClasses(int bytes) {
        int[] numbers = new int[bytes / 4 + 3];
        Arrays.setAll(numbers, i -> i * 1_000_003);
        ByteBuffer direct = ByteBuffer.allocateDirect(bytes + 24).order(java.nio.ByteOrder.nativeOrder());
        Lane sender = lanes.lane(0);
        Lane receiver = lanes.lane(1);

        RecvOperation receive = receiver.newReceive(lanes.context(1, WORLD), 0, 4, direct, 16, bytes);
        receiver.post(receive);
        sender.send(sender.peer(1), lanes.context(0, WORLD), 4, numbers, 12, bytes, false);
        lanes.pump();

        assertThat(receive.bytes()).isEqualTo(bytes);
        for (int i = 0; i < bytes / 4; i++) {
            assertThat(direct.getInt(16 + 4 * i)).isEqualTo(numbers[3 + i]);
        }
        assertThat(direct.getLong(8)).isZero();
        assertThat(direct.getLong(16 + bytes)).isZero();
    }

    @ParameterizedTest
    @CsvSource({"16, 16, false", "16, 16, true", "16, 12, false", "8000, 8000, false", "8000, 8000, true"})
    void packedReceiveIsUnpackedAtTheEnd(int length, int capacity, boolean expected) {
        TypeMap everyOther = TypeMap.resized(TypeMap.contiguous(2, TypeMap.BYTE), 0, 4); // two bytes, a gap of two
        byte[] target = new byte[2 * capacity + 4];
        Lane lane = lanes.lane(1);
        RecvOperation receive = lane.newReceive(lanes.context(1, WORLD), 0, 4, new byte[capacity], 0, capacity);
        receive.unpackInto(target, 4, capacity / 2, everyOther);
        if (expected) {
            lane.post(receive);
        }
        byte[] data = message(1, length);
        lanes.send(0, 1, 4, data);
        lanes.pump();
        if (!expected) {
            lane.post(receive);
            lanes.pump();
        }

        assertThat(receive.isDone()).isTrue();
        byte[] wanted = new byte[target.length];
        for (int i = 0; i < capacity; i++) {
            wanted[4 + i / 2 * 4 + i % 2] = data[i];
        }
        assertThat(target).isEqualTo(wanted);
    }

    @Test
    void messagesToOneselfTakeTheSameRoads() {
        for (int length : LENGTHS) {
            byte[] buffer = new byte[length];
            SendOperation send = lanes.send(0, 0, 4, message(3, length));
            RecvOperation receive = lanes.post(0, 0, 4, buffer);
            lanes.pump();
            assertReceived(receive, buffer, message(3, length), 4);
            assertThat(send == null || send.isDone()).isTrue();
        }
    }

    @Test
    void operationsSayWhatTheyWaitFor() {
        assertThat(lanes.post(1, 0, 4, new byte[8]).describe())
                .isEqualTo("receive of at most 8 bytes from rank 0, tag 4 (MPI_COMM_WORLD)");
        assertThat(lanes.post(1, Operation.ANY, Operation.ANY, new byte[9]).describe())
                .isEqualTo("receive of at most 9 bytes from any rank, any tag (MPI_COMM_WORLD)");
        SendOperation send = lanes.send(1, 0, 6, new byte[1000]);
        assertThat(send.describe())
                .isEqualTo("send of 1000 bytes to rank 0, tag 6 (MPI_COMM_WORLD), which waits for a matching receive");
        assertThat(send.awaitedPeer()).isZero();
        assertThat(send.peerRank()).isZero();
    }
}
