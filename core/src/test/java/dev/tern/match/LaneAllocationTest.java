/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.match;

import static dev.tern.match.Lanes.WORLD;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Once warm, neither sending nor receiving makes garbage. */
@Timeout(120)
class LaneAllocationTest {
    private static final int BURST = 8; // fits into the ring
    private static final int BURSTS = 2000;
    private static final int MOST_ROUNDS = 100;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** How a message is received. */
    private enum Way {
        POSTED,
        DIRECT,
        RENDEZVOUS
    }

    private final Lanes lanes = new Lanes(2, Lanes.SMALL, Lanes.EAGER_LIMIT, true);

    private final RecvOperation[] posted = new RecvOperation[BURST];

    private Object sendBuffer;
    private Object receiveBuffer;
    private long sendBytes;
    private long receiveBytes;

    @ParameterizedTest
    @CsvSource({
        "POSTED, byte[], 8", "POSTED, byte[], 300", "POSTED, double[], 8", "POSTED, double[], 304",
        "POSTED, direct, 300", "DIRECT, byte[], 0", "DIRECT, byte[], 300", "DIRECT, double[], 304",
        "DIRECT, direct, 8", "DIRECT, direct, 300", "RENDEZVOUS, byte[], 3000", "RENDEZVOUS, direct, 3000"
    })
    void messagesMakeNoGarbage(Way way, String buffer, int length) {
        sendBuffer = buffer(buffer, length);
        receiveBuffer = buffer(buffer, length);
        // The JIT compiles when it has time to: rounds go on until it has.
        for (int round = 0; round < MOST_ROUNDS; round++) {
            sendBytes = 0;
            receiveBytes = 0;
            for (int i = 0; i < BURSTS; i++) {
                burst(way, length);
            }
            if (round > 0 && sendBytes == 0 && receiveBytes == 0) {
                return;
            }
        }
        int messages = BURST * BURSTS;
        assertThat((double) sendBytes / messages).as("bytes per send").isZero();
        assertThat((double) receiveBytes / messages).as("bytes per receive").isZero();
    }

    private static Object buffer(String kind, int length) {
        return switch (kind) {
            case "byte[]" -> new byte[length];
            case "double[]" -> new double[length / 8];
            default -> ByteBuffer.allocateDirect(length);
        };
    }

    private void burst(Way way, int length) {
        long start = THREADS.getCurrentThreadAllocatedBytes();
        if (way == Way.RENDEZVOUS) {
            long middle = rendezvous(length);
            sendBytes += middle - start;
            receiveBytes += THREADS.getCurrentThreadAllocatedBytes() - middle;
            return;
        }
        if (way == Way.POSTED) {
            for (int i = 0; i < BURST; i++) {
                posted[i] = post(length);
            }
        }
        long posts = THREADS.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < BURST; i++) {
            send(length);
        }
        long middle = THREADS.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < BURST; i++) {
            if (way == Way.POSTED) {
                finish(posted[i]);
            } else {
                receiveDirect(length);
            }
        }
        sendBytes += middle - posts;
        receiveBytes += posts - start + THREADS.getCurrentThreadAllocatedBytes() - middle;
    }

    private void send(int length) {
        Lane lane = lanes.lane(0);
        lane.enter();
        if (!lane.sendNow(lane.peer(1), lanes.context(0, WORLD), 5, sendBuffer, 0, length)) {
            throw new AssertionError("no room");
        }
        lane.exit();
    }

    private RecvOperation post(int length) {
        Lane lane = lanes.lane(1);
        lane.enter();
        RecvOperation receive = lane.newReceive(lanes.context(1, WORLD), 0, 5, receiveBuffer, 0, length);
        lane.post(receive);
        lane.exit();
        return receive;
    }

    private void finish(RecvOperation receive) {
        Lane lane = lanes.lane(1);
        lane.enter();
        lane.progress();
        recycle(lane, receive);
        lane.exit();
    }

    private void receiveDirect(int length) {
        Lane lane = lanes.lane(1);
        lane.enter();
        RecvOperation receive = lane.newReceive(lanes.context(1, WORLD), 0, 5, receiveBuffer, 0, length);
        lane.receiveDirect(receive, 10);
        recycle(lane, receive);
        lane.exit();
    }

    private static void recycle(Lane lane, RecvOperation receive) {
        if (!receive.isDone()) {
            throw new AssertionError("not received");
        }
        lane.recycle(receive);
    }

    /** One long message; returns what was allocated when the sender had started. */
    private long rendezvous(int length) {
        Lane sender = lanes.lane(0);
        Lane receiver = lanes.lane(1);
        RecvOperation receive = receiver.newReceive(lanes.context(1, WORLD), 0, 5, receiveBuffer, 0, length);
        receiver.post(receive);
        SendOperation send = sender.send(sender.peer(1), lanes.context(0, WORLD), 5, sendBuffer, 0, length, false);
        long middle = THREADS.getCurrentThreadAllocatedBytes();
        while (!receive.isDone() || !send.isDone()) {
            sender.progress();
            receiver.progress();
        }
        receiver.recycle(receive);
        sender.recycle(send);
        return middle;
    }
}
