/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.boot;

import dev.tern.error.ErrorClass;
import dev.tern.error.MpiError;
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

    /** For each rank a number that is equal for ranks on the same machine. */
    int[] nodes();

    /** Publishes a value; others can {@link #get} it after the next {@link #barrier()}. */
    void put(String key, String value);

    /** The value that a rank has put under this key before the last barrier. */
    String get(String key);

    /** Waits until all ranks have called it. */
    void barrier();

    /**
     * Asks the launcher to end the whole job. Does not wait for that.
     *
     * @param cause a few words for the launcher's message
     */
    void abort(int exitCode, String cause);

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
        String port = environment.get("PMI_PORT");
        String id = environment.get("PMI_ID");
        if (port != null && id != null) {
            return new Pmi1Wireup(port, id, environment.get("TERN_JOB"), events);
        }
        refuse(
                environment,
                "PMI_FD",
                "this release needs the launcher's TCP port: start with Tern's mpirun, or"
                        + " with mpiexec.hydra -pmi-port");
        refuse(environment, "PMI_SIZE", "neither PMI_PORT nor PMI_FD is, so the environment is broken");
        refuse(
                environment,
                "PMIX_NAMESPACE",
                "this release cannot join a job of a PMIx launcher: start with Tern's" + " mpirun");
        return new Singleton();
    }

    private static void refuse(Map<String, String> environment, String variable, String advice) {
        if (environment.containsKey(variable)) {
            throw new MpiError(
                    ErrorClass.OTHER,
                    "started by a launcher that Tern cannot talk to (" + variable + " is set); " + advice
                            + " [unknown-launcher]");
        }
    }
}
