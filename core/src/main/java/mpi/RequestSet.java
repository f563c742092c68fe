/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package mpi;

import dev.tern.engine.Engine;
import dev.tern.error.ErrorClass;
import dev.tern.error.MpiError;
import dev.tern.match.Awaited;
import dev.tern.match.Operation;
import dev.tern.match.Waker;
import java.util.Arrays;
import java.util.function.IntPredicate;

/** What the calls over arrays of requests have in common. Null elements and null requests count as absent. */
final class RequestSet {
    private RequestSet() {}

    private static boolean isActive(Request request) {
        return operation(request) != null;
    }

    private static Operation operation(Request request) {
        return request == null ? null : request.operation;
    }

    static boolean anyActive(Request[] requests) {
        for (Request request : requests) {
            if (isActive(request)) {
                return true;
            }
        }
        return false;
    }

    /** The place of the first that has ended, or {@link MPI#UNDEFINED}. */
    static int findDone(Request[] requests) throws MPIException {
        for (int i = 0; i < requests.length; i++) {
            if (isActive(requests[i]) && requests[i].poll()) {
                return i;
            }
        }
        return MPI.UNDEFINED;
    }

    static int awaitAny(Request[] requests) throws MPIException {
        if (!anyActive(requests)) {
            return MPI.UNDEFINED;
        }
        Engine engine = Environment.engine();
        var any = new AnyOf(requests);
        long moves = moves(requests);
        int looks = 0;
        try {
            while (true) {
                int index = findDone(requests);
                if (index >= 0) {
                    return index;
                }
                long now = moves(requests);
                looks = engine.waitStep(looks, now != moves, any);
                moves = now;
            }
        } catch (MpiError e) {
            throw MPI.COMM_WORLD.error("wait", e);
        } finally {
            engine.waitOver(looks);
        }
    }

    private static long moves(Request[] requests) {
        long moves = 0;
        for (Request request : requests) {
            Operation active = operation(request);
            if (active != null) {
                moves += request.endpoint.moves(active);
            }
        }
        return moves;
    }

    /** What a wait for any of some requests waits for. */
    private record AnyOf(Request[] requests) implements Awaited {
        @Override
        public String describe() {
            int count = 0;
            Operation first = null;
            for (Request request : requests) {
                Operation active = operation(request);
                if (active != null) {
                    first = first == null ? active : first;
                    count++;
                }
            }
            return first == null ? "request" : first.describe() + ", or another of " + count + " requests";
        }

        @Override
        public boolean wakeAtEnd(Waker waker) {
            boolean goesOn = true;
            for (Request request : requests) {
                Operation active = operation(request);
                goesOn &= active == null || active.wakeAtEnd(waker);
            }
            return goesOn;
        }

        @Override
        public boolean isHopeless(IntPredicate isGone) {
            for (Request request : requests) {
                Operation active = operation(request);
                if (active != null && !active.isHopeless(isGone)) {
                    return false;
                }
            }
            return true;
        }
    }

    static boolean allDone(Request[] requests) throws MPIException {
        boolean all = true;
        for (Request request : requests) {
            all &= !isActive(request) || request.poll();
        }
        return all;
    }

    static int[] finishDone(Request[] requests) throws MPIException {
        int[] places = new int[requests.length];
        int count = 0;
        MPIException failure = null;
        for (int i = 0; i < requests.length; i++) {
            if (isActive(requests[i]) && requests[i].poll()) {
                failure = finishOne(failure, requests[i]);
                places[count++] = i;
            }
        }
        raise(failure, requests);
        return Arrays.copyOf(places, count);
    }

    static Status[] finishDoneWithStatus(Request[] requests) throws MPIException {
        Status[] statuses = new Status[requests.length];
        int count = 0;
        MPIException failure = null;
        for (int i = 0; i < requests.length; i++) {
            if (isActive(requests[i]) && requests[i].poll()) {
                statuses[count++] = requests[i].status().withIndex(i);
                failure = finishOne(failure, requests[i]);
            }
        }
        raise(failure, requests);
        return Arrays.copyOf(statuses, count);
    }

    static Status[] waitAllStatus(Request[] requests) throws MPIException {
        Status[] statuses = new Status[requests.length];
        MPIException failure = null;
        for (int i = 0; i < requests.length; i++) {
            if (isActive(requests[i])) {
                requests[i].await();
                statuses[i] = requests[i].status().withIndex(i);
                failure = finishOne(failure, requests[i]);
            } else {
                statuses[i] = Request.emptyStatus();
            }
        }
        raise(failure, requests);
        return statuses;
    }

    static MPIException finishOne(MPIException failure, Request request) throws MPIException {
        Operation ended = request.operation;
        if (ended == null || ended.error() == MPI.SUCCESS) {
            request.finish();
            return failure;
        }
        return collect(failure, request);
    }

    /** Adds the failure of one request to those before it. */
    static MPIException collect(MPIException failure, Request request) throws MPIException {
        MPIException one = request.failure();
        if (failure == null) {
            return one;
        }
        failure.addSuppressed(one);
        return failure;
    }

    /** Throws what was collected, as {@code MPI_ERR_IN_STATUS}. */
    static void raise(MPIException failure, Request[] requests) throws MPIException {
        if (failure != null) {
            throw new MPIException(
                    ErrorClass.IN_STATUS,
                    (1 + failure.getSuppressed().length) + " of " + requests.length + " requests failed: "
                            + failure.getMessage() + " [MPI_ERR_IN_STATUS]",
                    failure);
        }
    }
}
