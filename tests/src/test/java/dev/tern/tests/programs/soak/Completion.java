/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests.programs.soak;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;

/** The ways to wait for requests. */
final class Completion {
    private static final long PAUSE_NANOS = 20_000;

    private Completion() {}

    /** Completes all, in one of the ways; the statuses are in the order of the requests. */
    static Status[] statuses(List<Request> list, Random random) throws MPIException {
        Request[] requests = list.toArray(new Request[0]);
        Status[] statuses = new Status[requests.length];
        switch (random.nextInt(8)) {
            case 0 -> {
                return Request.waitAllStatus(requests);
            }
            case 1 -> {
                for (int i : shuffled(requests.length, random)) {
                    statuses[i] = requests[i].waitStatus();
                }
            }
            case 2 -> {
                for (int i = 0; i < requests.length; i++) {
                    for (statuses[i] = requests[i].testStatus();
                            statuses[i] == null;
                            statuses[i] = requests[i].testStatus()) {
                        lookAgain();
                    }
                }
            }
            case 3 -> {
                for (int left = requests.length; left > 0; left--) {
                    Status status = Request.waitAnyStatus(requests);
                    statuses[status.getIndex()] = status;
                }
            }
            case 4 -> {
                for (int left = requests.length; left > 0; ) {
                    Status status = Request.testAnyStatus(requests);
                    if (status != null) {
                        statuses[status.getIndex()] = status;
                        left--;
                    } else {
                        lookAgain();
                    }
                }
            }
            case 5 -> {
                for (int left = requests.length; left > 0; ) {
                    left -= store(Request.waitSomeStatus(requests), statuses);
                }
            }
            case 6 -> {
                for (int left = requests.length; left > 0; ) {
                    left -= store(Request.testSomeStatus(requests), statuses);
                    lookAgain();
                }
            }
            default -> {
                Status[] all;
                for (all = Request.testAllStatus(requests); all == null; all = Request.testAllStatus(requests)) {
                    lookAgain();
                }
                return all;
            }
        }
        return statuses;
    }

    /**
     * Between two looks of a loop, where other threads of this process may have to work to end the wait. A virtual thread would
     * keep its carrier from them; to yield is not enough, for two threads that yield to each other leave no turn to those whose
     * sleep is over.
     */
    static void lookAgain() throws MPIException {
        if (MPI.queryThread() == MPI.THREAD_MULTIPLE) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private static int store(Status[] some, Status[] statuses) {
        for (Status status : some) {
            statuses[status.getIndex()] = status;
        }
        return some.length;
    }

    private static List<Integer> shuffled(int length, Random random) {
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < length; i++) {
            places.add(i);
        }
        Collections.shuffle(places, random);
        return places;
    }

    /** Completes all; nobody asks how. */
    static void of(List<Request> list, Random random) throws MPIException {
        Request[] requests = list.toArray(new Request[0]);
        switch (random.nextInt(7)) {
            case 0 -> {
                for (int i : shuffled(requests.length, random)) {
                    requests[i].waitFor();
                }
            }
            case 1 -> {
                for (int left = requests.length; left > 0; left--) {
                    Request.waitAny(requests);
                }
            }
            case 2 -> {
                for (int left = requests.length; left > 0; ) {
                    left -= Request.waitSome(requests).length;
                }
            }
            case 3 -> {
                for (int left = requests.length; left > 0; ) {
                    left -= Request.testAny(requests) >= 0 ? 1 : 0;
                }
            }
            case 4 -> {
                for (int left = requests.length; left > 0; ) {
                    left -= Request.testSome(requests).length;
                }
            }
            case 5 -> {
                boolean all = false;
                while (!all) {
                    all = Request.testAll(requests);
                }
            }
            default -> Request.waitAll(requests);
        }
    }
}
