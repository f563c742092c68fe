/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.pattern;

import mpi.Comm;

/**
 * What a pattern is built from.
 *
 * @param comm the communicator of all ranks
 * @param kind what the messages lie in
 * @param sameBuffer whether a message is received into the buffer that the last one was sent from
 * @param largest the largest message in bytes
 * @param window how many messages are under way at once
 * @param pairs how many pairs of ranks exchange messages
 * @param validate whether the content of the messages is going to be verified
 */
public record Setup(
        Comm comm, DataKind kind, boolean sameBuffer, int largest, int window, int pairs, boolean validate) {
    /** The contents for the messages of this run; without validation it holds no bytes. */
    Payload payload() {
        return new Payload(validate ? largest : 0);
    }
}
