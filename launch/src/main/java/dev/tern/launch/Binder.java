/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

import dev.tern.os.Affinity;
import dev.tern.os.NativeAccess;
import java.io.IOException;
import java.util.List;

/**
 * Starts processes that may run on some processors only. They inherit that from the thread that starts them, which goes
 * there for the moment.
 */
final class Binder {
    private Affinity affinity;

    /** Why processes and their threads cannot be bound here, or null if they can. */
    String obstacle() {
        if (!NativeAccess.isEnabled()) {
            return "native access is " + NativeAccess.reason();
        }
        if (affinity == null) {
            affinity = Affinity.probe();
        }
        return affinity == null ? "the system does not tell which processors a thread may use" : null;
    }

    /**
     * Starts a process.
     *
     * @param builder what to start
     * @param cpus where it may run, or null for where the launcher may
     * @throws IOException if the system refuses to start it, or to bind it
     */
    Process start(ProcessBuilder builder, List<Integer> cpus) throws IOException {
        if (cpus == null) {
            return builder.start();
        }
        String obstacle = obstacle();
        if (obstacle != null) {
            throw new IOException("it cannot be bound: " + obstacle);
        }
        int[] own = affinity.get(0);
        if (!affinity.set(0, cpus.stream().mapToInt(Integer::intValue).toArray())) {
            throw new IOException("the system refuses to bind it to cpus " + Placement.text(cpus));
        }
        try {
            return builder.start();
        } finally {
            affinity.set(0, own);
        }
    }
}
