/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package mpi;

import dev.tern.engine.Endpoint;
import dev.tern.error.MpiError;
import dev.tern.match.Operation;
import dev.tern.match.RecvOperation;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A communication that was started and has to be completed ({@code MPI_Request}, MPI-4.1 section 3.7). Once it is
 * complete the request is null, unless it is persistent.
 */
public class Request implements Freeable {
    private static final VarHandle OPERATION;

    static {
        try {
            OPERATION = MethodHandles.lookup()
                    .findVarHandle(Request.class, "operation", Operation.class)
                    .withInvokeExactBehavior();
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final Comm comm;
    final Endpoint endpoint;
    Operation operation; // null for a null or inactive request

    /** The null request. */
    Request() {
        comm = null;
        endpoint = null;
    }

    /** A request on the communicator's own endpoint, or on that of the lane which its message takes. */
    Request(Comm comm, Endpoint endpoint, Operation operation) {
        this.comm = comm;
        this.endpoint = endpoint;
        this.operation = operation;
    }

    /** Whether this is the null request ({@code MPI_REQUEST_NULL}). */
    public final boolean isNull() {
        return operation == null && !isPersistent();
    }

    boolean isPersistent() {
        return false;
    }

    /**
     * Forgets the request; the communication goes on and its end goes unnoticed. {@code MPI_REQUEST_FREE}, MPI-4.1 section
     * 3.7.3.
     *
     * @throws MPIException if MPI is not active
     */
    @Override
    public void free() throws MPIException {
        MPI.check();
        operation = null;
    }

    /**
     * Cancels a receive that has not matched a message; it still has to be waited for, which another thread may be doing. A
     * send is never cancelled. {@code MPI_CANCEL}, MPI-4.1 section 3.8.4.
     *
     * @throws MPIException if MPI is not active
     */
    public final void cancel() throws MPIException {
        MPI.check();
        if (operation != null) {
            try {
                endpoint.cancel(() -> operation);
            } catch (MpiError e) {
                throw comm.error("cancel", e);
            }
        }
    }

    /**
     * Waits for the end. {@code MPI_WAIT}, MPI-4.1 section 3.7.3.
     *
     * @throws MPIException if the communication failed, for example {@link MPI#ERR_TRUNCATE}
     */
    public final void waitFor() throws MPIException {
        if (await()) {
            finish();
        }
    }

    /**
     * Waits for the end. {@code MPI_WAIT}, MPI-4.1 section 3.7.3.
     *
     * @return what is known of the message
     * @throws MPIException if the communication failed
     */
    public final Status waitStatus() throws MPIException {
        return await() ? finishWithStatus() : emptyStatus();
    }

    /**
     * Whether it has ended; completes it then. {@code MPI_TEST}, MPI-4.1 section 3.7.3.
     *
     * @return true if complete or null
     * @throws MPIException if the communication failed
     */
    public final boolean test() throws MPIException {
        MPI.check();
        if (operation == null) {
            return true;
        }
        if (!poll()) {
            return false;
        }
        finish();
        return true;
    }

    /**
     * As {@link #test}. {@code MPI_TEST}, MPI-4.1 section 3.7.3.
     *
     * @return null if it has not ended
     * @throws MPIException if the communication failed
     */
    public final Status testStatus() throws MPIException {
        MPI.check();
        if (operation == null) {
            return emptyStatus();
        }
        return poll() ? finishWithStatus() : null;
    }

    /**
     * As {@link #testStatus}, but the request stays as it is. {@code MPI_REQUEST_GET_STATUS}, MPI-4.1 section 3.7.6.
     *
     * @return null if it has not ended
     * @throws MPIException if MPI is not active
     */
    public final Status getStatus() throws MPIException {
        MPI.check();
        if (operation == null) {
            return emptyStatus();
        }
        return poll() ? status() : null;
    }

    /**
     * Waits for all; null requests and null elements are passed over. {@code MPI_WAITALL}, MPI-4.1 section 3.7.5.
     *
     * @param requests any requests
     * @throws MPIException if one failed ({@link MPI#ERR_IN_STATUS}); all have ended nevertheless
     */
    public static void waitAll(Request[] requests) throws MPIException {
        MPI.check();
        MPIException failure = null;
        for (Request request : requests) {
            if (request != null && request.operation != null) {
                request.await();
                failure = RequestSet.finishOne(failure, request);
            }
        }
        RequestSet.raise(failure, requests);
    }

    /**
     * As {@link #waitAll}. {@code MPI_WAITALL}, MPI-4.1 section 3.7.5.
     *
     * @return the statuses in the order of the requests
     */
    public static Status[] waitAllStatus(Request[] requests) throws MPIException {
        MPI.check();
        return RequestSet.waitAllStatus(requests);
    }

    /**
     * Whether all have ended; completes them then, and leaves all as they are otherwise. {@code MPI_TESTALL}, MPI-4.1
     * section 3.7.5.
     */
    public static boolean testAll(Request[] requests) throws MPIException {
        MPI.check();
        if (!RequestSet.allDone(requests)) {
            return false;
        }
        waitAll(requests);
        return true;
    }

    /** As {@link #testAll}; null if not all have ended. {@code MPI_TESTALL}, MPI-4.1 section 3.7.5. */
    public static Status[] testAllStatus(Request[] requests) throws MPIException {
        MPI.check();
        return RequestSet.allDone(requests) ? RequestSet.waitAllStatus(requests) : null;
    }

    /**
     * Waits until one has ended, and completes it. {@code MPI_WAITANY}, MPI-4.1 section 3.7.5.
     *
     * @return its place in the array, {@link MPI#UNDEFINED} if none is active
     */
    public static int waitAny(Request[] requests) throws MPIException {
        MPI.check();
        int index = RequestSet.awaitAny(requests);
        if (index >= 0) {
            requests[index].finish();
        }
        return index;
    }

    /** As {@link #waitAny}; the place is in {@link Status#getIndex()}. {@code MPI_WAITANY}, MPI-4.1 section 3.7.5. */
    public static Status waitAnyStatus(Request[] requests) throws MPIException {
        MPI.check();
        int index = RequestSet.awaitAny(requests);
        return (index >= 0 ? requests[index].finishWithStatus() : emptyStatus()).withIndex(index);
    }

    /**
     * Whether one has ended; completes it then. {@code MPI_TESTANY}, MPI-4.1 section 3.7.5.
     *
     * @return its place in the array, {@link MPI#UNDEFINED} if none has ended or none is active
     */
    public static int testAny(Request[] requests) throws MPIException {
        MPI.check();
        int index = RequestSet.findDone(requests);
        if (index >= 0) {
            requests[index].finish();
        }
        return index;
    }

    /**
     * As {@link #testAny}. {@code MPI_TESTANY}, MPI-4.1 section 3.7.5.
     *
     * @return null if none has ended; an empty status with index {@link MPI#UNDEFINED} if none is active
     */
    public static Status testAnyStatus(Request[] requests) throws MPIException {
        MPI.check();
        int index = RequestSet.findDone(requests);
        if (index >= 0) {
            return requests[index].finishWithStatus().withIndex(index);
        }
        return RequestSet.anyActive(requests) ? null : emptyStatus().withIndex(MPI.UNDEFINED);
    }

    /**
     * Waits until at least one has ended, and completes all that have. {@code MPI_WAITSOME}, MPI-4.1 section 3.7.5.
     *
     * @return their places, or null if none is active
     */
    public static int[] waitSome(Request[] requests) throws MPIException {
        MPI.check();
        return RequestSet.awaitAny(requests) < 0 ? null : RequestSet.finishDone(requests);
    }

    /** As {@link #waitSome}; the places are in the statuses. {@code MPI_WAITSOME}, MPI-4.1 section 3.7.5. */
    public static Status[] waitSomeStatus(Request[] requests) throws MPIException {
        MPI.check();
        return RequestSet.awaitAny(requests) < 0 ? null : RequestSet.finishDoneWithStatus(requests);
    }

    /**
     * Completes all that have ended. {@code MPI_TESTSOME}, MPI-4.1 section 3.7.5.
     *
     * @return their places, perhaps none; null if none is active
     */
    public static int[] testSome(Request[] requests) throws MPIException {
        MPI.check();
        return RequestSet.anyActive(requests) ? RequestSet.finishDone(requests) : null;
    }

    /** As {@link #testSome}; the places are in the statuses. {@code MPI_TESTSOME}, MPI-4.1 section 3.7.5. */
    public static Status[] testSomeStatus(Request[] requests) throws MPIException {
        MPI.check();
        return RequestSet.anyActive(requests) ? RequestSet.finishDoneWithStatus(requests) : null;
    }

    // For this package: a request with an operation goes through await or poll, then finish.

    /** Waits; false if there is nothing to wait for. */
    final boolean await() throws MPIException {
        Operation waited = operation;
        if (waited == null) {
            MPI.check();
            return false;
        }
        try {
            endpoint.await(waited);
        } catch (MpiError e) {
            throw comm.error("wait", e);
        }
        return true;
    }

    final boolean poll() throws MPIException {
        Operation tested = operation;
        if (tested == null) {
            throw completedTwice();
        }
        try {
            return endpoint.test(tested);
        } catch (MpiError e) {
            throw comm.error("test", e);
        }
    }

    final void finish() throws MPIException {
        finish(operation);
    }

    private void finish(Operation ended) throws MPIException {
        if (ended == null) {
            throw completedTwice();
        }
        if (ended.error() != MPI.SUCCESS) {
            throw failure();
        }
        release();
    }

    final Status finishWithStatus() throws MPIException {
        Operation ended = operation;
        Status status = status(ended);
        finish(ended);
        return status;
    }

    /**
     * Gives the operation back, after its end was seen; forgets it before, see {@link Endpoint#cancel}. Where several threads may
     * call, two that wrongly wait for one request must not both give it back: two later receives would be one.
     */
    final void release() throws MPIException {
        Operation ended = operation;
        if (endpoint.isConcurrent()) {
            ended = (Operation) OPERATION.getAndSet(this, (Operation) null);
            if (ended == null) {
                throw completedTwice();
            }
        } else {
            operation = null;
        }
        endpoint.recycle(ended);
    }

    private MPIException completedTwice() throws MPIException {
        return comm.error(
                MPI.ERR_REQUEST, "wait: another thread has completed or freed this request; only one may wait for it");
    }

    /** What to throw for an operation that failed; the request is null afterwards. */
    final MPIException failure() throws MPIException {
        Operation failed = operation;
        operation = null;
        return failed instanceof RecvOperation receive ? comm.truncated("receive", receive) : completedTwice();
    }

    final Status status() {
        return status(operation);
    }

    private static Status status(Operation operation) {
        return operation instanceof RecvOperation receive ? Comm.status(receive) : emptyStatus();
    }

    static Status emptyStatus() {
        return new Status(MPI.ANY_SOURCE, MPI.ANY_TAG, 0, MPI.SUCCESS, false);
    }
}
