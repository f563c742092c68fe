/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

import java.util.ArrayDeque;
import java.util.Queue;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/** The signals that the launcher receives, kept until the job takes them. */
final class Signals implements SignalHandler {
    private final Runnable whenReceived;
    private final Queue<String> received = new ArrayDeque<>();

    /**
     * Starts to receive signals.
     *
     * @param whenReceived called, by any thread, for each
     * @param names which, without {@code SIG}
     */
    Signals(Runnable whenReceived, String... names) {
        this.whenReceived = whenReceived;
        for (String name : names) {
            try {
                Signal.handle(new Signal(name), this);
            } catch (IllegalArgumentException e) {
                // The JVM or the system keeps this one to itself.
            }
        }
    }

    @Override
    public void handle(Signal signal) {
        synchronized (this) {
            received.add(signal.getName());
        }
        whenReceived.run();
    }

    /** The oldest signal not taken yet, without {@code SIG}, or null. */
    synchronized String poll() {
        return received.poll();
    }
}
