/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package mpi;

/** A handle whose resources are released by the program, not by the garbage collector. */
public interface Freeable {

    /**
     * Releases the object; its handle becomes null.
     *
     * @throws MPIException if the object cannot be freed
     */
    void free() throws MPIException;
}
