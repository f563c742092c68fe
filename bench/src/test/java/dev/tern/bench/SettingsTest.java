/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import dev.tern.bench.netpipe.Curve;
import dev.tern.bench.netpipe.Plan;
import dev.tern.bench.netpipe.Traffic;
import dev.tern.bench.pattern.DataKind;
import dev.tern.bench.thread.ThreadKind;
import dev.tern.bench.thread.ThreadLevel;
import dev.tern.bench.thread.ThreadPlan;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsTest {
    private static Settings settings(String line) throws UsageException {
        return Settings.of(BenchOptions.parse(line.isEmpty() ? new String[0] : line.split(" ")));
    }

    @Test
    void withoutOptionsTheDefaultsOfTheOriginalHold() throws UsageException {
        Settings latency = settings("osu_latency");
        assertThat(latency.sizes()).startsWith(0, 1, 2).endsWith(4 << 20).hasSize(24);
        assertThat(latency.schedule().rounds(1)).isEqualTo(10_000);
        assertThat(latency.schedule().warmUp(1 << 20)).isEqualTo(10);
        assertThat(latency.kind()).isEqualTo(DataKind.BUFFER);
        assertThat(latency.validate()).isFalse();
        assertThat(latency.sameBuffer()).isFalse();
        assertThat(latency.busyNeighbours()).isFalse();
        assertThat(latency.limit()).isEqualTo(new TimeLimit(2));

        assertThat(settings("osu_bw").sizes()).startsWith(1).endsWith(4 << 20);
        assertThat(settings("osu_bw").window()).isEqualTo(64);
        assertThat(settings("osu_bcast").sizes()).startsWith(1).endsWith(1 << 20);
        assertThat(settings("osu_allreduce").sizes()).startsWith(4).endsWith(1 << 20);
        assertThat(settings("osu_barrier").sizes()).containsExactly(0);
        assertThat(settings("mpibench").schedule().rounds(16384)).isEqualTo(6400);
        assertThat(settings("shm_beside_tcp").sizes()).startsWith(0, 8, 16).endsWith(1024);
    }

    @Test
    void optionsReplaceDefaults() throws UsageException {
        Settings settings = settings("osu_mbw_mr -m 2:8 -i 7 -x 0 -W 3 -p 2 -c -a arrays --jit-warmup 0");

        assertThat(settings.sizes()).containsExactly(2, 4, 8);
        assertThat(settings.schedule().rounds(1 << 20)).isEqualTo(7);
        assertThat(settings.schedule().warmUp(1)).isZero();
        assertThat(settings.window()).isEqualTo(3);
        assertThat(settings.pairs(6)).isEqualTo(2);
        assertThat(settings.validate()).isTrue();
        assertThat(settings.kind()).isEqualTo(DataKind.ARRAYS);
        assertThat(settings.jitSeconds()).isZero();
        assertThat(settings("osu_latency -a direct").kind()).isEqualTo(DataKind.DIRECT);
    }

    @Test
    void givenRoundsAreRunHoweverLongTheyTake() throws UsageException {
        assertThat(settings("osu_bw --max-time 0.5").limit()).isEqualTo(new TimeLimit(0.5));
        assertThat(settings("osu_bw --max-time 0.5 -i 3").limit()).isEqualTo(TimeLimit.NONE);
    }

    @Test
    void busyNeighboursLeaveOnePair() throws UsageException {
        Settings settings = settings("osu_latency --busy-neighbours");

        assertThat(settings.pairs(3)).isEqualTo(1);
        assertThat(settings.pairs(8)).isEqualTo(1);
    }

    @Test
    void amongBusyNeighboursTimeAloneDecidesUnlessRoundsAreGiven() throws UsageException {
        assertThat(settings("osu_latency --busy-neighbours").schedule().rounds(1 << 20))
                .isGreaterThan(1_000_000);
        assertThat(settings("osu_latency --busy-neighbours -i 5").schedule().rounds(1))
                .isEqualTo(5);
        assertThat(settings("osu_latency --busy-neighbours -i 5").schedule().warmUp(1))
                .isEqualTo(100);
        assertThat(settings("osu_latency --busy-neighbours -x 0").schedule().rounds(1))
                .isEqualTo(10_000);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ''                               | which benchmark? --list shows all
            osu_latncy                       | no benchmark is called 'osu_latncy': did you mean osu_latency? --list shows all
            osu_latency -W 2                 | osu_latency has no option -W; it has -i -x -a --beside --busy-neighbours --same-buffer --thread-level -c -f -m
            mpibench -f                      | mpibench has no option -f; it has -i -x -a --beside --same-buffer -c -m
            osu_bw -p 2                      | osu_bw has no option -p; it has -i -x -a --beside -W -c -f -m
            osu_barrier -c                   | osu_barrier has no option -c; it has -i -x -a -f
            osu_bw --same-buffer             | osu_bw has no option --same-buffer; it has -i -x -a --beside -W -c -f -m
            osu_multi_lat --busy-neighbours  | osu_multi_lat has no option --busy-neighbours; it has -i -x -a --beside --same-buffer -c -f -m
            osu_latency --same-buffer -c     | --same-buffer does not go with -c: what should come back is there before
            osu_latency --max-time 0         | --max-time must be positive
            osu_latency --max-time NaN       | --max-time must be positive
            osu_latency -i 0                 | -i 0: must be at least 1
            osu_latency -x -1                | -x -1: must be at least 0
            osu_bw -W 0                      | -W 0: must be at least 1
            osu_latency --jit-warmup -1      | --jit-warmup must not be negative
            osu_allreduce -m 1:3             | -m 1:3: no multiple of 4 bytes lies in this range, and osu_allreduce has no other sizes
            osu_bw --beside x                | --beside x: there is no published table of osu_bw
            osu_latency --beside mvapich     | --beside mvapich: no published table of osu_latency has this name: did you mean mvapich2-1.9-snb?
            osu_latency -t 2                 | osu_latency has no option -t; it has -i -x -a --beside --busy-neighbours --same-buffer --thread-level -c -f -m
            osu_mbw_mr -t 1,2                | osu_mbw_mr has no option -t N,N; it has -i -x -a --beside --one-comm --thread-level --threads-kind -W -c -f -m -p -t
            threads -t 1:2                   | threads has no option -t SENDERS:RECEIVERS; it has -i -x -a --beside --mode --one-comm --threads-kind -W -f -m -t -t N,N
            threads -t 1,,2                  | -t 1,,2: expected numbers of threads from 1 to 1024
            threads -t 0                     | -t 0: expected numbers of threads from 1 to 1024
            osu_latency_mt -t 1025           | -t 1025: expected numbers of threads from 1 to 1024
            osu_mbw_mr -t 2 --thread-level single | -t 2: several threads need --thread-level multiple
            threads --mode pingpong          | Invalid value for option '--mode': expected proc-null, ping-pong or window, not 'pingpong'
            threads --threads-kind green     | Invalid value for option '--threads-kind': expected platform or virtual, not 'green'
            shm_beside_tcp -c                | shm_beside_tcp has no option -c; it has -i -x -a -m
            netpipe -l 9 -u 8                | -l 9: is above the upper bound, 8
            netpipe -l 0                     | -l 0: must be from 1 to 1073741824
            netpipe -p -1                    | -p -1: must be at least 0
            netpipe -s -2                    | -s and -2: messages go one way or both
            netpipe -m 8                     | netpipe has no option -m; it has -i -x -a --beside -2 -c -l -p -s -u
            osu_latency -u 8                 | osu_latency has no option -u; it has -i -x -a --beside --busy-neighbours --same-buffer --thread-level -c -f -m
            osu_latency --besides x          | unknown option --besides: did you mean --beside?
            osu_latency -z                   | unknown option -z: -h shows all
            osu_latency -i ten               | Invalid value for option '--iterations': 'ten' is not an int
            osu_latency -a array             | Invalid value for option '--api': expected buffer, direct or arrays, not 'array'
            """)
    void wrongOptionsAreExplained(String line, String message) {
        assertThatExceptionOfType(UsageException.class)
                .isThrownBy(() -> settings(line))
                .withMessage(message);
    }

    @Test
    void optionsTakenBySomebodyElseAreNamedToo() {
        assertThatExceptionOfType(UsageException.class)
                .isThrownBy(() -> BenchOptions.parse(List.of("--rond", "3"), Set.of("--rounds")))
                .withMessage("unknown option --rond: did you mean --rounds?");
    }

    @ParameterizedTest
    @CsvSource({
        "osu_latency, 2, 1",
        "osu_multi_lat, 6, 3",
        "osu_mbw_mr, 2, 1",
        "osu_mbw_mr, 5, 2",
        "osu_bcast, 3, 1",
        "mpibench, 2, 1"
    })
    void pairsAsManyRanksAsThereAre(String name, int ranks, int pairs) throws UsageException {
        assertThat(settings(name).pairs(ranks)).isEqualTo(pairs);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            osu_latency     | 1 | osu_latency needs exactly 2 ranks and was started on 1: try mpirun -n 2
            osu_bibw        | 3 | osu_bibw needs exactly 2 ranks and was started on 3: try mpirun -n 2
            osu_multi_lat   | 5 | osu_multi_lat needs an even number of ranks and was started on 5: try mpirun -n 6
            osu_barrier     | 1 | osu_barrier needs at least 2 ranks and was started on 1: try mpirun -n 2
            osu_latency --busy-neighbours | 2 | --busy-neighbours needs at least 3 ranks and was started on 2: try mpirun -n 4
            threads         | 3 | threads needs 1 or 2 ranks and was started on 3: try mpirun -n 2
            threads --mode proc-null | 2 | threads --mode proc-null needs exactly 1 rank and was started on 2: try mpirun -n 1
            threads --mode window | 1 | threads --mode window needs exactly 2 ranks and was started on 1: try mpirun -n 2
            shm_beside_tcp  | 2 | shm_beside_tcp needs exactly 4 ranks and was started on 2: try mpirun -n 4
            shm_beside_tcp  | 5 | shm_beside_tcp needs exactly 4 ranks and was started on 5: try mpirun -n 4
            osu_mbw_mr -p 4 | 7 | -p 4: needs 8 ranks and was started on 7
            """)
    void refusesNumbersOfRanksThatDoNotFit(String line, int ranks, String message) throws UsageException {
        Settings settings = settings(line);

        assertThatExceptionOfType(UsageException.class)
                .isThrownBy(() -> settings.pairs(ranks))
                .withMessage(message);
    }

    @Test
    void threadsAreCountedAsTheBenchmarkWants() throws UsageException {
        assertThat(settings("threads").threads().counts()).containsExactly(1, 2, 3, 4, 5, 6, 7, 8);
        assertThat(settings("threads -t 4,1").threads().counts()).containsExactly(4, 1);
        assertThat(settings("threads -t 4,1").threads().most()).isEqualTo(4);
        assertThat(settings("threads -t 1").threads().level()).isEqualTo(ThreadLevel.MULTIPLE);
        assertThat(settings("osu_latency_mt").threads())
                .isEqualTo(new ThreadPlan(List.of(2), 1, false, ThreadKind.PLATFORM, ThreadLevel.MULTIPLE));
        assertThat(settings("osu_latency_mt -t 3 --threads-kind virtual").threads())
                .isEqualTo(new ThreadPlan(List.of(3), 1, false, ThreadKind.VIRTUAL, ThreadLevel.MULTIPLE));
        assertThat(settings("osu_latency_mt -t 5:3").threads().senders()).isEqualTo(5);
        assertThat(settings("osu_mbw_mr").threads()).isEqualTo(ThreadPlan.ALONE);
        assertThat(settings("osu_mbw_mr -t 2 --one-comm").threads())
                .isEqualTo(new ThreadPlan(List.of(2), 2, true, ThreadKind.PLATFORM, ThreadLevel.MULTIPLE));
        assertThat(settings("osu_latency --thread-level serialized").threads().level())
                .isEqualTo(ThreadLevel.SERIALIZED);
    }

    @Test
    void withoutModeTheNumberOfRanksDecides() throws UsageException {
        assertThat(settings("threads").mode(1)).isEqualTo(Mode.PROC_NULL);
        assertThat(settings("threads").mode(2)).isEqualTo(Mode.PING_PONG);
        assertThat(settings("threads --mode window").mode(2)).isEqualTo(Mode.WINDOW);
        assertThat(settings("threads").pairs(1)).isZero();
    }

    @Test
    void netpipeHasAPlan() throws UsageException {
        Plan plan = settings("netpipe").sweep().orElseThrow();
        assertThat(plan.curve()).isEqualTo(new Curve(1, 8 << 20, 3));
        assertThat(plan.traffic()).isEqualTo(Traffic.PING_PONG);
        assertThat(plan.rounds()).isEmpty();
        assertThat(plan.seconds()).isCloseTo(0.1, within(1e-9));
        assertThat(plan.sameBuffer()).isTrue();
        assertThat(plan.largest()).isEqualTo((8 << 20) + 3);
        assertThat(settings("netpipe -c").sweep().orElseThrow().sameBuffer()).isFalse();
        assertThat(settings("netpipe -2").sweep().orElseThrow().traffic()).isEqualTo(Traffic.BOTH_WAYS);
        assertThat(settings("netpipe -s -l 100 -u 200 -p 0 -i 7").sizes()).containsExactly(100, 150, 200);
        assertThat(settings("netpipe -l 9000000").sizes()).containsExactly(8_999_997, 9_000_000, 9_000_003);
        assertThat(settings("netpipe -p 0").pairs(2)).isEqualTo(1);
        assertThat(settings("osu_latency").sweep()).isEmpty();
    }

    @Test
    void nativeProgramsGetTheOptionsTheyKnow() throws UsageException {
        BenchOptions options = BenchOptions.parse(
                "osu_mbw_mr", "-m", "8", "-i", "5", "-x", "1", "-W", "2", "-p", "1", "-c", "-a", "arrays");

        assertThat(options.nativeArguments())
                .containsExactly("-m", "8", "-i", "5", "-x", "1", "-W", "2", "-p", "1", "-d", "2", "-c");
        assertThat(BenchOptions.parse("osu_bcast", "-f").nativeArguments()).containsExactly("-d", "2", "-f");
        assertThat(BenchOptions.parse("osu_latency", "--same-buffer", "--busy-neighbours", "--max-time", "0.5")
                        .nativeArguments())
                .containsExactly("-d", "2", "--max-time", "0.5", "--same-buffer", "--busy-neighbours");
        assertThat(BenchOptions.parse("threads", "-t", "1,2", "--mode", "proc-null", "--one-comm")
                        .nativeArguments())
                .containsExactly("-t", "1,2", "--mode", "proc-null", "-d", "2", "--one-comm");
        assertThat(BenchOptions.parse("netpipe", "-l", "2", "-u", "8", "-p", "0", "-s", "-2")
                        .nativeArguments())
                .containsExactly("-p", "0", "-l", "2", "-u", "8", "-d", "2", "-s", "-2");
        assertThat(BenchOptions.parse("osu_latency", "--thread-level", "multiple")
                        .nativeArguments())
                .containsExactly("--thread-level", "multiple", "-d", "2");
    }
}
