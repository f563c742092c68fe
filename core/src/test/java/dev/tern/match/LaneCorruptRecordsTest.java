/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.match;

import static dev.tern.match.Lanes.WORLD;
import static dev.tern.match.Operation.ANY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.tern.error.ErrorClass;
import dev.tern.error.MpiError;
import dev.tern.testing.Seed;
import dev.tern.transport.Link;
import dev.tern.transport.ring.RingLink;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Records that no lane would send: each is an error that says so, never a fault, a hang or an overwritten buffer. */
@Timeout(60)
class LaneCorruptRecordsTest {
    private static final int LONG = 20_000; // more than a ring holds
    private static final int MADE_UP_ID = 12_345;

    /** What the test writes into, as the processes 1 and 2; rank 0 is the lane that is tested. */
    private final Link[] forged = new Link[3];

    private final Lane lane;

    LaneCorruptRecordsTest() {
        Link[] links = new Link[3];
        for (int peer = 1; peer < 3; peer++) {
            MemorySegment to = Arena.ofAuto().allocate(Lanes.SMALL.size(), 64);
            MemorySegment from = Arena.ofAuto().allocate(Lanes.SMALL.size(), 64);
            links[peer] = new RingLink(peer, Lanes.SMALL, to, 0, from, 0, () -> false);
            forged[peer] = new RingLink(0, Lanes.SMALL, from, 0, to, 0, () -> false);
        }
        lane = new Lane(links, new Limits(Lanes.EAGER_LIMIT, Integer.MAX_VALUE, Integer.MAX_VALUE), null, false);
        lane.context(WORLD).describe("MPI_COMM_WORLD", new int[] {0, 1, 2});
    }

    private void assertCorrupt(String what) {
        assertThatExceptionOfType(MpiError.class)
                .isThrownBy(lane::progress)
                .withMessageContaining(what)
                .matches(e -> e.errorClass() == ErrorClass.INTERN);
    }

    private RecvOperation post(int source, int length, byte[] buffer) {
        RecvOperation receive = lane.newReceive(lane.context(WORLD), source, ANY, buffer, 0, length);
        lane.post(receive);
        return receive;
    }

    /** A receive from rank 1 of a message whose pieces are to come; they may be sent to the id that it returns. */
    private int openReceive(byte[] buffer) {
        post(1, buffer.length, buffer);
        forged[1].offer(RecordKind.REQUEST, WORLD, 5, 77, buffer.length, 0);
        lane.progress();
        return idFromReady();
    }

    private int idFromReady() {
        Link link = forged[1];
        long header = link.peek();
        assertThat(Link.kind(header)).isEqualTo(RecordKind.READY);
        int id = (int) link.words();
        link.advance(header);
        return id;
    }

    /** A send to rank 1 that waits for its go-ahead. */
    private SendOperation openSend(int length) {
        SendOperation send =
                lane.send(lane.peer(1), lane.context(WORLD), 5, Lanes.message(1, length), 0, length, false);
        Link link = forged[1];
        long header = link.peek();
        assertThat(Link.kind(header)).isEqualTo(RecordKind.REQUEST);
        assertThat(link.payload().segment().get(ValueLayout.JAVA_LONG, link.payloadOffset(header)))
                .isEqualTo(send.id);
        link.advance(header);
        return send;
    }

