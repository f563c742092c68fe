/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests.programs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import mpi.Comm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;

/**
 * Several threads of rank 0 wait on one communicator for different messages. One of them looks for all; when its message has come
 * it leaves and calls MPI no more, so that another must look. Argument: {@code platform} or {@code virtual}; two ranks.
 */
public final class HandOver {
    private static final int WAITERS = 6;
    private static final int ROUNDS = 12;
    private static final long SETTLE_MILLIS = 30; // until all of a round wait
    private static final int GO_TAG = 100;
    private static final int LENGTH = 30_000; // of every other message, in ints: a rendezvous

    private final Intracomm comm;
    private final Thread.Builder builder;
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    private HandOver(Thread.Builder builder) throws MPIException {
        this.comm = MPI.COMM_WORLD.dup();
        this.builder = builder;
    }

    public static void main(String[] args) throws Exception {
        Check.equal(MPI.THREAD_MULTIPLE, MPI.InitThread(args, MPI.THREAD_MULTIPLE), "level of threads");
        HandOver program = new HandOver(args[0].equals("virtual") ? Thread.ofVirtual() : Thread.ofPlatform());
        Random random = new Random(1);
        for (int round = 0; round < ROUNDS; round++) {
            List<Integer> order = new ArrayList<>();
            for (int i = 0; i < WAITERS; i++) {
                order.add(i);
            }
            if (round % 3 == 1) {
                Collections.reverse(order);
            } else if (round % 3 == 2) {
                Collections.shuffle(order, random);
            }
            if (MPI.COMM_WORLD.getRank() == 0) {
                program.wait(order, round);
            } else {
                program.send(order, round);
            }
        }
        if (MPI.COMM_WORLD.getRank() == 0) {
            program.oneCompletesForAnother();
            System.out.println("right");
        } else {
            program.answer();
        }
        MPI.Finalize();
    }

    private static int length(int waiter, int round) {
        return (waiter + round) % 2 == 0 ? 1 : LENGTH;
    }

    /** Sends each message only when the thread that got the one before has left MPI. */
    private void send(List<Integer> order, int round) throws MPIException {
        for (int waiter : order) {
            MPI.COMM_WORLD.recv(new int[1], 1, MPI.INT, 0, GO_TAG);
            int[] data = new int[length(waiter, round)];
            Arrays.fill(data, 10 * round + waiter);
            comm.send(data, data.length, MPI.INT, 0, waiter);
        }
    }

    private void wait(List<Integer> order, int round) throws Exception {
        CountDownLatch[] got = new CountDownLatch[WAITERS];
        CountDownLatch end = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < WAITERS; i++) {
            int waiter = i;
            got[i] = new CountDownLatch(1);
            threads.add(builder.name("waiter " + i).start(() -> {
                run(() -> receive(waiter, round));
                got[waiter].countDown();
                run(end::await); // outside of MPI, while the others wait inside
            }));
            Thread.sleep(SETTLE_MILLIS / WAITERS); // so that the first is the first to look
        }
        Thread.sleep(SETTLE_MILLIS);
        for (int waiter : order) {
            MPI.COMM_WORLD.send(new int[1], 1, MPI.INT, 1, GO_TAG);
            got[waiter].await();
        }
        end.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        rethrow();
    }

    private void run(Check.Call call) {
        try {
            call.run();
        } catch (Exception | Error e) {
            failure.compareAndSet(null, e);
        }
    }

    private void rethrow() {
        if (failure.get() != null) {
            throw new AssertionError("a thread failed", failure.get());
        }
    }

    private void receive(int waiter, int round) throws MPIException {
        int[] data = new int[length(waiter, round)];
        Status status = switch ((waiter + round) % 4) {
            case 0 -> comm.recv(data, data.length, MPI.INT, 1, waiter);
            case 1 -> comm.iRecv(data, data.length, MPI.INT, 1, waiter).waitStatus();
            case 2 -> Request.waitAnyStatus(new Request[] {null, comm.iRecv(data, data.length, MPI.INT, 1, waiter)});
            default -> {
                comm.probe(1, waiter);
                yield comm.recv(data, data.length, MPI.INT, 1, waiter);
            }
        };
        Check.equal(waiter, status.getTag(), "tag");
        Check.equal(10 * round + waiter, data[data.length - 1], "message of round " + round);
    }

    /**
     * Threads wait for requests that this one has started and tests meanwhile for one of its own: it completes theirs while it
     * looks, and they must notice.
     */
    private void oneCompletesForAnother() throws Exception {
        int[][] data = new int[WAITERS][LENGTH];
        AtomicInteger done = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < WAITERS; i++) {
            int tag = i;
            Request request = comm.iRecv(data[i], LENGTH, MPI.INT, 1, i);
            threads.add(builder.name("waiter " + i).start(() -> {
                run(() -> Check.equal(tag, request.waitStatus().getTag(), "tag"));
                done.incrementAndGet();
            }));
        }
        Request own = comm.iRecv(new int[1], 1, MPI.INT, 1, WAITERS);
        MPI.COMM_WORLD.send(new int[1], 1, MPI.INT, 1, GO_TAG);
        while (done.get() < WAITERS) {
            Check.that(!own.test(), "the own message has not been sent");
            Thread.yield();
        }
        MPI.COMM_WORLD.send(new int[1], 1, MPI.INT, 1, GO_TAG);
        own.waitFor();
        for (Thread thread : threads) {
            thread.join();
        }
        rethrow();
        for (int i = 0; i < WAITERS; i++) {
            Check.equal(i + 1, data[i][LENGTH - 1], "message " + i);
        }
    }

    private void answer() throws MPIException {
        Comm world = MPI.COMM_WORLD;
        world.recv(new int[1], 1, MPI.INT, 0, GO_TAG);
        for (int i = 0; i < WAITERS; i++) {
            int[] data = new int[LENGTH];
            Arrays.fill(data, i + 1);
            comm.send(data, LENGTH, MPI.INT, 0, i);
        }
        world.recv(new int[1], 1, MPI.INT, 0, GO_TAG);
        comm.send(new int[1], 1, MPI.INT, 0, WAITERS);
    }
}
