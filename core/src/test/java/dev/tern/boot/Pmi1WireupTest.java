/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.tern.boot.FakeLauncher.Dialect;
import dev.tern.error.ErrorClass;
import dev.tern.error.MpiError;
import dev.tern.testing.Captured;
import dev.tern.testing.Seed;
import dev.tern.testing.Threads;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class Pmi1WireupTest {

    /** Counts what the launcher has told. */
    private static final class Events implements LauncherEvents {
        final Semaphore lost = new Semaphore(0);
        final Semaphore reports = new Semaphore(0);

        @Override
        public void launcherLost() {
            lost.release();
        }

        @Override
        public void reportRequested() {
            reports.release();
        }
    }

    private final Events events = new Events();

    private Pmi1Wireup connect(FakeLauncher launcher, int id) {
        return Pmi1Wireup.overTcp(launcher.port(), String.valueOf(id), "job-1", events);
    }

    /** A launcher that answers one request in a way of its own. */
    private static FakeLauncher answering(String request, String answer) throws IOException {
        return new FakeLauncher(2, Dialect.OLD, line -> line.startsWith(request) ? answer : null);
    }

    private static boolean soon(Semaphore event) throws InterruptedException {
        return event.tryAcquire(10, TimeUnit.SECONDS);
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void ranksFindEachOther(Dialect dialect) throws IOException {
        int size = 3;
        try (var launcher = new FakeLauncher(size, dialect, line -> null)) {
            Threads.Body[] ranks = new Threads.Body[size];
            for (int i = 0; i < size; i++) {
                int rank = i;
                ranks[i] = () -> {
                    Pmi1Wireup wireup = connect(launcher, rank);
                    assertThat(wireup.rank()).isEqualTo(rank);
                    assertThat(wireup.size()).isEqualTo(size);
                    assertThat(wireup.nodes()).containsExactly(0, 0, 0);
                    wireup.put("address-" + rank, "/tmp/a b\\c%\n=" + rank);
                    wireup.barrier();
                    for (int peer = 0; peer < size; peer++) {
                        assertThat(wireup.get("address-" + peer)).isEqualTo("/tmp/a b\\c%\n=" + peer);
                    }
                    wireup.barrier();
                    wireup.close();
                };
            }
            Threads.together(ranks);
            assertThat(launcher.requests()).contains("cmd=finalize", "cmd=barrier_in", "cmd=initack pmiid=2");
            assertThat(launcher.requests()).anyMatch(line -> line.contains("pmi_version=1"));
        }
        assertThat(events.lost.availablePermits())
                .as("after goodbye the end is no loss")
                .isZero();
    }

    @Test
    void oneRankNeedsNoMapping() throws IOException {
        try (var launcher =
                new FakeLauncher(1, Dialect.OLD, line -> line.startsWith("cmd=get ") ? "cmd=get_result rc=-1" : null)) {
            assertThat(connect(launcher, 0).nodes()).containsExactly(0);
        }
    }

    /** A mapping that is too long for a value is left out. */
    @ParameterizedTest
    @EnumSource(Dialect.class)
    void ranksTellTheirHostsWhereTheLauncherDoesNot(Dialect dialect) throws IOException {
        int size = 3;
        String none =
                dialect == Dialect.OLD ? "cmd=get_result rc=-1 msg=no value=unknown" : "cmd=get_result found=FALSE";
        try (var launcher =
                new FakeLauncher(size, dialect, line -> line.contains("key=PMI_process_mapping") ? none : null)) {
            Threads.Body[] ranks = new Threads.Body[size];
            for (int i = 0; i < size; i++) {
                int rank = i;
                ranks[i] = () -> {
                    Pmi1Wireup wireup = connect(launcher, rank);
                    assertThat(wireup.nodes()).containsExactly(0, 0, 0);
                    if (rank == 1) {
                        assertThat(wireup.nodes())
                                .as("asked again by one alone")
                                .containsExactly(0, 0, 0);
                    }
                };
            }
            Threads.together(ranks);
        }
    }

    @Test
    void goodbyeWithoutFinalizeIsForLaunchersThatNeedIt() throws Exception {
        try (var launcher = new FakeLauncher(1)) {
            Pmi1Wireup.overTcp(launcher.port(), "0", "job-1", events).leave(); // Tern's mpirun does not
            Pmi1Wireup.overTcp(launcher.port(), "0", null, events).leave();
            while (!launcher.requests().getLast().equals("cmd=finalize")) {
                Threads.pause();
            }
            assertThat(launcher.requests()).containsOnlyOnce("cmd=finalize");
        }
    }

    /** What the launcher has not read before the abort is lost. */
    @Test
    void otherLaunchersGetToReadTheOutputBeforeAnAbort() throws Exception {
        try (var launcher = new FakeLauncher(2)) {
            Pmi1Wireup wireup = Pmi1Wireup.overTcp(launcher.port(), "0", null, events);
            int before = launcher.requests().size();
            wireup.abort(5, "no reason");
            String abort = "cmd=abort exitcode=5 message=no+reason";
            while (!launcher.requests().getLast().equals(abort)) {
                Threads.pause();
            }
            assertThat(launcher.requests().subList(before, before + 3))
                    .containsExactly("cmd=get_my_kvsname", "cmd=get_my_kvsname", abort);
        }
    }

    @Test
    void abortDoesNotWaitForAnotherThread() throws Exception {
        try (var launcher = new FakeLauncher(2)) { // the other rank never comes to the barrier
            Pmi1Wireup wireup = Pmi1Wireup.overTcp(launcher.port(), "0", null, events);
            Threads.together(() -> assertThatExceptionOfType(MpiError.class).isThrownBy(wireup::barrier), () -> {
                while (!launcher.requests().getLast().equals("cmd=barrier_in")) {
                    Threads.pause();
                }
                wireup.abort(5, "no reason");
                while (!launcher.requests().getLast().startsWith("cmd=abort exitcode=5")) {
                    Threads.pause();
                }
                launcher.disconnect();
            });
        }
    }

    @Test
    void jobIsNamedByTheEnvironmentOrTheKeySpace() throws IOException {
        try (var launcher = new FakeLauncher(1)) {
            assertThat(connect(launcher, 0).job()).isEqualTo("job-1");
            assertThat(Pmi1Wireup.overTcp(launcher.port(), "0", null, events).job())
                    .isEqualTo("kvs-31487-0-host");
        }
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void keyThatNobodyPutIsAnError(Dialect dialect) throws IOException {
        try (var launcher = new FakeLauncher(1, dialect, line -> null)) {
            Pmi1Wireup wireup = connect(launcher, 0);
            assertThatExceptionOfType(MpiError.class)
                    .isThrownBy(() -> wireup.get("nosuch"))
                    .withMessageContaining("get_result");
            wireup.put("after", "it works");
            assertThat(wireup.get("after")).isEqualTo("it works");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "cmd=initack, cmd=initack rc=-1",
        "cmd=initack, cmd=hello",
        "cmd=initack, nonsense",
        "cmd=initack, ''",
        "cmd=init , cmd=response_to_init rc=1 msg=version",
        "cmd=init , cmd=response_to_abort rc=0",
        "cmd=get_my_kvsname, cmd=my_kvsname",
        "cmd=get_my_kvsname, cmd=my_kvsname rc=1",
        "cmd=get_my_kvsname, cmd="
    })
    void wrongAnswersAreErrors(String request, String answer) throws IOException {
        // Nothing is as good as a line that is empty: the fake launcher sends the answer and a line feed.
        try (var launcher = answering(request, answer.isEmpty() ? "\n" : answer)) {
            assertThatExceptionOfType(MpiError.class)
                    .isThrownBy(() -> connect(launcher, 0))
                    .withMessageContaining("launcher")
                    .matches(e -> e.errorClass() == ErrorClass.OTHER);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "x, 0, size",
        "-1, 0, size",
        "2000000000, 0, size",
        "99999999999999, 0, size",
        "'', 0, size",
        "2, 2, rank",
        "2, -1, rank",
        "2, x, rank",
        "0, 0, rank"
    })
    void numbersThatCannotBeAreErrors(String size, String rank, String named) throws IOException {
        String answer = "cmd=initack\ncmd=set size=" + size + "\ncmd=set rank=" + rank + "\ncmd=set debug=0";
        try (var launcher = answering("cmd=initack", answer)) {
            assertThatExceptionOfType(MpiError.class)
                    .isThrownBy(() -> connect(launcher, 0))
                    .withMessageContaining(named);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"cmd=initack", "cmd=init ", "cmd=get_my_kvsname"})
    void launcherThatLeavesDuringStartIsAnError(String request) throws Exception {
        try (var launcher = answering(request, FakeLauncher.CLOSE)) {
            assertThatExceptionOfType(MpiError.class).isThrownBy(() -> connect(launcher, 0));
            assertThat(soon(events.lost)).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"cmd=put", "cmd=get ", "cmd=barrier_in"})
    void launcherThatLeavesLaterIsAnErrorEachTime(String request) throws Exception {
        try (var launcher = answering(request, FakeLauncher.CLOSE)) {
            Pmi1Wireup wireup = connect(launcher, 0);
            assertThatExceptionOfType(MpiError.class).isThrownBy(() -> {
                wireup.put("a", "b");
                wireup.get("a");
                wireup.barrier();
            });
            assertThat(soon(events.lost)).isTrue();
            for (int i = 0; i < 3; i++) {
                assertThatExceptionOfType(MpiError.class).isThrownBy(() -> wireup.get("a"));
            }
        }
    }

    @Test
    void lossIsToldThoughNobodyAsks() throws Exception {
        try (var launcher = new FakeLauncher(1)) {
            connect(launcher, 0);
            assertThat(events.lost.availablePermits()).isZero();
            launcher.disconnect();
            assertThat(soon(events.lost)).isTrue();
        }
    }

    @Test
    void lossIsToldThoughAnswersThatNobodyWantedPileUp() throws Exception {
        try (var launcher = new FakeLauncher(1)) {
            connect(launcher, 0);
            for (int i = 0; i < 100; i++) {
                launcher.say("cmd=unwanted number=" + i);
            }
            launcher.disconnect();
            assertThat(soon(events.lost)).isTrue();
        }
    }

    @Test
    void endWithoutAnswerToGoodbyeIsAnErrorButNoLoss() throws IOException {
        try (var launcher = answering("cmd=finalize", FakeLauncher.CLOSE)) {
            Pmi1Wireup wireup = connect(launcher, 0);
            assertThatExceptionOfType(MpiError.class).isThrownBy(wireup::close);
        }
        assertThat(events.lost.availablePermits()).isZero();
    }

    @Test
    void lineWithoutEndIsAnErrorNotMemory() throws Exception {
        try (var launcher = answering("cmd=get ", "cmd=get_result rc=0 value=" + "x".repeat(1 << 20))) {
            Pmi1Wireup wireup = connect(launcher, 0);
            assertThatExceptionOfType(MpiError.class).isThrownBy(() -> wireup.get("a"));
            assertThat(soon(events.lost)).isTrue();
        }
    }

    @Test
    void longestUsualValueArrives() throws IOException {
        try (var launcher = new FakeLauncher(1)) {
            Pmi1Wireup wireup = connect(launcher, 0);
            wireup.put("a", "x".repeat(4096));
            assertThat(wireup.get("a")).hasSize(4096);
        }
    }

    @Test
    void reportsAreToldBetweenAnswers() throws Exception {
        try (var launcher = new FakeLauncher(
                1,
                Dialect.OLD,
                line -> line.startsWith("cmd=barrier_in")
                        ? "cmd=tern_report\ncmd=barrier_out\ncmd=tern_report"
                        : null)) {
            Pmi1Wireup wireup = connect(launcher, 0);
            wireup.barrier();
            wireup.put("a", "b");
            assertThat(events.reports.tryAcquire(2, 10, TimeUnit.SECONDS)).isTrue();
            launcher.say("cmd=tern_report");
            assertThat(soon(events.reports)).isTrue();
        }
    }

    @Test
    void reportThatFailsDoesNotEndTheConnection() throws Exception {
        var failing = new LauncherEvents() {
            @Override
            public void launcherLost() {
                events.launcherLost();
            }

            @Override
            public void reportRequested() {
                throw new IllegalStateException("not ready yet");
            }
        };
        try (var error = Captured.standardError(); // where a thread that dies says so
                var launcher = answering("cmd=put", "cmd=tern_report\ncmd=put_result rc=0")) {
            var wireup = Pmi1Wireup.overTcp(launcher.port(), "0", "job", failing);
            wireup.put("a", "b");
            launcher.disconnect();
            assertThat(soon(events.lost))
                    .as("loss after the report: %s", error.text())
                    .isTrue();
        }
    }

    @Test
    void abortTellsTheExitCodeAndWaitsForNothing() throws Exception {
        try (var launcher = new FakeLauncher(1)) {
            Pmi1Wireup wireup = connect(launcher, 0);
            wireup.abort(5, "no reason");
            while (!launcher.requests().getLast().equals("cmd=abort exitcode=5 message=no+reason")) {
                Threads.pause();
            }
            launcher.disconnect();
            wireup.abort(6, "no reason");
            wireup.abort(7, "no reason");
        }
        assertThat(events.lost.availablePermits())
                .as("after abort the end is no surprise")
                .isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "localhost", ":", "localhost:", "localhost:x", "localhost:99999", "localhost:-1", ":::"})
    void portsThatAreNoneAreErrors(String port) {
        assertThatExceptionOfType(MpiError.class)
                .isThrownBy(() -> Pmi1Wireup.overTcp(port, "0", "job", events))
                .withMessageContaining("PMI_PORT=" + port);
    }

    @Test
    void launcherThatDoesNotListenIsAnError() throws IOException {
        int port;
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = taken.getLocalPort();
        }
        assertThatExceptionOfType(MpiError.class)
                .isThrownBy(() -> Pmi1Wireup.overTcp("127.0.0.1:" + port, "0", "job", events))
                .withMessageContaining("PMI_PORT=127.0.0.1:" + port);
    }

    @Test
    void encodedTextIsPlainAndComesBack() {
        Seed.run(random -> {
            for (int i = 0; i < 5000; i++) {
                String text = random.ints(random.nextInt(30), 0, 0x3000)
                        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                        .toString();
                String encoded = PlainText.encode(text);
                assertThat(encoded).matches("[!-~&&[^\\\\]]*");
                assertThat(PlainText.decode(encoded)).isEqualTo(text);
            }
        });
        assertThat(PlainText.encode("a b%\\\n=é")).isEqualTo("a%20b%25%5c%0a=%c3%a9");
        assertThat(PlainText.encode("/dev/shm/tern-1-0:x_y")).isEqualTo("/dev/shm/tern-1-0:x_y");
    }

    @ParameterizedTest
    @ValueSource(strings = {"%", "%2", "abc%", "%zz", "%-1", "%+f"})
    void valuesThatWereNotEncodedByARankAreErrors(String value) throws IOException {
        try (var launcher = answering("cmd=get ", "cmd=get_result rc=0 value=" + value)) {
            Pmi1Wireup wireup = connect(launcher, 0);
            assertThatExceptionOfType(MpiError.class).isThrownBy(() -> wireup.get("a"));
        }
    }
}
