/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.tern.bench.UsageException;
import org.junit.jupiter.api.Test;

class PeersOptionsTest {
    @Test
    void runsFiveRoundsOfTwoRanksWithBothPeers() throws UsageException {
        PeersOptions options = PeersOptions.parse("osu_latency");

        assertThat(options.rounds()).isEqualTo(5);
        assertThat(options.ranks()).isEqualTo(2);
        assertThat(options.with()).containsExactly("openmpi", "mpich");
        assertThat(options.mpirunArguments()).isEmpty();
        assertThat(options.isTable()).isFalse();
        assertThat(options.benchmark).containsExactly("osu_latency");
    }

    @Test
    void leavesTheOptionsOfTheBenchmarkToIt() throws UsageException {
        PeersOptions options = PeersOptions.parse(
                "osu_mbw_mr", "--rounds", "3", "-m", "64", "--with", "mpich,lam", "-W", "8", "-n", "4", "-c");

        assertThat(options.rounds()).isEqualTo(3);
        assertThat(options.ranks()).isEqualTo(4);
        assertThat(options.with()).containsExactly("mpich", "lam");
        assertThat(options.benchmark).containsExactly("osu_mbw_mr", "-m", "64", "-W", "8", "-c");
    }

    @Test
    void moreOptionsOfMpirunAreOneWord() throws UsageException {
        PeersOptions options =
                PeersOptions.parse("osu_latency", "--mpirun-args", "--bind-to core  --param x=y", "-m", "8");

        assertThat(options.mpirunArguments()).containsExactly("--bind-to", "core", "--param", "x=y");
        assertThat(options.benchmark).containsExactly("osu_latency", "-m", "8");
    }

    @Test
    void theTableHasRoundsOfItsOwnAndNoOtherOptions() throws UsageException {
        assertThat(PeersOptions.parse("table").isTable()).isTrue();
        assertThat(PeersOptions.parse("table").rounds()).isEqualTo(Goals.ROUNDS);
        assertThat(PeersOptions.parse("table", "--rounds", "7", "--mpirun-args", "--bind-to core")
                        .rounds())
                .isEqualTo(7);
        assertThat(PeersOptions.parse("table").measurements()).isEqualTo(Goals.all());
        assertThat(PeersOptions.parse("table", "threads").measurements()).isEqualTo(Goals.of("threads"));
        for (String more : new String[] {"-n=4", "--with=lam", "--over=tcp", "-f"}) {
            assertThatExceptionOfType(UsageException.class)
                    .isThrownBy(() -> PeersOptions.parse("table", more))
                    .withMessage("table has no options but --rounds and --mpirun-args");
        }
    }

    @Test
    void messagesMayGoOverTcp() throws UsageException {
        assertThat(PeersOptions.parse("netpipe").over()).isEqualTo(Transport.SHM);
        assertThat(PeersOptions.parse("netpipe", "--over", "shm").over()).isEqualTo(Transport.SHM);
        assertThat(PeersOptions.parse("netpipe", "--over", "tcp").over()).isEqualTo(Transport.TCP);
        assertThat(PeersOptions.parse("netpipe", "--over", "hosts").over()).isEqualTo(Transport.HOSTS);
        assertThatExceptionOfType(UsageException.class)
                .isThrownBy(() -> PeersOptions.parse("netpipe", "--over", "udp"))
                .withMessage("--over udp: expected shm, tcp or hosts");
    }

    @Test
    void acrossHostsNobodyIsBesideUnlessItIsSaid() throws UsageException {
        assertThat(PeersOptions.parse("shm_beside_tcp", "--over", "hosts").with())
                .isEmpty();
        assertThat(PeersOptions.parse("osu_latency", "--over", "hosts", "--with", "single")
                        .with())
                .containsExactly("single");
    }

    @Test
    void refusesRoundsThatMeasureNothing() {
        assertThatExceptionOfType(UsageException.class)
                .isThrownBy(() -> PeersOptions.parse("osu_latency", "--rounds", "0"))
                .withMessage("--rounds and -n must be at least 1");
    }
}
