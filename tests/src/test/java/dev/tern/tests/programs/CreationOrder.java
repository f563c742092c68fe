/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests.programs;

import java.util.concurrent.atomic.AtomicReference;
import mpi.Intracomm;
import mpi.MPI;

/**
 * A thread of rank 0 is at a new communicator of one parent, which the other ranks call last: until then new communicators of
 * many other parents must not wait for it. Argument: how many other parents.
 */
public final class CreationOrder {
    private static final long HEAD_START_MILLIS = 300;

    private CreationOrder() {}

    public static void main(String[] args) throws Exception {
        Check.equal(MPI.THREAD_MULTIPLE, MPI.InitThread(args, MPI.THREAD_MULTIPLE), "level of threads");
        int count = Integer.parseInt(args[0]);
        Intracomm late = MPI.COMM_WORLD.dup();
        Intracomm[] others = new Intracomm[count];
        for (int i = 0; i < count; i++) {
            others[i] = MPI.COMM_WORLD.dup();
        }
        boolean isEarly = MPI.COMM_WORLD.getRank() == 0;
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread early = Thread.ofPlatform().name("early").start(() -> {
            if (isEarly) {
                makeOne(late, failure);
            }
        });
        Thread.sleep(HEAD_START_MILLIS);
        for (Intracomm other : others) {
            makeOne(other, failure);
        }
        if (!isEarly) {
            makeOne(late, failure);
        }
        early.join();
        Check.equal(null, failure.get(), "failure");
        if (isEarly) {
            System.out.println(count + 1 + " communicators: right");
        }
        MPI.Finalize();
    }

    private static void makeOne(Intracomm parent, AtomicReference<Throwable> failure) {
        try {
            Intracomm made = parent.dup();
            made.barrier();
            made.free();
        } catch (Exception | Error e) {
            failure.compareAndSet(null, e);
        }
    }
}
