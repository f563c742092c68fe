/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.boot;

import dev.tern.error.ErrorClass;
import dev.tern.error.MpiError;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The lines of PMI-1: one for a request, one for its answer. A thread of its own reads them, so that the end of the launcher
 * is noticed at any time.
 */
final class Pmi1Connection {
    private static final int MAX_LINE = 8192;
    private static final String LOST = "cmd=connection_lost";

    private final LauncherChannel channel;
    private final LauncherEvents events;
    private final BlockingQueue<String> answers = new ArrayBlockingQueue<>(16);

    private final ReentrantLock turn = new ReentrantLock(); // held from a request to its answer

    private volatile boolean closed; // written by the closing thread, read by the reader thread

    Pmi1Connection(LauncherChannel channel, LauncherEvents events) {
        this.channel = channel;
        this.events = events;
        Thread reader = new Thread(this::readLines, "tern-launcher-connection");
        reader.setDaemon(true);
        reader.start();
    }

    /** Sends a request and waits for its answer, which must begin with this command and have no error code. */
    String call(String request, String answer) {
        String line = ask(request, answer);
        refuseErrors(line);
        return line;
    }

    /** As {@link #call}, but leaves it to the caller to look for an error code. */
    String ask(String request, String answer) {
        turn.lock();
        try {
            write(request);
            return awaitAny(answer);
        } finally {
            turn.unlock();
        }
    }

    /**
     * Sends a request, usually in vain: if another thread waits for an answer nothing is sent, and the answer to this one may be
     * any, or none within a second.
     */
    void tryAsk(String request) {
        if (!turn.tryLock()) {
            return;
        }
        try {
            write(request);
            if (LOST.equals(answers.poll(1, TimeUnit.SECONDS))) {
                answers.offer(LOST);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            turn.unlock();
        }
    }

    /** Sends a line. */
    void write(String line) {
        try {
            channel.write((line + '\n').getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new MpiError(ErrorClass.OTHER, "lost the connection to the launcher: " + e.getMessage(), e);
        }
    }

    /** Waits for a line, which must begin with this command and have no error code. */
    String await(String command) {
        String line = awaitAny(command);
        refuseErrors(line);
        return line;
    }

    private static void refuseErrors(String line) {
        if (isRefused(line)) {
            throw new MpiError(ErrorClass.OTHER, "the launcher refused: " + line);
        }
    }

    private String awaitAny(String command) {
        String line = takeAnswer();
        if (line.equals(LOST)) {
            answers.offer(LOST); // for the next who asks
            throw new MpiError(ErrorClass.OTHER, "lost the connection to the launcher");
        }
        if (!command.equals(find(line, "cmd"))) {
            throw new MpiError(ErrorClass.OTHER, "the launcher answered '" + line + "' where " + command + " was due");
        }
        return line;
    }

    /** Whether an answer has an error code; where there is none, all is well. */
    static boolean isRefused(String line) {
        String rc = find(line, "rc");
        return rc != null && !rc.equals("0");
    }

    /** What the launcher does from now on is not told any more. */
    void expectEnd() {
        closed = true;
    }

    void close() {
        closed = true;
        channel.close();
    }

    /** An interrupt is kept for the program: MPI calls are not ended by it. */
    private String takeAnswer() {
        boolean interrupted = false;
        while (true) {
            try {
                String line = answers.take();
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
                return line;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
    }

    private void readLines() {
        byte[] bytes = new byte[4096];
        var line = new StringBuilder();
        try {
            boolean known = true;
            for (int count; known && (count = channel.read(bytes)) >= 0; ) {
                for (int i = 0; known && i < count; i++) {
                    if (bytes[i] != '\n') {
                        line.append((char) (bytes[i] & 0xff));
                        known = line.length() < MAX_LINE;
                    } else {
                        known = accept(line.toString());
                        line.setLength(0);
                    }
                }
            }
        } catch (IOException e) {
            // as at the end of the stream
        }
        if (!closed) {
            events.launcherLost();
        }
        while (!answers.offer(LOST)) {
            answers.poll();
        }
    }

    /** False at answers that nobody has asked for: not the launcher we know. */
    private boolean accept(String line) {
        if (line.startsWith("cmd=tern_report")) {
            report();
            return true;
        }
        return answers.offer(line);
    }

    private void report() {
        try {
            events.reportRequested();
        } catch (RuntimeException e) {
            System.err.println("tern: no report: " + e); // the connection is to be watched all the same
        }
    }

    /** The value of {@code key=value} among the words of a line. */
    static String value(String line, String key) {
        String value = find(line, key);
        if (value == null) {
            throw new MpiError(ErrorClass.OTHER, "the launcher sent no " + key + ": " + line);
        }
        return value;
    }

    /** The value of {@code key=value} among the words of a line, or null. */
    static String find(String line, String key) {
        for (int at = 0; at < line.length(); ) {
            int end = line.indexOf(' ', at);
            end = end < 0 ? line.length() : end;
            if (line.startsWith(key, at) && at + key.length() < end && line.charAt(at + key.length()) == '=') {
                return line.substring(at + key.length() + 1, end);
            }
            at = end + 1;
        }
        return null;
    }
}
