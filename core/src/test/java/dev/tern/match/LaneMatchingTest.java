/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.match;

import static dev.tern.match.Lanes.OTHER;
import static dev.tern.match.Lanes.WORLD;
import static dev.tern.match.Lanes.message;
import static dev.tern.match.Operation.ANY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.error.ErrorClass;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which receive gets which message. */
@Timeout(60)
class LaneMatchingTest {
    private static final int LONG = 5000;

    private final Lanes lanes = new Lanes(3);

    /** A receive of rank 0 with a buffer of its own. */
    private RecvOperation post(int source, int tag) {
        return lanes.post(0, source, tag, new byte[LONG]);
    }

    private void send(int from, int tag, int length) {
        lanes.send(from, 0, tag, message(from, length));
        lanes.pump();
    }

    private static void assertGot(RecvOperation receive, int source, int tag, int length) {
        assertThat(receive.isDone()).as(receive.describe()).isTrue();
        assertThat(receive.source()).isEqualTo(source);
        assertThat(receive.peerRank()).isEqualTo(source);
        assertThat(receive.tag()).isEqualTo(tag);
        assertThat(receive.bytes()).isEqualTo(length);
    }

    private static void assertWaits(RecvOperation receive) {
        assertThat(receive.isDone()).as(receive.describe()).isFalse();
    }

    @Test
    void earlierPostedReceiveWinsWhetherExactOrAny() {
        RecvOperation exact = post(1, 5);
        RecvOperation any = post(ANY, 5);
        send(1, 5, 10);
        assertGot(exact, 1, 5, 10);
        assertWaits(any);

        RecvOperation later = post(1, 5);
        send(1, 5, 11);
        assertGot(any, 1, 5, 11);
        assertWaits(later);
        send(1, 5, LONG);
        assertGot(later, 1, 5, LONG);
    }

    @Test
    void anySourceIsOvertakenByReceivesThatItDoesNotFit() {
        RecvOperation any = post(ANY, 7);
        RecvOperation exact = post(2, 5);
        send(2, 5, 1);
        assertGot(exact, 2, 5, 1);
        assertWaits(any);
        send(2, 7, 2);
        assertGot(any, 2, 7, 2);
    }

    @Test
    void anySourceTakesTheMessageThatCameFirst() {
        send(2, 5, 10);
        send(1, 5, LONG);
        send(0, 5, 12);

        assertGot(post(ANY, ANY), 2, 5, 10);
        RecvOperation second = post(ANY, 5);
        lanes.pump();
        assertGot(second, 1, 5, LONG);
        assertGot(post(ANY, ANY), 0, 5, 12);
        assertWaits(post(ANY, ANY));
    }

    @Test
    void tagsSelectAmongPostedReceives() {
        RecvOperation three = post(1, 3);
        RecvOperation four = post(1, 4);
        RecvOperation any = post(1, ANY);
        RecvOperation four2 = post(1, 4);

        send(1, 4, 40);
        assertGot(four, 1, 4, 40);
        send(1, 4, 41);
        assertGot(any, 1, 4, 41);
        send(1, 4, LONG);
        assertGot(four2, 1, 4, LONG);
        send(1, 3, 30);
        assertGot(three, 1, 3, 30);
    }

    @Test
    void tagsSelectAmongUnexpectedMessages() {
        send(1, 3, 30);
        send(1, 4, 40);
        send(1, 3, 31);
        send(1, 4, LONG);

        assertGot(post(1, 4), 1, 4, 40);
        assertGot(post(1, ANY), 1, 3, 30);
        RecvOperation last = post(1, 4);
        lanes.pump();
        assertGot(last, 1, 4, LONG);
        assertGot(post(1, ANY), 1, 3, 31);
        assertThat(lanes.context(0, WORLD).unexpected).isZero();
    }

