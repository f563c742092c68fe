/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.thread;

import mpi.Comm;
import mpi.MPIException;

/**
 * What each thread sends on: a communicator of its own, or the one communicator and tags of its own. All ranks make and
 * free them together.
 */
public final class Channels {
    /** How many tags each thread has on one communicator. */
    private static final int TAGS = 8;

    private final Comm[] comms;
    private final boolean oneComm;

    /**
     * Makes the channels of a number of threads.
     *
     * @param comm the communicator of all ranks
     * @param threads how many threads
     * @param oneComm whether they are told apart by tags
     * @throws MPIException as the calls of package {@code mpi} do
     */
    public Channels(Comm comm, int threads, boolean oneComm) throws MPIException {
        this.oneComm = oneComm;
        comms = new Comm[threads];
        for (int i = 0; i < threads; i++) {
            comms[i] = oneComm && i > 0 ? comms[0] : comm.dup();
        }
    }

    /** The communicator of a thread. */
    public Comm comm(int thread) {
        return comms[thread];
    }

    /** What a thread adds to each tag. */
    public int tag(int thread) {
        return oneComm ? TAGS * thread : 0;
    }

    /** Frees the communicators. */
    public void free() throws MPIException {
        for (int i = 0; i < (oneComm ? 1 : comms.length); i++) {
            comms[i].free();
        }
    }
}
