/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.pattern;

import java.util.Optional;
import mpi.MPIException;

/** One rank's part in a message pattern; all ranks call the same methods with the same arguments. */
public interface Pattern {
    /** Makes the patterns of a benchmark. */
    @FunctionalInterface
    interface Factory {
        /**
         * Makes this rank's part.
         *
         * @param setup what the pattern is built from
         * @return the pattern, with all its buffers allocated
         * @throws MPIException as the calls of package {@code mpi} do
         */
        Pattern create(Setup setup) throws MPIException;
    }

    /**
     * Runs some rounds and times them. The caller makes sure that all ranks begin together.
     *
     * @param size bytes of each message
     * @param rounds how often the pattern is repeated
     * @return the seconds that the rounds took on this rank
     * @throws MPIException as the calls of package {@code mpi} do
     */
    double run(int size, int rounds) throws MPIException;

    /** How many messages (or operations) one round counts for in the published figure. */
    default int messages() {
        return 1;
    }

    /** Whether the time of this rank enters the result. */
    default boolean timed() {
        return true;
    }

    /**
     * Chooses the buffers for messages of a size; called before {@link #run} whenever the size changes.
     *
     * @param size bytes of each message
     */
    default void select(int size) {}

    /**
     * Fills the send buffers with the content of a round and wipes the receive buffers.
     *
     * @param size bytes of each message
     * @param round number of the round
     */
    void prepare(int size, int round);

    /**
     * Verifies what was received in a round that {@link #prepare} had prepared: every byte of the messages, and that
     * the bytes behind them are untouched.
     *
     * @param size bytes of each message
     * @param round number of the round
     * @return what is wrong, or empty when all is right
     */
    Optional<String> verify(int size, int round);

    /**
     * Frees what the pattern has made for itself; all ranks call it together.
     *
     * @throws MPIException as the calls of package {@code mpi} do
     */
    default void free() throws MPIException {}
}
