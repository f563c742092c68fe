/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.peers;

/** A peer could not be compiled or run; the message says which, and how it ended. */
final class PeerException extends Exception {
    private static final long serialVersionUID = 1L;

    PeerException(String message) {
        super(message);
    }

    PeerException(String message, Throwable cause) {
        super(message, cause);
    }
}
