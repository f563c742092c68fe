/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tern.error.MpiError;
import dev.tern.os.NativeAccess;
import dev.tern.testing.Threads;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PmixWireupTest {
    private static final class Events implements LauncherEvents {
        final Semaphore lost = new Semaphore(0);

        @Override
        public void launcherLost() {
            lost.release();
        }

        @Override
        public void reportRequested() {}
    }

    private final Events events = new Events();

    /** A server: what it knows of the job and of each rank, and what ranks have put. */
    private static final class Server {
        final Map<String, Object> known = new ConcurrentHashMap<>();
        final int size;
        final CyclicBarrier barrier;

        Server(int size) {
            this.size = size;
            this.barrier = new CyclicBarrier(size);
            tell(Pmix.ALL, "pmix.job.size", (long) size);
        }

        void tell(int rank, String key, Object value) {
            known.put(rank + " " + key, value);
        }
    }

    /** A rank's library. Values are there after a fence only, and a key may be put but once. */
    private static final class FakePmix implements Pmix {
        final List<String> calls = new ArrayList<>();
        private final Server server;
        private final int rank;
        private final Map<String, String> pending = new HashMap<>();
        private Runnable onLost;

        FakePmix(Server server, int rank) {
            this.server = server;
            this.rank = rank;
        }

        void loseConnection() {
            onLost.run();
        }

        @Override
        public void init() {
            calls.add("init");
        }

        @Override
        public String namespace() {
            return "slurm.pmix.17.0";
        }

        @Override
        public int rank() {
            return rank;
        }

        @Override
        public Object get(int owner, String key) {
            return server.known.get(owner + " " + key);
        }

        @Override
        public void put(String key, String value) {
            assertThat(pending.put(key, value)).isNull();
            assertThat(server.known).doesNotContainKey(rank + " " + key);
        }

        @Override
        public void fence() {
            pending.forEach((key, value) -> server.tell(rank, key, value));
            pending.clear();
            try {
                server.barrier.await();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void abort(int exitCode, String message) {
            calls.add("abort " + exitCode + " " + message);
        }

        @Override
        public void finish() {
            calls.add("finish");
        }

        @Override
        public void onLostConnection(Runnable action) {
            onLost = action;
        }
    }

    private interface Body {
        void run(PmixWireup wireup) throws Exception;
    }

    private void onAll(Server server, Body body) {
        Threads.together(IntStream.range(0, server.size)
                .mapToObj(rank -> (Threads.Body) () -> body.run(new PmixWireup(new FakePmix(server, rank), events)))
                .toArray(Threads.Body[]::new));
    }

    @Test
    void ranksFindEachOther() {
        onAll(new Server(4), wireup -> {
            int rank = wireup.rank();
            assertThat(wireup.size()).isEqualTo(4);
            assertThat(wireup.job()).isEqualTo("pmix-slurm-pmix-17-0");
            assertThat(wireup.removesFiles()).isFalse();
            wireup.barrier();
            wireup.put("address-" + rank, "/tmp/a b\\c%\n=" + rank);
            wireup.put("empty " + rank, "");
            if (rank == 2) {
                wireup.put("secret", "of rank 2");
            }
            wireup.barrier();
            wireup.put("later-" + rank + "-1", "second");
            for (int peer = 0; peer < 4; peer++) {
                assertThat(wireup.get("address-" + peer)).isEqualTo("/tmp/a b\\c%\n=" + peer);
                assertThat(wireup.get("empty " + peer)).isEmpty();
            }
            assertThat(wireup.get("secret")).isEqualTo("of rank 2");
            wireup.barrier();
            for (int peer = 0; peer < 4; peer++) {
                assertThat(wireup.get("later-" + peer + "-1")).isEqualTo("second");
                assertThat(wireup.get("address-" + peer)).endsWith("=" + peer);
            }
            for (String key : new String[] {"nosuch", "nosuch-99999999999", "nosuch-3", "later-1-2"}) {
                assertThatExceptionOfType(MpiError.class)
                        .isThrownBy(() -> wireup.get(key))
                        .withMessageContaining(key);
            }
        });
    }

    @Test
    void nothingIsThereBeforeTheFirstBarrier() {
        onAll(new Server(2), wireup -> {
            wireup.put("key", "value");
            assertThatExceptionOfType(MpiError.class)
                    .isThrownBy(() -> wireup.get("key"))
                    .withMessageContaining("key");
            wireup.barrier();
            assertThat(wireup.get("key")).isEqualTo("value");
        });
    }

    @Test
    void nodesAreThoseOfTheServer() {
        Server server = new Server(5);
        long[] numbers = {7, 3, 7, 3, 9};
        for (int rank = 0; rank < 5; rank++) {
            server.tell(rank, "pmix.nodeid", numbers[rank]);
            server.tell(rank, "pmix.hname", "all the same");
        }
        onAll(server, wireup -> assertThat(wireup.nodes()).containsExactly(0, 1, 0, 1, 2));
    }

    @Test
    void orFollowFromNamesOfHostsIfNotAllAreNumbered() {
        Server server = new Server(4);
        server.tell(0, "pmix.nodeid", 0L);
        for (int rank = 0; rank < 4; rank++) {
            server.tell(rank, "pmix.hname", "host" + rank / 2);
        }
        onAll(server, wireup -> assertThat(wireup.nodes()).containsExactly(0, 0, 1, 1));
    }

    @Test
    void orTheRanksTellTheirHosts() {
        onAll(new Server(3), wireup -> {
            wireup.put("before-" + wireup.rank(), "x");
            assertThat(wireup.nodes()).containsExactly(0, 0, 0);
            assertThat(wireup.rank() == 1 ? wireup.nodes() : new int[3])
                    .as("asked again by one alone")
                    .containsExactly(0, 0, 0);
            wireup.barrier();
            assertThat(wireup.get("before-2")).isEqualTo("x");
        });
    }

    @Test
    void aloneNeedsNoNodes() {
        onAll(new Server(1), wireup -> assertThat(wireup.nodes()).containsExactly(0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "2000000000000", "text"})
    void sizesThatCannotBeAreErrors(String size) {
        Server server = new Server(1);
        server.tell(Pmix.ALL, "pmix.job.size", size.equals("text") ? size : (Object) Long.valueOf(size));
        assertThatExceptionOfType(MpiError.class)
                .isThrownBy(() -> new PmixWireup(new FakePmix(server, 0), events))
                .withMessageContaining("pmix.job.size: " + size);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 2, -2})
    void ranksThatCannotBeAreErrors(int rank) {
        assertThatExceptionOfType(MpiError.class)
                .isThrownBy(() -> new PmixWireup(new FakePmix(new Server(2), rank), events))
                .withMessageContaining("rank " + rank + " of 2");
    }

    @Test
    void lossAbortAndGoodbyeArePassedOn() throws Exception {
        var library = new FakePmix(new Server(1), 0);
        var wireup = new PmixWireup(library, events);
        wireup.leave();
        wireup.abort(5, "no reason");
        wireup.close();
        assertThat(library.calls).containsExactly("init", "abort 5 no reason", "finish");
        assertThat(events.lost.availablePermits()).isZero();
        library.loseConnection();
        assertThat(events.lost.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aLibraryThatIsNotThereIsAnErrorThatSaysWhatToInstall() {
        assumeTrue(NativeAccess.isEnabled(), NativeAccess.reason());
        assertThatExceptionOfType(MpiError.class)
                .isThrownBy(() -> new PmixLibrary(List.of("libnosuch.so.2", "/nowhere/libpmix.so.2")))
                .withMessageContainingAll("libnosuch.so.2, /nowhere/libpmix.so.2", "libpmix2", "LD_LIBRARY_PATH");
    }

    @Test
    void aLibraryWithoutTheFunctionsIsAnErrorThatNamesOne() {
        assumeTrue(NativeAccess.isEnabled(), NativeAccess.reason());
        assumeTrue(System.getProperty("os.name").equals("Linux"));
        assertThatExceptionOfType(MpiError.class)
                .isThrownBy(() -> new PmixLibrary(List.of("libnosuch.so.2", "libc.so.6")))
                .withMessageContainingAll("PMIx_Init", "PMIx 3 or newer");
    }

    @Test
    void theLibraryIsLookedForWhereInstallationsSay() {
        assertThat(PmixLibrary.candidates(Map.of("PMIX_INSTALL_PREFIX", "/opt/pmix", "OPAL_PREFIX", "/opt/ompi")))
                .startsWith("libpmix.so.2")
                .endsWith("/opt/pmix/lib/libpmix.so.2", "/opt/ompi/lib/libpmix.so.2");
        assertThat(PmixLibrary.candidates(Map.of())).startsWith("libpmix.so.2").noneMatch(name -> name.contains("opt"));
    }
}
