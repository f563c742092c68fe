/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.match;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.testing.Threads;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class FreeListTest {
    private static final int OPERATIONS = 16;
    private static final int ROUNDS = 50_000;

    private final Lane lane = new Lanes(1).lane(0);

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void givesBackWhatItWasGiven(boolean concurrent) {
        var list = new FreeList(concurrent);
        assertThat(list.take()).isNull();
        var first = new SendOperation(lane);
        var second = new SendOperation(lane);
        list.give(first);
        list.give(second);
        assertThat(new Operation[] {list.take(), list.take(), list.take()})
                .containsExactlyInAnyOrder(first, second, null);
        assertThat(first.next).isNull();
        assertThat(second.next).isNull();
    }

    @Test
    void noOperationIsWithTwoThreadsOrLost() {
        var list = new FreeList(true);
        BlockingQueue<Operation> used = new ArrayBlockingQueue<>(OPERATIONS);
        for (int i = 0; i < OPERATIONS; i++) {
            list.give(new SendOperation(lane));
        }
        Set<Operation> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Threads.Body takes = () -> {
            for (int i = 0; i < 2 * ROUNDS; i++) {
                Operation operation = list.take();
                while (operation == null) {
                    Thread.yield();
                    operation = list.take();
                }
                seen.add(operation);
                used.put(operation);
            }
        };
        Threads.Body gives = () -> {
            for (int i = 0; i < ROUNDS; i++) {
                list.give(used.take());
            }
        };
        Threads.together(takes, gives, gives);
        assertThat(seen).hasSizeLessThanOrEqualTo(OPERATIONS);
        int left = 0;
        while (list.take() != null) {
            left++;
        }
        assertThat(left).isEqualTo(OPERATIONS);
    }
}
