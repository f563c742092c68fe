/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench;

/** The benchmark was asked for something it does not do; the message says what, and what it does. */
public final class UsageException extends Exception {
    private static final long serialVersionUID = 1L;

    /**
     * Makes one.
     *
     * @param message what the user is told
     */
    public UsageException(String message) {
        super(message);
    }
}