    @ParameterizedTest
    @ValueSource(ints = {7, 127, 128, 255})
    void kindThatDoesNotExist(int kind) {
        forged[1].offer(kind, WORLD, 0, 0L, 0L, 0);
        assertCorrupt("kind " + kind);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, Integer.MIN_VALUE, Lane.MAX_CONTEXTS, Integer.MAX_VALUE})
    void contextOutOfRange(int id) {
        forged[1].offer(RecordKind.EAGER, id, 0, null, 0, 0);
        assertCorrupt("context id " + id);
        forged[2].offer(RecordKind.REQUEST, id, 0, 1L, 1L, 0);
        assertCorrupt("context id " + id);
    }

    @Test
    void lastContextIsInRange() {
        forged[1].offer(RecordKind.EAGER, Lane.MAX_CONTEXTS - 1, 0, null, 0, 0);
        lane.progress();
        assertThat(lane.context(Lane.MAX_CONTEXTS - 1).unexpected).isEqualTo(1);
    }

    @Test
    void directReceiveChecksRecordsToo() {
        forged[1].offer(RecordKind.EAGER, -7, 0, null, 0, 0);
        RecvOperation receive = lane.newReceive(lane.context(WORLD), 1, 0, new byte[8], 0, 8);
        assertThatExceptionOfType(MpiError.class)
                .isThrownBy(() -> lane.receiveDirect(receive, 100))
                .withMessageContaining("context id -7");
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, Long.MIN_VALUE})
    void requestWithANegativeLength(long length) {
        forged[1].offer(RecordKind.REQUEST, WORLD, 5, 1, length, 0);
        assertCorrupt("");
    }

    @Test
    void dataForAReceiveThatDoesNotExist() {
        for (int id : new int[] {0, 1, -1, MADE_UP_ID, Integer.MIN_VALUE}) {
            LaneCorruptRecordsTest fresh = new LaneCorruptRecordsTest();
            fresh.forged[1].offer(RecordKind.DATA, id, 0, new byte[64], 0, 64);
            fresh.assertCorrupt("data for receive " + id);
        }
    }

    @Test
    void dataForASend() {
        SendOperation send = openSend(LONG);
        forged[1].offer(RecordKind.DATA, send.id, 0, new byte[64], 0, 64);
        assertCorrupt("data for receive " + send.id);
    }

    @Test
    void dataFromAnotherRank() {
        byte[] buffer = new byte[1000];
        int id = openReceive(buffer);
        forged[2].offer(RecordKind.DATA, id, 0, Lanes.message(1, 1000), 0, 1000);
        assertCorrupt("data for receive " + id);
        assertThat(buffer).containsOnly(0);
    }

    @Test
    void dataBeyondTheEnd() {
        for (long[] piece : new long[][] {{0, 1001}, {15, 64}, {16, 1}, {0x8000_0000L, 1}, {0xffff_ffffL, 64}}) {
            LaneCorruptRecordsTest fresh = new LaneCorruptRecordsTest();
            byte[] buffer = new byte[1000 + 500];
            int id = fresh.openReceiveOfThousand(buffer);
            fresh.forged[1].offer(RecordKind.DATA, id, (int) piece[0], new byte[1024], 0, (int) piece[1]);
            fresh.assertCorrupt("piece of " + piece[1] + " bytes at " + piece[0] * 64 + " of a message of 1000 bytes");
            assertThat(buffer).containsOnly(0);
        }
    }

    private int openReceiveOfThousand(byte[] buffer) {
        post(1, 1000, buffer);
        forged[1].offer(RecordKind.REQUEST, WORLD, 5, 77, 1000, 0);
        lane.progress();
        return idFromReady();
    }

    @Test
    void emptyPiece() {
        int id = openReceive(new byte[1000]);
        forged[1].offer(RecordKind.DATA, id, 0, null, 0, 0);
        assertCorrupt("piece of 0 bytes");
    }

    @Test
    void dataAfterTheEnd() {
        int id = openReceive(new byte[600]);
        forged[1].offer(RecordKind.DATA, id, 0, new byte[600], 0, 600);
        lane.progress();
        forged[1].offer(RecordKind.DATA, id, 0, new byte[600], 0, 600);
        assertCorrupt("data for receive " + id);
    }

    @Test
    void goAheadForASendThatDoesNotExist() {
        for (long id : new long[] {0, 1, MADE_UP_ID, -1, Long.MIN_VALUE + MADE_UP_ID}) {
            LaneCorruptRecordsTest fresh = new LaneCorruptRecordsTest();
            fresh.forged[1].offer(RecordKind.READY, 0, 0, id, 64, 0);
            fresh.assertCorrupt("answer to send " + id);
        }
    }

    @Test
    void goAheadFromAnotherRank() {
        SendOperation send = openSend(LONG);
        forged[2].offer(RecordKind.READY, 0, 0, send.id, LONG, 0);
        assertCorrupt("answer to send " + send.id);
        assertThat(forged[2].peek()).as("bytes leaked to another rank").isZero();
    }

    @Test
    void goAheadForAReceive() {
        int id = openReceive(new byte[1000]);
        forged[1].offer(RecordKind.READY, 0, 0, id, 64, 0);
        assertCorrupt("answer to send " + id);
    }

    @Test
    void secondGoAheadWhileTheMessageIsOnItsWay() {
        SendOperation send = openSend(LONG);
        forged[1].offer(RecordKind.READY, 3, 0, send.id, LONG, 0);
        lane.progress();
        assertThat(send.isDone()).isFalse();
        forged[1].offer(RecordKind.READY, 3, 0, send.id, LONG, 0);
        assertCorrupt("second go-ahead for send " + send.id);
    }

    @Test
    void secondGoAheadAfterTheEnd() {
        SendOperation send = openSend(600);
        forged[1].offer(RecordKind.READY, 3, 0, send.id, 600, 0);
        lane.progress();
        assertThat(send.isDone()).isTrue();
        forged[1].offer(RecordKind.READY, 3, 0, send.id, 600, 0);
        assertCorrupt("answer to send " + send.id);
    }

    @ParameterizedTest
    @ValueSource(longs = {LONG + 1, Long.MAX_VALUE, -1, Long.MIN_VALUE})
    void goAheadNeverMakesASenderSendMoreThanItHas(long wanted) {
        SendOperation send = openSend(LONG);
        forged[1].offer(RecordKind.READY, 3, 0, send.id, wanted, 0);
        long bytes = 0;
        while (lane.progress() | forged[1].peek() != 0) {
            long header = forged[1].peek();
            if (header != 0) {
                assertThat(Link.kind(header)).isEqualTo(RecordKind.DATA);
                bytes += Link.length(header);
                forged[1].advance(header);
            }
        }
        assertThat(bytes).isEqualTo(wanted < 0 ? 0 : LONG);
        assertThat(send.isDone()).isTrue();
    }

    /** Anything may come after the error, but nothing else than errors of this kind, and the buffer is safe. */
    @Test
    void randomRecordsAreMessagesOrErrors() {
        Seed.run(random -> {
            for (int round = 0; round < 300; round++) {
                LaneCorruptRecordsTest fresh = new LaneCorruptRecordsTest();
                byte[] buffer = new byte[3000];
                Arrays.fill(buffer, 1000, 3000, (byte) 0x33);
                fresh.openSend(LONG);
                fresh.openReceiveOfThousand(buffer);
                fresh.post(ANY, 1000, buffer);
                try {
                    for (int i = 0; i < 50; i++) {
                        Link link = fresh.forged[1 + random.nextInt(2)];
                        int a = random.nextInt(4) == 0 ? random.nextInt() : random.nextInt(4);
                        int b = random.nextInt(4) == 0 ? random.nextInt() : random.nextInt(4);
                        int length = random.nextInt(Lanes.SMALL.maxPayload() + 1) >>> random.nextInt(8);
                        if (random.nextBoolean()) {
                            link.offer(1 + random.nextInt(6), a, b, new byte[length], 0, length);
                        } else {
                            link.offer(
                                    1 + random.nextInt(5),
                                    a,
                                    b,
                                    random.nextInt(4),
                                    random.nextLong(),
                                    random.nextLong());
                        }
                        fresh.lane.progress();
                    }
                } catch (MpiError e) {
                    assertThat(e.errorClass()).isEqualTo(ErrorClass.INTERN);
                }
                assertThat(Arrays.copyOfRange(buffer, 1000, 3000)).containsOnly(0x33);
            }
        });
    }
}
