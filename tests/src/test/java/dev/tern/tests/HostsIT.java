/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tern.examples.Hello;
import dev.tern.examples.Ring;
import dev.tern.tests.programs.CollectiveCalls;
import dev.tern.tests.programs.Misbehaving;
import dev.tern.tests.programs.PingPong;
import dev.tern.tests.programs.Storm;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs across hosts: shared memory inside each, TCP between them. */
class HostsIT {
    /** More than the launchers send to each other, far less than what a storm sends. */
    private static final long NOTHING = 500_000;

    private static final int ROUNDS = 4;
    private static final int LOST_SECONDS = 60;

    @ParameterizedTest
    @CsvSource({"2, 4", "2, 3", "4, 8"})
    void ranksOfOneHostShareMemoryAndOthersConnect(int count, int ranks) {
        try (VirtualHosts hosts = VirtualHosts.of(count, 1)) {
            storms(hosts, ranks);
            for (int host = 0; host < count; host++) {
                assertThat(hosts.received(host, "lo"))
                        .as("bytes inside host %s", host)
                        .isLessThan(NOTHING);
                assertThat(hosts.received(host, "eth0"))
                        .as("bytes to host %s", host)
                        .isGreaterThan(NOTHING);
            }
            assertThat(hosts.sharedFiles()).as("what is left").isEmpty();
        }
    }

    @Test
    void ranksRunWhereTheyBelong() {
        try (VirtualHosts hosts = VirtualHosts.of(4, 1)) {
            JobResult hello = hosts.job(7, Hello.class).run().succeeds();
            assertThat(hello.lines())
                    .containsExactlyInAnyOrderElementsOf(IntStream.range(0, 7)
                            .mapToObj(rank -> "Hello from rank " + rank + " of 7 on " + VirtualHosts.name(rank / 2))
                            .toList());
        }
    }

    /** Open MPI's launcher speaks PMIx, and reaches other hosts in a way of its own. */
    @Test
    void ranksOfOpenMpiFindEachOther() {
        try (VirtualHosts hosts = VirtualHosts.of(2, 1)) {
            long seed = seed();
            hosts.openMpiJob(2, 4, Storm.class, seed, ROUNDS)
                    .run()
                    .succeeds()
                    .prints("seed " + seed + ", 4 ranks: right, checksum");
            assertThat(hosts.received(1, "lo")).as("bytes inside a host").isLessThan(NOTHING);
            assertThat(hosts.received(1, "eth0")).as("bytes between the hosts").isGreaterThan(NOTHING);
            assertThat(hosts.sharedFiles()).as("what is left").isEmpty();
        }
    }

    @Test
    void collectiveCallsSpanHosts() {
        try (VirtualHosts hosts = VirtualHosts.of(2, 1)) {
            hosts.job(3, CollectiveCalls.class).run().succeeds().prints("right");
        }
    }

    @Test
    void encryptedTrafficArrives() {
        try (VirtualHosts hosts = VirtualHosts.of(2, 1)) {
            storms(hosts, 4, "--param", "tcp_encrypt=true");
            assertThat(hosts.received(1, "eth0")).as("bytes between the hosts").isGreaterThan(NOTHING);
        }
    }

    @Test
    void trafficGoesOverIp6() {
        assumeTrue(VirtualHosts.hasIp6(), "this kernel has no IPv6");
        try (VirtualHosts hosts = VirtualHosts.of(2, 2)) {
            storms(hosts, 4, "--param", "tcp_if_include=fd00:213:1::/64");
            assertThat(hosts.received(1, "eth1"))
                    .as("bytes in the network of IPv6")
                    .isGreaterThan(NOTHING);
            assertThat(hosts.received(1, "eth0"))
                    .as("bytes in the other network")
                    .isLessThan(NOTHING);
        }
    }

    /** A slow network changes when things arrive, not what. */
    @ParameterizedTest
    @ValueSource(strings = {"netem delay 1ms", "tbf rate 1gbit burst 128kb latency 20ms"})
    void trafficSurvivesSlowNetworks(String discipline) {
        try (VirtualHosts hosts = VirtualHosts.of(2, 1)) {
            hosts.shape(discipline.split(" "));
            storms(hosts, 4);
        }
    }

    /** Both networks are offered by all ranks, one of them leads nowhere. */
    @Test
    void theChosenNetworkIsUsedOrElseOneThatWorks() {
        try (VirtualHosts hosts = VirtualHosts.of(2, 2)) {
            hosts.block(0, 1);
            storms(hosts, 4, "--param", "tcp_if_include=10.213.0.0/24");
            assertThat(hosts.received(1, "eth0"))
                    .as("bytes in the network that works")
                    .isGreaterThan(NOTHING);
            hosts.job(3, Ring.class, "50").run().succeeds().prints("token 150, expected 150");
        }
    }

    @Test
    void aRankThatAbortsOnAnotherHostEndsTheJob() {
        try (VirtualHosts hosts = VirtualHosts.of(2, 1)) {
            hosts.job(1, 2, Misbehaving.class, "abort5", "recv").run().exits(5).complains("rank 1", "abort(5)");
            hosts.job(1, 2, Misbehaving.class, "throw", "barrier")
                    .run()
                    .exits(1)
                    .complains("thrown on purpose", "of rank 1");
            assertThat(hosts.sharedFiles()).as("what is left").isEmpty();
        }
    }

    @Test
    void ranksOnAllHostsEndWhenTheLauncherIsKilled() {
        try (VirtualHosts hosts = VirtualHosts.of(2, 1);
                RunningJob job = hosts.job(4, PingPong.class).start()) {
            job.awaitOutput("^playing$");
            RunningJob.signal("KILL", job.pid());
            job.nothingRemainsAfter(10, "a job whose launcher was killed");
            assertThat(hosts.sharedFiles()).as("what is left").isEmpty();
        }
    }

    @Test
    void theJobEndsWhenAHostIsCutOff() {
        try (VirtualHosts hosts = VirtualHosts.of(2, 1);
                RunningJob job = hosts.job(4, PingPong.class)
                        .options("--param", "tcp_timeout=6")
                        .limit(LOST_SECONDS)
                        .start()) {
            job.awaitOutput("^playing$");
            hosts.cut(1, 0);
            JobResult result = job.await(LOST_SECONDS).within(LOST_SECONDS).complains("nodeb", "[lost-host]");
            assertThat(result.exit()).as("exit code of %s", result).isNotZero();
            assertThat(hosts.sharedFiles()).as("what is left").isEmpty();
        }
    }

    private static void storms(VirtualHosts hosts, int ranks, String... options) {
        long seed = seed();
        hosts.job(ranks, Storm.class, seed, ROUNDS)
                .options(options)
                .run()
                .succeeds()
                .prints("seed " + seed + ", " + ranks + " ranks: right, checksum");
    }

    /** A failure names its seed; {@code -Dtern.seed=N} repeats it. */
    private static long seed() {
        return Long.getLong("tern.seed", new Random().nextLong(1_000_000));
    }
}
