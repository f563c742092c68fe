/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.tern.error.ErrorClass;
import dev.tern.error.MpiError;
import dev.tern.testing.Seed;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OperationTableTest {
    private final Lane lane = new Lanes(1).lane(0);
    private final OperationTable table = new OperationTable();

    private SendOperation operation() {
        return new SendOperation(lane);
    }

    @Test
    void findsWhatWasAdded() {
        Map<Integer, Operation> all = new HashMap<>();
        for (int i = 0; i < 10_000; i++) {
            Operation operation = operation();
            assertThat(all.put(table.add(operation), operation))
                    .as("same id twice")
                    .isNull();
        }
        all.forEach((id, operation) -> assertThat(table.get(id)).isSameAs(operation));
    }

    @Test
    void idsThatAreOutOfDateOrMadeUpFindNothing() {
        int id = table.add(operation());
        table.remove(id);
        assertThat(table.get(id)).isNull();

        Operation next = operation();
        int nextId = table.add(next);
        assertThat(nextId).isNotEqualTo(id);
        assertThat(table.get(id)).isNull();
        assertThat(table.get(nextId)).isSameAs(next);
        for (int madeUp :
                new int[] {-1, 1, 63, 64, 1 << 19, (1 << 20) - 1, 5 << 20, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            assertThat(table.get(madeUp)).as("id %d", madeUp).isNull();
        }
    }

    @Test
    void placeGivesManyDifferentIdsBeforeOneComesAgain() {
        Set<Integer> ids = new HashSet<>();
        for (int i = 0; i < 4096; i++) {
            int id = table.add(operation());
            assertThat(ids.add(id)).as("use %d", i).isTrue();
            table.remove(id);
        }
        for (int i = 0; i < 10_000; i++) { // far beyond
            Operation operation = operation();
            int id = table.add(operation);
            assertThat(table.get(id)).isSameAs(operation);
            table.remove(id);
            assertThat(table.get(id)).isNull();
        }
    }

    @Test
    void agreesWithAMap() {
        Seed.run(random -> {
            Map<Integer, Operation> model = new HashMap<>();
            List<Integer> ids = new ArrayList<>();
            for (int i = 0; i < 50_000; i++) {
                if (ids.isEmpty() || random.nextInt(100) < 52) {
                    Operation operation = operation();
                    int id = table.add(operation);
                    assertThat(model.put(id, operation)).isNull();
                    ids.add(id);
                } else {
                    int at = random.nextInt(ids.size());
                    int id = ids.get(at);
                    ids.set(at, ids.getLast());
                    ids.removeLast();
                    table.remove(id);
                    model.remove(id);
                    assertThat(table.get(id)).isNull();
                }
                if (!ids.isEmpty()) {
                    int id = ids.get(random.nextInt(ids.size()));
                    assertThat(table.get(id)).isSameAs(model.get(id));
                }
            }
        });
    }

    @Test
    void refusesMoreThanItsIdsCanTellApart() {
        Operation operation = operation();
        for (int i = 0; i < 1 << 20; i++) {
            table.add(operation);
        }
        assertThatExceptionOfType(MpiError.class)
                .isThrownBy(() -> table.add(operation))
                .matches(e -> e.errorClass() == ErrorClass.NO_MEM);
        table.remove(77);
        assertThat(table.get(table.add(operation))).isSameAs(operation);
    }
}
