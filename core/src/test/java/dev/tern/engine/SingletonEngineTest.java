/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.tern.datatype.TypeMap;
import dev.tern.error.ErrorClass;
import dev.tern.error.MpiError;
import dev.tern.match.Lane;
import dev.tern.match.Message;
import dev.tern.match.RecvOperation;
import dev.tern.match.SendOperation;
import dev.tern.testing.Threads;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A rank that is alone, started without a launcher. */
@Timeout(60)
class SingletonEngineTest {
    private Engine engine = new Engine(Map.of(), false);

    @AfterEach
    void finish() {
        engine.finish();
    }

    private static int[] numbers(int count) {
        int[] numbers = new int[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = 31 * i + count;
        }
        return numbers;
    }

    private static void assertReceived(Endpoint endpoint, RecvOperation receive, int count, int tag) {
        assertThat(receive.isDone()).isTrue();
        assertThat(receive.error()).isEqualTo(ErrorClass.SUCCESS);
        assertThat(receive.bytes()).isEqualTo(4L * count);
        assertThat(receive.peerRank()).isZero();
        assertThat(receive.tag()).isEqualTo(tag);
        endpoint.recycle(receive);
    }

    @Test
    void worldAndSelfHaveOneRank() {
        for (Communicator communicator : List.of(engine.world(), engine.self())) {
            assertThat(communicator.rank()).isZero();
            assertThat(communicator.size()).isEqualTo(1);
            assertThat(communicator.worldRanks()).containsExactly(0);
            assertThat(communicator.engine()).isSameAs(engine);
        }
        assertThat(engine.world().name()).isEqualTo("MPI_COMM_WORLD");
        assertThat(engine.self().name()).isEqualTo("MPI_COMM_SELF");
        assertThat(engine.world().id()).isNotEqualTo(engine.self().id());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 12, 13, 1024, 1025, 100_000})
    void messagesToOneselfArrive(int count) {
        Endpoint endpoint = engine.world().endpoint();
        int[] buffer = new int[count];

        RecvOperation posted = endpoint.ireceive(buffer, 0, count, TypeMap.INT, 0, 4);
        endpoint.send(numbers(count), 0, count, TypeMap.INT, 0, 4, false);
        endpoint.await(posted);
        assertReceived(endpoint, posted, count, 4);
        assertThat(buffer).isEqualTo(numbers(count));

        buffer = new int[count];
        SendOperation send = endpoint.isend(numbers(count), 0, count, TypeMap.INT, 0, 5, count % 2 == 1);
        RecvOperation receive = endpoint.receive(buffer, 0, count, TypeMap.INT, -1, -1);
        endpoint.await(send);
        endpoint.recycle(send);
        assertReceived(endpoint, receive, count, 5);
        assertThat(buffer).isEqualTo(numbers(count));
    }

    @Test
    void immediateSmallSendsShareOneOperation() {
        Endpoint endpoint = engine.self().endpoint();
        SendOperation first = endpoint.isend(new int[1], 0, 1, TypeMap.INT, 0, 1, false);
        assertThat(first.isDone()).isTrue();
        endpoint.recycle(first);
        assertThat(endpoint.isend(new int[1], 0, 1, TypeMap.INT, 0, 1, false)).isSameAs(first);
        assertThat(endpoint.sendToNobody()).isSameAs(first);
        for (int i = 0; i < 2; i++) {
            assertReceived(endpoint, endpoint.receive(new int[1], 0, 1, TypeMap.INT, 0, 1), 1, 1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 3000})
    void scatteredTypesArePackedAndUnpacked(int count) {
        TypeMap everyThird = TypeMap.resized(TypeMap.INT, 0, 12);
        Endpoint endpoint = engine.world().endpoint();
        int[] source = numbers(3 * count);
        int[] target = new int[3 * count];

        SendOperation send = endpoint.isend(source, 0, count, everyThird, 0, 1, false);
        RecvOperation receive = endpoint.receive(target, 0, count, everyThird, 0, 1);
        endpoint.await(send);

        assertThat(receive.bytes()).isEqualTo(4L * count);
        for (int i = 0; i < 3 * count; i++) {
            assertThat(target[i]).isEqualTo(i % 3 == 0 ? source[i] : 0);
        }
    }

    @Test
    void probeAndReservedReceive() {
        Endpoint endpoint = engine.world().endpoint();
        assertThat(endpoint.iprobe(-1, -1, false)).isNull();
        assertThat(endpoint.iprobe(0, 3, true)).isNull();
        SendOperation send = endpoint.isend(numbers(5000), 0, 5000, TypeMap.INT, 0, 3, false);

        assertThat(endpoint.probe(-1, 3, false).length()).isEqualTo(20_000);
        Message message = endpoint.probe(0, -1, true);
        assertThat(endpoint.iprobe(-1, -1, false)).isNull();
        int[] buffer = new int[5000];
        RecvOperation receive = endpoint.receive(message, buffer, 0, 5000, TypeMap.INT);
        endpoint.await(receive);
        endpoint.await(send);
        assertReceived(endpoint, receive, 5000, 3);
        assertThat(buffer).isEqualTo(numbers(5000));
    }

    @Test
    void cancelledReceiveLeavesTheMessageToTheNext() {
        Endpoint endpoint = engine.world().endpoint();
        RecvOperation receive = endpoint.ireceive(new int[1], 0, 1, TypeMap.INT, 0, 3);
        assertThat(endpoint.test(receive)).isFalse();
        endpoint.cancel(() -> receive);
        assertThat(endpoint.test(receive)).isTrue();
        assertThat(receive.isCancelled()).isTrue();
        endpoint.recycle(receive);
        endpoint.send(numbers(1), 0, 1, TypeMap.INT, 0, 3, false);
        assertReceived(endpoint, endpoint.receive(new int[1], 0, 1, TypeMap.INT, 0, 3), 1, 3);
    }

    @Test
    void receiveFromNobodyIsDone() {
        RecvOperation nothing = engine.world().endpoint().receiveFromNobody();
        assertThat(nothing.isDone()).isTrue();
        assertThat(nothing.peerRank()).isEqualTo(-2);
        assertThat(nothing.bytes()).isZero();
        engine.world().endpoint().recycle(nothing);
    }

    @Test
    void duplicatesNeverMeet() {
        Communicator dup = engine.world().dup();
        assertThat(dup.id()).isNotIn(engine.world().id(), engine.self().id());
        assertThat(dup.name()).isEqualTo("MPI_COMM_WORLD dup");
        engine.world().endpoint().send(numbers(1), 0, 1, TypeMap.INT, 0, 3, false);
        assertThat(dup.endpoint().iprobe(-1, -1, false)).isNull();
        dup.endpoint().send(numbers(2), 0, 2, TypeMap.INT, 0, 3, false);

        assertReceived(dup.endpoint(), dup.endpoint().receive(new int[2], 0, 2, TypeMap.INT, -1, -1), 2, 3);
        Endpoint world = engine.world().endpoint();
        assertReceived(world, world.receive(new int[2], 0, 2, TypeMap.INT, -1, -1), 1, 3);
        dup.name("mine");
        assertThat(dup.name()).isEqualTo("mine");
        dup.free();
    }

    @Test
    void splitKeepsOrLeavesTheOnlyRank() {
        Communicator part = engine.world().split(7, 100);
        assertThat(part.size()).isEqualTo(1);
        assertThat(part.rank()).isZero();
        assertThat(engine.world().split(-1, 0)).isNull();
        int id = part.id();
        part.free();
        assertThat(engine.world().dup().id()).as("nothing was lost").isEqualTo(id);
    }

    @Test
    void freedCommunicatorsCanBeMadeAgainWithoutEnd() {
        for (int i = 0; i < Lane.MAX_CONTEXTS; i++) {
            Communicator dup = engine.world().dup();
            assertThat(dup.id()).isEqualTo(2);
            dup.free();
        }
    }

    @Test
    void tooManyCommunicatorsAreAnError() {
        List<Communicator> all = new ArrayList<>();
        assertThatExceptionOfType(MpiError.class)
                .isThrownBy(() -> {
                    while (true) {
                        all.add(engine.world().dup());
                    }
                })
                .matches(e -> e.errorClass() == ErrorClass.NO_MEM);
        assertThat(all).hasSize(Lane.MAX_CONTEXTS / 2 - 2);
        all.getLast().free();
        assertThat(engine.world().dup().id()).isEqualTo(Lane.MAX_CONTEXTS / 2 - 1);
    }

    @Test
    void threadsOnCommunicatorsOfTheirOwnDoNotDisturbEachOther() {
        engine.finish();
        engine = new Engine(Map.of(), true);
        Communicator[] communicators = {engine.world(), engine.world().dup(), engine.self()};
        Threads.Body[] bodies = new Threads.Body[communicators.length];
        for (int i = 0; i < bodies.length; i++) {
            Endpoint endpoint = communicators[i].endpoint();
            int tag = i;
            bodies[i] = () -> {
                for (int n = 0; n < 500; n++) {
                    int count = n * 7 % 3000;
                    int[] buffer = new int[count];
                    SendOperation send = endpoint.isend(numbers(count), 0, count, TypeMap.INT, 0, tag, false);
                    RecvOperation receive = endpoint.receive(buffer, 0, count, TypeMap.INT, -1, -1);
                    endpoint.await(send);
                    assertReceived(endpoint, receive, count, tag);
                    assertThat(buffer).isEqualTo(numbers(count));
                    if (Thread.interrupted()) {
                        throw new InterruptedException();
                    }
                }
            };
        }
        Threads.together(bodies);
    }

    @ParameterizedTest
    @ValueSource(strings = {"RING_SLOTS", "RING_BYTES", "EAGER_LIMIT", "SPIN", "YIELD"})
    void badParametersEndTheStartWithTheirName(String parameter) {
        assertThatExceptionOfType(MpiError.class)
                .isThrownBy(() -> new Engine(Map.of("TERN_" + parameter, "-3"), false))
                .withMessageContaining(parameter.toLowerCase(Locale.ROOT) + "=-3");
    }
}
