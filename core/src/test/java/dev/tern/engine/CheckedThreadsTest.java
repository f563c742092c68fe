/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.engine;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.tern.datatype.TypeMap;
import dev.tern.error.MpiError;
import dev.tern.match.RecvOperation;
import dev.tern.testing.Threads;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An engine that checks which threads call. */
@Timeout(20)
class CheckedThreadsTest {
    private Engine engine;
    private final int[] data = new int[1];

    @AfterEach
    void finish() {
        engine.finish();
    }

    private Endpoint start(String check, ThreadLevel level) {
        engine = new Engine(Map.of("TERN_CHECK_THREADS", check), level);
        return engine.world().endpoint();
    }

    private void exchange(Endpoint endpoint) {
        RecvOperation receive = endpoint.ireceive(data, 0, 1, TypeMap.INT, 0, 1);
        endpoint.send(new int[] {7}, 0, 1, TypeMap.INT, 0, 1, false);
        endpoint.await(receive);
        endpoint.recycle(receive);
        engine.world().collectives().barrier(engine.world().collectivePort());
        engine.world().dup().free();
    }

    private static void assertFails(String part, ThrowingCallable call) {
        assertThatExceptionOfType(MpiError.class)
                .isThrownBy(call)
                .withMessageContaining("check_threads")
                .withMessageContaining(part);
    }

    @ParameterizedTest
    @EnumSource(
            value = ThreadLevel.class,
            names = {"SINGLE", "FUNNELED"})
    void callsOfOtherThreadsAreErrors(ThreadLevel level) {
        Endpoint endpoint = start("true", level);
        exchange(endpoint);
        RecvOperation done = endpoint.receiveFromNobody();
        String name = "MPI.THREAD_" + level;
        Threads.together(() -> {
            assertFails(name, () -> endpoint.send(data, 0, 1, TypeMap.INT, 0, 1, false));
            assertFails(name, () -> endpoint.isend(data, 0, 1, TypeMap.INT, 0, 1, true));
            assertFails(name, () -> endpoint.receive(data, 0, 1, TypeMap.INT, 0, 1));
            assertFails(name, () -> endpoint.ireceive(data, 0, 1, TypeMap.INT, 0, 1));
            assertFails(name, () -> endpoint.iprobe(0, 1, false));
            assertFails(name, () -> endpoint.probe(0, 1, false));
            assertFails(name, () -> endpoint.await(done));
            assertFails(name, () -> endpoint.test(done));
            assertFails(name, () -> endpoint.cancel(() -> done));
            assertFails(name, endpoint::checkThread);
            assertFails(
                    name,
                    () -> engine.world().collectives().barrier(engine.world().collectivePort()));
            assertFails(name, () -> engine.world().dup());
            assertFails(name, engine::finish);
        });
        exchange(endpoint);
    }

    @Test
    void threadsMayTakeTurns() {
        Endpoint endpoint = start("true", ThreadLevel.SERIALIZED);
        exchange(endpoint);
        Threads.together(() -> exchange(endpoint));
        exchange(endpoint);
    }

    @ParameterizedTest
    @EnumSource(ThreadLevel.class)
    void nothingIsCheckedUnlessAskedFor(ThreadLevel level) {
        Endpoint endpoint = start("false", level);
        Threads.together(() -> exchange(endpoint));
        assertThatNoException().isThrownBy(() -> exchange(endpoint));
    }

    @Test
    void nothingIsCheckedWhereAllMayCall() {
        Endpoint endpoint = start("true", ThreadLevel.MULTIPLE);
        Threads.together(() -> exchange(endpoint));
        exchange(endpoint);
    }
}
