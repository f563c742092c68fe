/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.boot;

import java.util.Map;

/** Who am I, who are the others, and a key space to exchange addresses: what a launcher tells its processes. */
public interface Wireup {
    /** This process, 0 to {@code size() - 1}. */
    int rank();

    /** Number of processes of the job. */
    int size();

    /** Name of the job on this machine, made of letters, digits and dashes. */
    String job();

    /** Whether the launcher removes the files of a job, also of one that was killed. */
    boolean removesFiles();

    /** For each rank a number that is equal for ranks on the same machine. The first time all ranks must call it. */
    int[] nodes();

    /** Publishes a value; others can {@link #get} it after the next {@link #barrier()}. */
    void put(String key, String value);

    /**
     * The value that a rank has put under this key before the last barrier. It is found fastest if the first number in the key
     * is that rank.
     */
    String get(String key);

    /** Waits until all ranks have called it. */
    void barrier();

    /**
     * Asks the launcher to end the whole job. Does not wait for that.
     *
     * @param cause a few words for the launcher's message
     */
    void abort(int exitCode, String cause);

    /**
     * Tells a launcher that would take it for a failure that this process ends without {@link #close}, and with exit code 0. Does
     * not wait.
     */
    void leave();

    /** Says goodbye: after this the end of the process is not a failure. */
    void close();

    /**
     * Finds the launcher that has started this process.
     *
     * @param environment usually {@link System#getenv()}
     * @param events told when the launcher is lost or asks for a report
     * @return a process alone, rank 0 of 1, if there was none
     */
    static Wireup open(Map<String, String> environment, LauncherEvents events) {
        return switch (Launcher.of(environment)) {
            case PMIX -> new PmixWireup(new PmixLibrary(PmixLibrary.candidates(environment)), events);
            case PMI_DESCRIPTOR -> Pmi1Wireup.overDescriptor(environment, events);
            case PMI_PORT ->
                Pmi1Wireup.overTcp(
                        environment.get("PMI_PORT"), environment.get("PMI_ID"), environment.get("TERN_JOB"), events);
            case NONE -> new Singleton();
        };
    }
}
