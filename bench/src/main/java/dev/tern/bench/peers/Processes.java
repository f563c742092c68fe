/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.peers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs one command after the other, each with a time limit, and takes the running one along when this process ends. */
final class Processes {
    private final Duration limit;
    private volatile Process running;

    Processes(Duration limit) {
        this.limit = limit;
        Runtime.getRuntime().addShutdownHook(new Thread(this::stop, "stop-peer"));
    }

    /**
     * What a command did.
     *
     * @param output all it wrote to its standard output
     * @param seconds how long it ran, seen from outside
     */
    record Outcome(String output, double seconds) {}

    /**
     * Runs a command to its end; its errors go where those of this process go.
     *
     * @param name what to call it in messages
     * @param command program and arguments
     * @return what it did
     * @throws PeerException when it cannot be started, takes too long, or ends with another exit code than 0
     */
    Outcome run(String name, List<String> command) throws PeerException {
        long start = System.nanoTime();
        try {
            Process process =
                    new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
            running = process;
            process.getOutputStream().close();
            StringBuilder output = new StringBuilder();
            Thread reader = Thread.ofVirtual().start(() -> output.append(read(process)));
            if (!process.waitFor(limit.toSeconds(), TimeUnit.SECONDS)) {
                stop();
                throw new PeerException(
                        "%s did not end within %d s: %s".formatted(name, limit.toSeconds(), String.join(" ", command)));
            }
            double seconds = (System.nanoTime() - start) * 1e-9;
            reader.join();
            if (process.exitValue() != 0) {
                throw new PeerException("%s ended with exit code %d: %s%n%s"
                        .formatted(name, process.exitValue(), String.join(" ", command), output));
            }
            return new Outcome(output.toString(), seconds);
        } catch (IOException e) {
            throw new PeerException("%s cannot be started: %s".formatted(name, e.getMessage()), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new PeerException(name + " was interrupted", e);
        } finally {
            stop();
        }
    }

    private static String read(Process process) {
        try {
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void stop() {
        Process process = running;
        if (process != null) {
            process.destroy();
        }
    }
}
