/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests.programs.soak;

/** What one thread does in a storm. Its peers have the steps that belong to it. */
sealed interface Step {
    /** Sends a message. */
    record Send(Planned message) implements Step {}

    /** Receives a message that is known before. */
    record Receive(Planned message) implements Step {}

    /** Sends one message and receives another in the same call; so does the peer, the other way round. */
    record Exchange(Planned outgoing, Planned incoming) implements Step {}

    /**
     * A collective call on the communicator of the thread, in the threads with the same number on all ranks.
     *
     * @param kind which one
     * @param root rank of the root where there is one
     * @param count elements for each rank
     */
    record Collective(int kind, int root, int count) implements Step {}

    /** Makes communicators of the communicator of the thread, uses and frees them. */
    record Creation(int kind) implements Step {}
}
