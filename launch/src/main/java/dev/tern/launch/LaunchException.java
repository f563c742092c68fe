/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

/** The job cannot be started: carries the message for the user. */
final class LaunchException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Exit code of {@code mpirun} for a wrong command line. */
    static final int USAGE = 1;

    /** Exit code for a program that cannot be executed, as in shells. */
    static final int NOT_EXECUTABLE = 126;

    /** Exit code for a program that does not exist, as in shells. */
    static final int NOT_FOUND = 127;

    private final Topic topic;
    private final int exitCode;

    /**
     * Creates the exception for a wrong command line.
     *
     * @param topic which message
     * @param arguments the values for its places
     */
    LaunchException(Topic topic, String... arguments) {
        this(USAGE, topic, arguments);
    }

    /**
     * Creates the exception with an exit code of its own.
     *
     * @param exitCode exit code of {@code mpirun}
     * @param topic which message
     * @param arguments the values for its places
     */
    LaunchException(int exitCode, Topic topic, String... arguments) {
        super(Messages.text(topic, arguments), null, false, false);
        this.topic = topic;
        this.exitCode = exitCode;
    }

    /** Which message this is. */
    Topic topic() {
        return topic;
    }

    /** The exit code of {@code mpirun}. */
    int exitCode() {
        return exitCode;
    }
}
