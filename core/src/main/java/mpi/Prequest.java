/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package mpi;

import dev.tern.engine.Endpoint;
import dev.tern.error.MpiError;
import dev.tern.match.Operation;

/** A communication that can be started again and again ({@code MPI-4.1} section 3.9). */
public final class Prequest extends Request {
    /** How one start is made from the arguments that were bound and checked before. */
    interface Start {
        Operation start() throws MPIException;
    }

    private Start start; // null once freed

    Prequest(Comm comm, Endpoint endpoint, Start start) {
        super(comm, endpoint, null);
        this.start = start;
    }

    @Override
    boolean isPersistent() {
        return start != null;
    }

    /**
     * Starts the communication. {@code MPI_START}, MPI-4.1 section 3.9.
     *
     * @throws MPIException if it was freed or is active already
     */
    public void start() throws MPIException {
        MPI.check();
        if (start == null) {
            throw comm.error(MPI.ERR_REQUEST, "start: the request was freed");
        }
        if (operation != null) {
            throw comm.error(MPI.ERR_REQUEST, "start: the request is active; wait for it first");
        }
        try {
            endpoint.checkThread();
            operation = start.start();
        } catch (MpiError e) {
            throw comm.error("start", e);
        }
    }

    /**
     * Starts all. {@code MPI_STARTALL}, MPI-4.1 section 3.9.
     *
     * @param requests persistent requests that are not active
     * @throws MPIException as {@link #start}
     */
    public static void startAll(Prequest[] requests) throws MPIException {
        for (Prequest request : requests) {
            request.start();
        }
    }

    @Override
    public void free() throws MPIException {
        super.free();
        start = null;
    }
}