    @Test
    void messagesOfAllSizesKeepTheirOrder() {
        int[] lengths = {10, LONG, 0, 600, 512, 513, 1, LONG, 2};
        for (boolean expected : new boolean[] {true, false}) {
            RecvOperation[] receives = new RecvOperation[lengths.length];
            byte[][] buffers = new byte[lengths.length][LONG];
            for (int i = 0; expected && i < lengths.length; i++) {
                receives[i] = lanes.post(0, i % 2 == 0 ? 1 : ANY, i % 3 == 0 ? ANY : 5, buffers[i]);
            }
            for (int i = 0; i < lengths.length; i++) {
                lanes.send(1, 0, 5, message(i, lengths[i]));
            }
            lanes.pump();
            for (int i = 0; !expected && i < lengths.length; i++) {
                receives[i] = lanes.post(0, i % 2 == 0 ? 1 : ANY, i % 3 == 0 ? ANY : 5, buffers[i]);
            }
            lanes.pump();
            for (int i = 0; i < lengths.length; i++) {
                assertGot(receives[i], 1, 5, lengths[i]);
                assertThat(Arrays.copyOf(buffers[i], lengths[i])).isEqualTo(message(i, lengths[i]));
            }
        }
    }

    @Test
    void communicatorsNeverMeet() {
        RecvOperation world = post(ANY, ANY);
        lanes.send(1, 0, OTHER, 5, message(1, 8), false);
        lanes.send(1, 0, OTHER, 6, message(2, LONG), false);
        lanes.pump();
        assertWaits(world);
        assertThat(lanes.lane(0).probe(lanes.context(0, WORLD), ANY, ANY)).isNull();

        assertGot(lanes.post(0, ANY, OTHER, ANY, new byte[8], 0, 8), 1, 5, 8);
        send(1, 9, 3);
        assertGot(world, 1, 9, 3);
    }

    @Test
    void messagesMayComeBeforeTheirCommunicatorIsMade() {
        int id = 777;
        lanes.send(1, 0, id, 5, message(1, 8), false);
        lanes.pump();
        Context early = lanes.context(0, id);
        assertThat(early.unexpected).isEqualTo(1);
        early.describe("new", new int[] {1, 0});
        RecvOperation receive = lanes.post(0, 1, id, 5, new byte[8], 0, 8);
        assertThat(receive.isDone()).isTrue();
        assertThat(receive.peerRank()).as("rank in the communicator").isZero();
        assertThat(early.name()).isEqualTo("new");
        assertThat(early.worldRankOf(0)).isEqualTo(1);
        assertThat(early.rankOf(2)).as("no member").isEqualTo(-1);
        assertThat(early.size()).isEqualTo(2);
    }

    @Test
    void releasedContextIsForgotten() {
        Lane lane = lanes.lane(0);
        Context old = lane.context(900);
        assertThat(lane.release(old)).isTrue();
        Context next = lane.context(900);
        assertThat(next).isNotSameAs(old);
        assertThat(lane.release(old)).as("released again").isTrue();
        assertThat(lane.context(900)).isSameAs(next);
        assertThat(lane.context(Lane.MAX_CONTEXTS - 1)).isNotNull();
    }

    // Cancel

    @ParameterizedTest
    @ValueSource(ints = {1, ANY})
    void cancelledReceiveNeverMatches(int source) {
        byte[] buffer = new byte[LONG];
        RecvOperation first = lanes.post(0, source, 5, buffer);
        RecvOperation second = post(source, 5);
        lanes.lane(0).cancel(first);
        assertThat(first.isDone()).isTrue();
        assertThat(first.isCancelled()).isTrue();
        assertThat(first.bytes()).isZero();
        assertThat(first.error()).isEqualTo(ErrorClass.SUCCESS);

        send(1, 5, 10);
        assertGot(second, 1, 5, 10);
        assertThat(buffer).containsOnly(0);
    }

    @Test
    void anyOfManyReceivesCanBeCancelled() {
        for (int victim = 0; victim < 4; victim++) {
            RecvOperation[] receives = {post(1, 5), post(1, 5), post(1, 5), post(1, 5)};
            lanes.lane(0).cancel(receives[victim]);
            for (int i = 0; i < 4; i++) {
                if (i != victim) {
                    send(1, 5, i);
                    assertGot(receives[i], 1, 5, i);
                }
            }
            send(1, 5, 77);
            assertGot(post(1, ANY), 1, 5, 77);
        }
    }

