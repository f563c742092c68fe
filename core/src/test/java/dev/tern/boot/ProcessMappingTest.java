/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.tern.error.ErrorClass;
import dev.tern.error.MpiError;
import dev.tern.testing.Seed;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every case has a time limit: text from outside must never keep a rank busy. */
@Timeout(value = 10, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ProcessMappingTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "(vector,(0,1,1))           | 0",
                "(vector,(0,1,4))           | 0 0 0 0",
                "(vector,(0,2,2))           | 0 0 1 1",
                "(vector,(0,2,1))           | 0 1 0 1",
                "(vector,(0,2,2))           | 0 0 1 1 0",
                "(vector,(0,1,2),(1,1,1))   | 0 0 1 0 0 1 0",
                "(vector,(3,1,2),(7,2,1))   | 3 3 7 8 3",
                "(vector,0,1,5)             | 0 1 5 0",
                "(vector,4,(0,1,2),4)       | 4 0 0 4",
                "(vector,[0,1]x2)           | 0 1 0 1 0 1",
                "(vector,[0,1]x2,7)         | 0 1 0 1 7 0 1",
                "(vector,[(0,1,2),5]x2,7)   | 0 0 5 0 0 5 7 0",
                "(vector,[[0,1]x2,3]x2)     | 0 1 0 1 3 0 1 0 1 3 0",
                "(vector,[0]x1)             | 0 0 0",
                "(vector,(0,1000,1000))     | 0 0 0 0",
                "(vector,[(0,1,1)]x99999999)| 0 0 0",
                "(vector,(0,0,5),1)         | 1 1",
                "( vector , ( 0 , 2 , 2 ) ) | 0 0 1 1",
                "(vector, [ 0, (1,1,2) ] x 2 ) | 0 1 1 0 1"
            })
    void readsMappings(String text, String nodes) {
        int[] wanted =
                Arrays.stream(nodes.split(" ")).mapToInt(Integer::parseInt).toArray();
        assertThat(ProcessMapping.parse(text, wanted.length)).isEqualTo(wanted);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "(",
                ")",
                "vector",
                "(vector",
                "(vector)",
                "(vector,",
                "(vector,)",
                "(vector,(",
                "(vector,()",
                "(vector,())",
                "(vector,(0,1))",
                "(vector,(0,1,))",
                "(vector,(0,1,1)",
                "(vector,(0,1,1,1))",
                "(vector,(-1,1,1))",
                "(vector,(0,-1,1))",
                "(vector,(a,1,1))",
                "(vector,(0,1,1);(1,1,1))",
                "(vector,[0]",
                "(vector,[0])",
                "(vector,[0]x)",
                "(vector,[0]xy)",
                "(vector,[]x2)",
                "(vector,[0x2)",
                "(vector,0]x2)",
                "(vector,,0)",
                "(vector,0,)",
                "(matrix,(0,1,1))",
                "(vector,(0,0,1))",
                "(vector,(0,1,0))",
                "(vector,[(0,0,0)]x3)",
                "(vector,(0,1,123456789))",
                "(Vector,(0,1,1))",
                "vector,(0,1,1)",
                "null"
            })
    void refusesMalformedText(String text) {
        assertThatExceptionOfType(MpiError.class)
                .isThrownBy(() -> ProcessMapping.parse(text, 3))
                .withMessageContaining("PMI_process_mapping")
                .withMessageContaining(text)
                .matches(e -> e.errorClass() == ErrorClass.OTHER);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(vector,(0,99999999,0))",
                "(vector,[(0,99999999,0)]x99999999)",
                "(vector,[[(0,1,0)]x99999999]x99999999)"
            })
    void itemsThatHoldNobodyEndInAnError(String text) {
        assertThatExceptionOfType(MpiError.class).isThrownBy(() -> ProcessMapping.parse(text, 3));
    }

    @Test
    void deepNestingIsNoStackOverflow() {
        String text = "(vector," + "[".repeat(8000) + "0" + "]x1".repeat(8000) + ")";
        try {
            assertThat(ProcessMapping.parse(text, 2)).containsExactly(0, 0);
        } catch (MpiError e) {
            assertThat(e).hasMessageContaining("PMI_process_mapping");
        }
    }

    @Test
    void garbageIsReadOrRefused() {
        Seed.run(random -> {
            String pieces = "(((())))[[]]x,,,,0123459v ";
            for (int i = 0; i < 20_000; i++) {
                String garbage = random.ints(random.nextInt(25), 0, pieces.length())
                        .mapToObj(at -> pieces.substring(at, at + 1))
                        .collect(Collectors.joining());
                parseAnything(random.nextBoolean() ? garbage : "(vector," + garbage + ")", 1 + random.nextInt(9));
            }
        });
    }

    @Test
    void mutilatedMappingsAreReadOrRefused() {
        Seed.run(random -> {
            for (int i = 0; i < 20_000; i++) {
                var text = new StringBuilder("(vector,[(0,2,2),5]x2,(7,1,3))");
                for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
                    int at = random.nextInt(text.length());
                    switch (random.nextInt(3)) {
                        case 0 -> text.deleteCharAt(at);
                        case 1 -> text.insert(at, "()[],x019".charAt(random.nextInt(9)));
                        default -> text.setCharAt(at, (char) (32 + random.nextInt(224)));
                    }
                }
                parseAnything(text.toString(), 1 + random.nextInt(30));
            }
        });
    }

    private static void parseAnything(String text, int size) {
        try {
            assertThat(ProcessMapping.parse(text, size)).as(text).hasSize(size);
        } catch (MpiError e) {
            assertThat(e.errorClass()).isEqualTo(ErrorClass.OTHER);
        }
    }
}
