/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ProcessesTest {
    private final Processes processes = new Processes(Duration.ofSeconds(1));

    @Test
    void returnsWhatTheCommandWroteAndHowLongItTook() throws PeerException {
        Processes.Outcome outcome = processes.run("shell", List.of("sh", "-c", "echo one; echo two"));

        assertThat(outcome.output()).isEqualTo("one\ntwo\n");
        assertThat(outcome.seconds()).isBetween(0.0, 1.0);
    }

    @Test
    void aFailureShowsExitCodeCommandAndOutput() {
        assertThatExceptionOfType(PeerException.class)
                .isThrownBy(() -> processes.run("shell", List.of("sh", "-c", "echo out; exit 3")))
                .withMessageStartingWith("shell ended with exit code 3: sh -c echo out; exit 3")
                .withMessageEndingWith("out\n");
    }

    @Test
    void whatTakesTooLongIsStopped() {
        assertThatExceptionOfType(PeerException.class)
                .isThrownBy(() -> processes.run("sleeper", List.of("sleep", "60")))
                .withMessage("sleeper did not end within 1 s: sleep 60");
        assertThat(ProcessHandle.current().children().filter(ProcessesTest::sleeps))
                .isEmpty();
    }

    private static boolean sleeps(ProcessHandle child) {
        child.onExit().orTimeout(10, TimeUnit.SECONDS).join();
        return child.isAlive();
    }

    @Test
    void whatDoesNotExistIsNamed() {
        assertThatExceptionOfType(PeerException.class)
                .isThrownBy(() -> processes.run("nothing", List.of("/no/such/program")))
                .withMessageStartingWith("nothing cannot be started:");
    }
}
