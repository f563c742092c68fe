/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests.programs;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import jdk.management.VirtualThreadSchedulerMXBean;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;

/**
 * Many virtual threads of rank 0, each blocked for its own message, which rank 1 sends in random order, with pauses in which
 * all that are left are blocked. Meanwhile another virtual thread computes and must get on, and the carriers must stay
 * few. Arguments: seed, receivers, communicators.
 */
public final class ManyReceivers {
    private static final int BATCHES = 5;
    private static final long PAUSE_MILLIS = 600;
    private static final int LONGEST = 20_000;
    private static final int STEPS_PER_TURN = 20_000; // of the computation, some ten microseconds
    private static final long LEAST_TURNS = 20; // in a pause
    private static final int MOST_PLATFORM_THREADS = 64;
    private static final int GO_TAG = 1_000_000;

    private final int receivers;
    private final Random random; // the same numbers on both ranks
    private final Intracomm[] comms;
    private final AtomicInteger arrived = new AtomicInteger();
    private final AtomicLong turns = new AtomicLong();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private volatile boolean computes = true;

    private ManyReceivers(long seed, int receivers, int communicators) throws MPIException {
        this.receivers = receivers;
        this.random = new Random(seed);
        this.comms = new Intracomm[communicators];
        for (int i = 0; i < communicators; i++) {
            comms[i] = MPI.COMM_WORLD.dup();
        }
    }

    public static void main(String[] args) throws Exception {
        Check.equal(MPI.THREAD_MULTIPLE, MPI.InitThread(args, MPI.THREAD_MULTIPLE), "level of threads");
        long seed = Long.parseLong(args[0]);
        ManyReceivers program = new ManyReceivers(seed, Integer.parseInt(args[1]), Integer.parseInt(args[2]));
        if (MPI.COMM_WORLD.getRank() == 0) {
            program.receive();
            System.out.println("seed " + seed + ": right");
        } else {
            program.send();
        }
        MPI.Finalize();
    }

    private int[] lengths() {
        int[] lengths = new int[receivers]; // in ints
        for (int i = 0; i < receivers; i++) {
            lengths[i] = random.nextInt(20) == 0 ? random.nextInt(LONGEST) : random.nextInt(16);
        }
        return lengths;
    }

    private static int[] contents(int receiver, int length) {
        int[] data = new int[length];
        for (int i = 0; i < length; i++) {
            data[i] = 31 * receiver + i;
        }
        return data;
    }

    // Rank 1

    private void send() throws Exception {
        int[] lengths = lengths();
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < receivers; i++) {
            order.add(i);
        }
        Collections.shuffle(order, random);
        int[] batch = new int[1];
        for (int sent = 0; sent < receivers; ) {
            MPI.COMM_WORLD.recv(batch, 1, MPI.INT, 0, GO_TAG);
            for (int end = sent + batch[0]; sent < end; sent++) {
                int to = order.get(sent);
                comms[to % comms.length].send(contents(to, lengths[to]), lengths[to], MPI.INT, 0, to);
            }
        }
    }

    // Rank 0

    private void receive() throws Exception {
        int[] lengths = lengths();
        CountDownLatch started = new CountDownLatch(receivers);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < receivers; i++) {
            int receiver = i;
            threads.add(Thread.ofVirtual().name("receiver " + i).start(() -> {
                started.countDown();
                run(() -> receiveOwn(receiver, lengths[receiver]));
            }));
        }
        Thread ticker = Thread.ofVirtual().name("ticker").start(this::compute);
        started.await();
        int batch = (receivers + BATCHES - 1) / BATCHES;
        for (int asked = 0; asked < receivers; asked += batch) {
            pauseAndLook(threads, asked);
            int now = Math.min(batch, receivers - asked);
            MPI.COMM_WORLD.send(new int[] {now}, 1, MPI.INT, 1, GO_TAG);
            awaitArrived(asked + now);
        }
        computes = false;
        ticker.join();
        for (Thread thread : threads) {
            thread.join();
        }
        rethrow();
        Check.equal(receivers, arrived.get(), "messages that came");
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
            throw new AssertionError("a receiver failed", failure.get());
        }
    }

    private void receiveOwn(int receiver, int length) throws MPIException {
        Intracomm comm = comms[receiver % comms.length];
        int[] data = new int[length];
        Status status;
        switch (receiver % 4) {
            case 0 -> {
                comm.probe(1, receiver);
                status = comm.recv(data, length, MPI.INT, 1, receiver);
            }
            case 1 -> status = comm.iRecv(data, length, MPI.INT, 1, receiver).waitStatus();
            case 2 ->
                status = Request.waitAnyStatus(
                        new Request[] {comm.iRecv(data, length, MPI.INT, MPI.ANY_SOURCE, receiver)});
            default -> status = comm.recv(data, length, MPI.INT, 1, receiver);
        }
        Check.equal(receiver, status.getTag(), "tag");
        Check.equal(contents(receiver, length), data, "what receiver " + receiver + " got");
        arrived.incrementAndGet();
    }

    /**
     * Computes without end. On the only carrier it gives others their turn, as a virtual thread must; to yield would not be
     * enough, for the scheduler may then prefer it for ever to those whose sleep is over.
     */
    private void compute() {
        boolean alone = scheduler().getParallelism() > 1;
        long value = 1;
        while (computes) {
            for (int i = 0; i < STEPS_PER_TURN; i++) {
                value = value * 6364136223846793005L + 1442695040888963407L;
            }
            turns.addAndGet(value == 0 ? 2 : 1);
            if (!alone) {
                LockSupport.parkNanos(1);
            }
        }
    }

    private static VirtualThreadSchedulerMXBean scheduler() {
        return ManagementFactory.getPlatformMXBean(VirtualThreadSchedulerMXBean.class);
    }

    /** All that are left are blocked for a while, which must not keep the ticker from its work nor take carriers. */
    private void pauseAndLook(List<Thread> threads, int before) throws Exception {
        long turnsBefore = turns.get();
        Thread.sleep(PAUSE_MILLIS);
        long deadline = System.nanoTime() + 30_000_000_000L;
        while (turns.get() - turnsBefore < LEAST_TURNS) {
            Check.that(System.nanoTime() < deadline, "the thread that computes got %d turns", turns.get());
            Thread.sleep(10);
        }
        rethrow();
        Check.equal(before, arrived.get(), "messages that have come");
        Check.equal(
                (long) receivers - before,
                threads.stream().filter(Thread::isAlive).count(),
                "threads that are blocked");
        VirtualThreadSchedulerMXBean scheduler = scheduler();
        int most = Integer.getInteger("jdk.virtualThreadScheduler.maxPoolSize", scheduler.getParallelism() + 8);
        Check.that(
                scheduler.getPoolSize() <= most,
                "%d carriers with %d receivers blocked; at most %d are expected",
                scheduler.getPoolSize(),
                receivers - before,
                most);
        int platformThreads = ManagementFactory.getThreadMXBean().getPeakThreadCount();
        Check.that(platformThreads <= MOST_PLATFORM_THREADS, "%d platform threads", platformThreads);
    }

    private void awaitArrived(int count) {
        while (arrived.get() < count && failure.get() == null) {
            LockSupport.parkNanos(1_000_000);
        }
        rethrow();
    }
}
