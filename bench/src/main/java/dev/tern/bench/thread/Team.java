/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.thread;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

/** Threads that begin together, on all ranks of a communicator. */
public final class Team {
    private static final int FAILED = 1;

    private final Comm comm;
    private final ThreadKind kind;
    private final int size;
    private double begun; // written before the threads are let go

    /** What a thread does. */
    @FunctionalInterface
    public interface Task {
        /**
         * Does the work of a thread.
         *
         * @param thread its number, from 0 on
         * @throws MPIException as the calls of package {@code mpi} do
         */
        void run(int thread) throws MPIException;
    }

    /**
     * A team of this rank.
     *
     * @param comm all ranks of it begin together
     * @param kind what runs the threads
     * @param size how many there are on this rank
     */
    public Team(Comm comm, ThreadKind kind, int size) {
        this.comm = comm;
        this.kind = kind;
        this.size = size;
    }

    /**
     * Runs a task in all threads and returns when all have ended it. They begin when those of all ranks are there. One that
     * fails takes the job along, since its partner would wait for ever.
     *
     * @param task what each thread does
     * @throws MPIException as the calls of package {@code mpi} do
     */
    public void run(Task task) throws MPIException {
        CountDownLatch ready = new CountDownLatch(size);
        CountDownLatch go = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            int number = i;
            threads.add(kind.builder().name("bench-" + i).start(() -> {
                ready.countDown();
                await(go);
                work(task, number);
            }));
        }
        await(ready);
        comm.barrier();
        begun = MPI.wtime();
        go.countDown();
        threads.forEach(Team::join);
    }

    /** When the threads were let go, on the clock of {@code MPI.wtime}; for their use. */
    public double begun() {
        return begun;
    }

    private void work(Task task, int number) {
        try {
            task.run(number);
        } catch (MPIException | RuntimeException e) {
            e.printStackTrace();
            abort();
        }
    }

    private void abort() {
        try {
            comm.abort(FAILED);
        } catch (MPIException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static IllegalStateException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new IllegalStateException("nobody interrupts a benchmark", e);
    }
}
