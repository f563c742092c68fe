/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PreflightTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "2 osu_latency -m 8",
                "4 osu_latency --busy-neighbours",
                "5 osu_allreduce -a direct -f",
                "1 osu_latency --help",
                "1 osu_latency --beside list",
                "2 netpipe -s -l 8 -u 64 -p 0",
                "4 shm_beside_tcp -m 8:64 --max-time 1",
                "1 hello",
                "2 wait_cpu"
            })
    void letsThroughWhatTheRanksWouldRun(String line) {
        assertThatCode(() -> check(line)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            2 osu_latncy         | no benchmark is called 'osu_latncy': did you mean osu_latency? --list shows all
            2 wait_cpux          | no benchmark is called 'wait_cpux': did you mean wait_cpu? --list shows all
            2 osu_bw -W 0        | -W 0: must be at least 1
            3 osu_latency        | osu_latency needs exactly 2 ranks and was started on 3: try mpirun -n 2
            3 netpipe            | netpipe needs exactly 2 ranks and was started on 3: try mpirun -n 2
            2 rawtcp             | rawtcp has no ranks: start it with tern bench rawtcp
            1 wait_cpu           | wait_cpu needs at least 2 ranks and was started on 1: try mpirun -n 2
            2 wait_cpu -f        | wait_cpu has no options
            2 hello -d 3         | hello has no options
            two osu_latency      | -n two: expected a number of ranks
            2                    | which benchmark? --list shows all
            """)
    void refusesWhatTheRanksWouldRefuse(String line, String message) {
        assertThatExceptionOfType(UsageException.class)
                .isThrownBy(() -> check(line))
                .withMessage(message);
    }

    private static void check(String line) throws UsageException {
        List<String> words = List.of(line.split(" "));
        Preflight.check(words.getFirst(), words.subList(1, words.size()));
    }
}