    @Test
    void receiveThatHasMatchedCompletesNormally() {
        RecvOperation done = post(1, 5);
        send(1, 5, 10);
        lanes.lane(0).cancel(done);
        assertGot(done, 1, 5, 10);
        assertThat(done.isCancelled()).isFalse();

        lanes.send(1, 0, 5, message(1, LONG));
        lanes.lane(0).progress();
        byte[] buffer = new byte[LONG];
        RecvOperation matched = lanes.post(0, 1, 5, buffer);
        assertWaits(matched);
        lanes.lane(0).cancel(matched);
        lanes.pump();
        assertGot(matched, 1, 5, LONG);
        assertThat(matched.isCancelled()).isFalse();
        assertThat(buffer).isEqualTo(message(1, LONG));
    }

    @Test
    void cancelTwiceIsAsOnce() {
        RecvOperation receive = post(1, 5);
        RecvOperation next = post(1, 5);
        lanes.lane(0).cancel(receive);
        lanes.lane(0).cancel(receive);
        send(1, 5, 1);
        assertGot(next, 1, 5, 1);
    }

    // Probe

    @ParameterizedTest
    @ValueSource(ints = {0, 10, LONG})
    void probeShowsTheMessageAndLeavesIt(int length) {
        Lane lane = lanes.lane(0);
        assertThat(lane.probe(lanes.context(0, WORLD), ANY, ANY)).isNull();
        send(1, 5, length);
        send(2, 5, 1);

        for (int source : new int[] {1, ANY}) {
            for (int tag : new int[] {5, ANY}) {
                Message message = lane.probe(lanes.context(0, WORLD), source, tag);
                assertThat(message.source()).isEqualTo(1);
                assertThat(message.tag()).isEqualTo(5);
                assertThat(message.length()).isEqualTo(length);
            }
        }
        assertThat(lane.probe(lanes.context(0, WORLD), 1, 6)).isNull();
        assertThat(lane.probe(lanes.context(0, WORLD), 0, ANY)).isNull();
        RecvOperation receive = post(ANY, ANY);
        lanes.pump();
        assertGot(receive, 1, 5, length);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 10, LONG})
    void claimedMessageBelongsToTheOneWhoGotIt(int length) {
        Lane lane = lanes.lane(0);
        Context world = lanes.context(0, WORLD);
        send(1, 5, length);
        send(1, 5, 3);
        Message claimed = lane.claim(world, ANY, 5);

        assertGot(post(1, 5), 1, 5, 3);
        assertThat(lane.claim(world, ANY, ANY)).isNull();
        assertThat(lane.probe(world, ANY, ANY)).isNull();

        byte[] buffer = new byte[length + 1];
        RecvOperation receive = lane.newReceive(world, ANY, claimed.tag(), buffer, 0, length + 1);
        lane.deliver(claimed, receive);
        lanes.pump();
        assertGot(receive, 1, 5, length);
        assertThat(Arrays.copyOf(buffer, length)).isEqualTo(message(1, length));
    }

    // Receives that are not posted

    @Test
    void directReceiveTakesTheMessageFromTheLink() {
        Lane lane = lanes.lane(0);
        byte[] buffer = new byte[16];
        for (int i = 0; i < 100; i++) {
            lanes.send(1, 0, 5, message(i, 16));
            RecvOperation receive = lane.newReceive(lanes.context(0, WORLD), 1, i % 2 == 0 ? 5 : ANY, buffer, 0, 16);
            assertThat(lane.receiveDirect(receive, 10)).isTrue();
            assertGot(receive, 1, 5, 16);
            assertThat(buffer).isEqualTo(message(i, 16));
            lane.recycle(receive);
        }
    }

    @Test
    void directReceiveGivesUpAfterItsPolls() {
        Lane lane = lanes.lane(0);
        RecvOperation receive = lane.newReceive(lanes.context(0, WORLD), 1, 5, new byte[8], 0, 8);
        assertThat(lane.receiveDirect(receive, 0)).isFalse();
        assertThat(lane.receiveDirect(receive, 1000)).isFalse();
        lane.post(receive);
        send(1, 5, 8);
        assertGot(receive, 1, 5, 8);
    }

    @Test
    void directReceiveNeverOvertakesPostedOnes() {
        Lane lane = lanes.lane(0);
        Context world = lanes.context(0, WORLD);
        for (int source : new int[] {1, ANY}) {
            RecvOperation posted = post(source, 5);
            lanes.send(1, 0, 5, message(1, 8));
            RecvOperation direct = lane.newReceive(world, 1, 5, new byte[8], 0, 8);
            assertThat(lane.receiveDirect(direct, 1000)).isFalse();
            lane.post(direct);
            lanes.pump();
            assertGot(posted, 1, 5, 8);
            assertWaits(direct);
            send(1, 5, 7);
            assertGot(direct, 1, 5, 7);
        }
    }

    @Test
    void directReceiveNeverOvertakesUnexpectedMessages() {
        send(1, 5, 8);
        lanes.send(1, 0, 5, message(1, 7));
        Lane lane = lanes.lane(0);
        RecvOperation direct = lane.newReceive(lanes.context(0, WORLD), 1, 5, new byte[8], 0, 8);
        assertThat(lane.receiveDirect(direct, 1000)).isFalse();
        lane.post(direct);
        assertGot(direct, 1, 5, 8);
    }

    @Test
    void directReceiveLetsOtherMessagesPass() {
        Lane lane = lanes.lane(0);
        RecvOperation other = lanes.post(0, 1, OTHER, 5, new byte[8], 0, 8);
        lanes.send(1, 0, OTHER, 5, message(1, 8), false);
        lanes.send(1, 0, OTHER, 6, message(1, 8), false);
        lanes.send(1, 0, 5, message(2, 6));

        RecvOperation direct = lane.newReceive(lanes.context(0, WORLD), 1, 5, new byte[8], 0, 8);
        assertThat(lane.receiveDirect(direct, 1000)).isTrue();
        assertGot(direct, 1, 5, 6);
        assertGot(other, 1, 5, 8);
        assertThat(lanes.context(0, OTHER).unexpected).isEqualTo(1);
    }

    @Test
    void directReceiveLeavesAWrongTagToTheQueues() {
        Lane lane = lanes.lane(0);
        lanes.send(1, 0, 6, message(1, 6));
        lanes.send(1, 0, 5, message(1, 5));
        RecvOperation direct = lane.newReceive(lanes.context(0, WORLD), 1, 5, new byte[8], 0, 8);
        if (!lane.receiveDirect(direct, 1000)) {
            lane.post(direct);
            lanes.pump();
        }
        assertGot(direct, 1, 5, 5);
        assertGot(post(1, ANY), 1, 6, 6);
    }

    @Test
    void directReceiveOfALongMessageHasMatchedAndGoesOn() {
        Lane lane = lanes.lane(0);
        byte[] buffer = new byte[LONG];
        lanes.send(1, 0, 5, message(1, LONG));
        RecvOperation direct = lane.newReceive(lanes.context(0, WORLD), 1, 5, buffer, 0, LONG);
        assertThat(lane.receiveDirect(direct, 1000)).isTrue();
        assertThat(direct.isDone()).isFalse();
        lanes.pump();
        assertGot(direct, 1, 5, LONG);
        assertThat(buffer).isEqualTo(message(1, LONG));
    }

    @Test
    void receiveFromNobodyIsDoneAndEmpty() {
        RecvOperation nothing = RecvOperation.nothing(lanes.lane(0), lanes.context(0, WORLD));
        assertThat(nothing.isDone()).isTrue();
        assertThat(nothing.bytes()).isZero();
        assertThat(nothing.source()).isEqualTo(-2);
        assertThat(nothing.tag()).isEqualTo(ANY);
        assertThat(nothing.error()).isEqualTo(ErrorClass.SUCCESS);
    }
}
