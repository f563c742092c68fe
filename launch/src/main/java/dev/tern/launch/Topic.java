/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

/**
 * Messages of the launcher. Each has a stable id, which the user sees in brackets, and a text under that id in the resource
 * {@code help/messages.txt}.
 */
enum Topic {
    UNKNOWN_OPTION("unknown-option", 2),
    MISSING_VALUE("missing-value", 2),
    BAD_VALUE("bad-value", 3),
    BAD_COUNT("bad-count", 2),
    NO_PROGRAM("no-program", 1),
    PROGRAM_NOT_FOUND("program-not-found", 2),
    PROGRAM_NOT_EXECUTABLE("program-not-executable", 1),
    NO_MAIN_CLASS("no-main-class", 2),
    NO_DIRECTORY("no-directory", 2),
    OTHER_HOSTS("other-hosts", 2),
    NO_LAUNCHER("no-launcher", 3),
    UNKNOWN_HOST("unknown-host", 2),
    LAUNCHER_TIMEOUT("launcher-timeout", 2),
    UNKNOWN_TOPIC("unknown-topic", 2),
    NO_BINDING("no-binding", 1),
    TOO_MANY_RANKS("too-many-ranks", 3),
    START_FAILED("start-failed", 4),
    RANK_FAILED("rank-failed", 8),
    RANK_KILLED("rank-killed", 9),
    RANK_ABORTED("rank-aborted", 9),
    RANK_LEFT("rank-left", 7),
    TIMEOUT("timeout", 3);

    private final String id;
    private final int arguments;

    Topic(String id, int arguments) {
        this.id = id;
        this.arguments = arguments;
    }

    /** The id that the user sees and can give to {@code --help}. */
    String id() {
        return id;
    }

    /** How many values the text has places for. */
    int arguments() {
        return arguments;
    }
}
