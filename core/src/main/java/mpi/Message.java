/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package mpi;

import dev.tern.engine.Endpoint;
import dev.tern.error.MpiError;
import dev.tern.match.Operation;
import java.nio.Buffer;

/**
 * A message that was found and reserved by a matching probe ({@code MPI_Message}, MPI-4.1 section 3.8.2): only this object
 * can receive it.
 */
public final class Message {
    private Comm comm;
    private Endpoint endpoint; // where it was found
    private dev.tern.match.Message found;
    private boolean noProc;

    /** A null message, to be filled by {@link #mProbe} or {@link #imProbe}. */
    public Message() {}

    /** Whether this is the null message. */
    public boolean isNull() {
        return found == null && !noProc;
    }

    /** Whether this is the message of a probe for {@link MPI#PROC_NULL}. */
    public boolean isNoProc() {
        return noProc;
    }

    /**
     * Waits for a message and reserves it. {@code MPI_MPROBE}, MPI-4.1 section 3.8.2.
     *
     * @param source rank or {@link MPI#ANY_SOURCE}
     * @param tag tag or {@link MPI#ANY_TAG}
     * @param comm communicator
     * @return what is known of the message
     * @throws MPIException for a bad rank, tag or communicator
     */
    public Status mProbe(int source, int tag, Comm comm) throws MPIException {
        return probe("mProbe", source, tag, comm, true);
    }

    /**
     * Reserves a message if there is one. {@code MPI_IMPROBE}, MPI-4.1 section 3.8.2.
     *
     * @param source rank or {@link MPI#ANY_SOURCE}
     * @param tag tag or {@link MPI#ANY_TAG}
     * @param comm communicator
     * @return null if there is none
     * @throws MPIException for a bad rank, tag or communicator
     */
    public Status imProbe(int source, int tag, Comm comm) throws MPIException {
        return probe("imProbe", source, tag, comm, false);
    }

    private Status probe(String operation, int source, int tag, Comm in, boolean wait) throws MPIException {
        comm = in;
        noProc = in.checkSource(operation, source, tag);
        if (noProc) {
            return Comm.noProcStatus();
        }
        try {
            endpoint = in.incoming(source, tag);
            found = wait ? endpoint.probe(source, tag, true) : endpoint.iprobe(source, tag, true);
        } catch (MpiError e) {
            throw in.error(operation, e);
        }
        return found == null ? null : in.status(found);
    }

    /**
     * Receives the message. {@code MPI_MRECV}, MPI-4.1 section 3.8.3.
     *
     * @param buf array or buffer
     * @param count its elements at most
     * @param type their type
     * @return what is known of the message
     * @throws MPIException for a bad buffer or a message that does not fit
     */
    public Status mRecv(Object buf, int count, Datatype type) throws MPIException {
        return receive("mRecv", buf, count, type).waitStatus();
    }

    /**
     * Starts the receive of the message. {@code MPI_IMRECV}, MPI-4.1 section 3.8.3.
     *
     * @param buf buffer
     * @param count its elements at most
     * @param type their type
     * @return the request
     * @throws MPIException for a bad buffer
     */
    public Request imRecv(Buffer buf, int count, Datatype type) throws MPIException {
        return receive("imRecv", buf, count, type);
    }

    /** As {@link #imRecv(Buffer, int, Datatype)}, for arrays too. */
    public Request imRecv(Object buf, int count, Datatype type) throws MPIException {
        return receive("imRecv", buf, count, type);
    }

    private Request receive(String operation, Object buf, int count, Datatype type) throws MPIException {
        if (isNull()) {
            throw MPI.COMM_SELF.error(MPI.ERR_REQUEST, operation + ": the message is null");
        }
        comm.checkReceiveBuffer(operation, buf, count, type);
        if (noProc) {
            noProc = false;
            return comm.receivedFromNobody();
        }
        Operation receive;
        try {
            receive = endpoint.receive(found, buf, 0, count, type.map());
        } catch (MpiError e) {
            throw comm.error(operation, e);
        }
        found = null;
        return new Request(comm, endpoint, receive);
    }
}
