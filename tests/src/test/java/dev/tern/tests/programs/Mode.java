/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests.programs;

import mpi.Comm;
import mpi.Datatype;
import mpi.MPIException;
import mpi.Prequest;
import mpi.Request;

/** The ways to send. */
public enum Mode {
    SEND(Comm::send),
    BSEND(Comm::bSend),
    SSEND(Comm::sSend),
    RSEND(Comm::rSend),
    ISEND((Immediate) Comm::iSend),
    IBSEND((Immediate) Comm::ibSend),
    ISSEND((Immediate) Comm::isSend),
    IRSEND((Immediate) Comm::irSend),
    SEND_INIT((Persistent) Comm::sendInit),
    BSEND_INIT((Persistent) Comm::bSendInit),
    SSEND_INIT((Persistent) Comm::sSendInit),
    RSEND_INIT((Persistent) Comm::rSendInit);

    private interface Blocking {
        void send(Comm comm, Object buf, int count, Datatype type, int dest, int tag) throws MPIException;
    }

    private interface Immediate {
        Request send(Comm comm, Object buf, int count, Datatype type, int dest, int tag) throws MPIException;
    }

    private interface Persistent {
        Prequest bind(Comm comm, Object buf, int count, Datatype type, int dest, int tag) throws MPIException;
    }

    private final Blocking blocking; // one of the three is not null
    private final Immediate immediate;
    private final Persistent persistent;

    Mode(Blocking blocking) {
        this.blocking = blocking;
        this.immediate = null;
        this.persistent = null;
    }

    Mode(Immediate immediate) {
        this.blocking = null;
        this.immediate = immediate;
        this.persistent = null;
    }

    Mode(Persistent persistent) {
        this.blocking = null;
        this.immediate = null;
        this.persistent = persistent;
    }

    /** Whether the receive must be there first. */
    public boolean isReady() {
        return this == RSEND || this == IRSEND || this == RSEND_INIT;
    }

    public boolean isBlocking() {
        return blocking != null;
    }

    /** Starts to send and returns the request; null if it was blocking. */
    public Request start(Comm comm, Object buf, int count, Datatype type, int dest, int tag) throws MPIException {
        if (blocking != null) {
            blocking.send(comm, buf, count, type, dest, tag);
            return null;
        }
        if (immediate != null) {
            return immediate.send(comm, buf, count, type, dest, tag);
        }
        Prequest request = persistent.bind(comm, buf, count, type, dest, tag);
        request.start();
        return request;
    }
}
