/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.thread;

import mpi.MPI;
import mpi.MPIException;

/** What a program promises about its threads when it starts MPI: the choice of option {@code --thread-level}. */
public enum ThreadLevel {
    /** There is one thread. */
    SINGLE,
    /** One thread calls MPI. */
    FUNNELED,
    /** One thread at a time calls MPI. */
    SERIALIZED,
    /** Any thread calls MPI at any time. */
    MULTIPLE;

    /**
     * Starts MPI.
     *
     * @param args the arguments of the program
     * @return whether MPI provides this level
     * @throws MPIException when MPI does not start
     */
    public boolean start(String[] args) throws MPIException {
        if (this == SINGLE) {
            MPI.Init(args);
            return true;
        }
        int required = value();
        return MPI.InitThread(args, required) >= required;
    }

    private int value() {
        return switch (this) {
            case SINGLE -> MPI.THREAD_SINGLE;
            case FUNNELED -> MPI.THREAD_FUNNELED;
            case SERIALIZED -> MPI.THREAD_SERIALIZED;
            case MULTIPLE -> MPI.THREAD_MULTIPLE;
        };
    }
}
