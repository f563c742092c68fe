/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests.programs;

import java.util.ArrayList;
import java.util.List;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/**
 * What threads must not do to each other, or to themselves; all of it is to end, and to harm nobody else. Arguments: what, kind of
 * threads. The ranks do not talk to each other.
 */
public final class ThreadMisuse {
    private static final int ROUNDS = 1000;
    private static final int TESTERS = 8;
    private static final int OTHER_TAG = 100_000;

    private final Intracomm comm = MPI.COMM_WORLD;
    private final Thread.Builder builder;
    private final int me;

    private ThreadMisuse(String kind) throws MPIException {
        builder = kind.equals("virtual") ? Thread.ofVirtual() : Thread.ofPlatform();
        me = comm.getRank();
    }

    public static void main(String[] args) throws Exception {
        MPI.InitThread(args, MPI.THREAD_MULTIPLE);
        var misuse = new ThreadMisuse(args[1]);
        switch (args[0]) {
            case "finalize" -> misuse.finalizeWhileOneWaits();
            case "twice" -> misuse.twoWaitForOneRequest();
            case "test" -> misuse.manyTestWithoutPause();
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private void finalizeWhileOneWaits() throws Exception {
        var failures = new ArrayList<String>();
        Thread waiter = builder.start(() -> {
            try {
                comm.recv(new int[1], 1, MPI.INT, MPI.ANY_SOURCE, 1);
            } catch (MPIException e) {
                failures.add(e.getMessage());
            }
        });
        Thread.sleep(200);
        MPI.Finalize();
        waiter.join();
        Check.equal(1, failures.size(), "failures");
        Check.that(failures.get(0).contains("another thread has called MPI.Finalize"), failures.get(0));
        System.out.println("right");
    }

    /** Who comes second fails or finds nothing to wait for; receives that are started later must not be mixed up. */
    private void twoWaitForOneRequest() throws Exception {
        comm.setErrhandler(MPI.ERRORS_RETURN);
        for (int round = 0; round < ROUNDS; round++) {
            Request request = comm.iRecv(new int[1], 1, MPI.INT, me, round);
            List<Thread> waiters = List.of(builder.start(() -> await(request)), builder.start(() -> await(request)));
            comm.send(new int[1], 1, MPI.INT, me, round);
            for (Thread waiter : waiters) {
                waiter.join();
            }
            int[] first = {0};
            int[] second = {0};
            Request[] both = {
                comm.iRecv(first, 1, MPI.INT, me, OTHER_TAG), comm.iRecv(second, 1, MPI.INT, me, OTHER_TAG + 1),
            };
            comm.send(new int[] {2}, 1, MPI.INT, me, OTHER_TAG + 1);
            comm.send(new int[] {1}, 1, MPI.INT, me, OTHER_TAG);
            Request.waitAll(both);
            Check.equal(1, first[0], "first message of round " + round);
            Check.equal(2, second[0], "second message of round " + round);
        }
        MPI.Finalize();
        System.out.println("right");
    }

    private static void await(Request request) {
        try {
            request.waitFor();
        } catch (MPIException e) {
            if (e.getErrorClass() != MPI.ERR_REQUEST) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** They wait for messages that another thread sends after they have begun, on as many carriers as the JVM gives. */
    private void manyTestWithoutPause() throws Exception {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < TESTERS; i++) {
            int tag = i;
            threads.add(builder.start(() -> runOrAbort(() -> {
                Request request = comm.iRecv(new int[1], 1, MPI.INT, me, tag);
                Thread.currentThread().interrupt();
                while (!request.test()) {
                    Thread.onSpinWait();
                }
                Check.that(Thread.interrupted(), "still interrupted");
                while (comm.iProbe(me, tag + TESTERS) == null) {
                    Thread.onSpinWait();
                }
                comm.recv(new int[1], 1, MPI.INT, me, tag + TESTERS);
            })));
        }
        threads.add(builder.start(() -> runOrAbort(() -> {
            for (int tag = 0; tag < 2 * TESTERS; tag++) {
                comm.send(new int[1], 1, MPI.INT, me, tag);
            }
        })));
        for (Thread thread : threads) {
            thread.join();
        }
        MPI.Finalize();
        System.out.println("right");
    }

    private static void runOrAbort(Check.Call call) {
        try {
            call.run();
        } catch (Exception e) {
            e.printStackTrace();
            Runtime.getRuntime().halt(1);
        }
    }
}
