/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench;

import dev.tern.bench.pattern.Pattern;
import dev.tern.bench.thread.Latencies;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

/**
 * One thread's part of a measurement that ends when its time is up, however slow messages have become meanwhile. The
 * leading thread runs its pattern in blocks of about a millisecond, tells its partner before each how many rounds it has,
 * and looks at the clock in between. The C programs do the same.
 */
final class Turns {
    private static final int NEWS = 4; // the tag of what the partner is told; the patterns have those below
    private static final int LEAST = 16; // rounds of a block; so many that the news cost little beside them
    private static final int MOST = 1 << 20;
    private static final double BLOCK = 1e-3;

    private final Pattern pattern;
    private final Comm comm;
    private final int partner;
    private final int tag;
    private final boolean leads;
    private final Latencies latencies;
    private final int[] news = new int[1];
    private Result result;

    /**
     * What a thread has done.
     *
     * @param begin seconds, on the clock of {@code MPI.wtime}
     * @param end seconds, on the same clock
     * @param messages how many were sent; 0 in a thread that does not lead
     */
    record Result(double begin, double end, long messages) {
        double seconds() {
            return end - begin;
        }

        double rate() {
            return messages / seconds();
        }
    }

    /**
     * The part of a thread.
     *
     * @param pattern what is run
     * @param comm where the pattern is run
     * @param tag what the pattern adds to its tags
     * @param partner the other rank, or {@code MPI.PROC_NULL}
     * @param leads whether this rank decides how long it takes
     * @param latencies where the pattern counts latencies
     */
    Turns(Pattern pattern, Comm comm, int tag, int partner, boolean leads, Latencies latencies) {
        this.pattern = pattern;
        this.comm = comm;
        this.tag = tag + NEWS;
        this.partner = partner;
        this.leads = leads;
        this.latencies = latencies;
    }

    /** What the last run has come to. */
    Result result() {
        return result;
    }

    /** What the leading thread has counted in the last run. */
    Latencies latencies() {
        return latencies;
    }

    /** Chooses the buffers for messages of a size. */
    void select(int size) {
        pattern.select(size);
    }

    /**
     * Runs until the time is up or the rounds are done; one block in any case.
     *
     * @param size bytes of each message
     * @param deadline when the time is up, on the clock of {@code MPI.wtime}; the same for all threads, so that those which
     *     come late, since others have kept the processors, do not make it longer
     * @param rounds how many at most
     */
    void run(int size, double deadline, int rounds) throws MPIException {
        latencies.clear();
        if (leads) {
            lead(size, deadline, rounds);
        } else {
            follow(size);
        }
    }

    private void lead(int size, double deadline, int rounds) throws MPIException {
        double begin = MPI.wtime();
        double end = begin;
        int done = 0;
        int block = LEAST;
        do {
            block = Math.min(block, rounds - done);
            tell(block);
            pattern.run(size, block);
            done += block;
            double now = MPI.wtime();
            block = next(block, now - end);
            end = now;
        } while (done < rounds && end < deadline);
        tell(0);
        result = new Result(begin, end, (long) done * pattern.messages());
    }

    private void follow(int size) throws MPIException {
        double begin = MPI.wtime();
        int block = told();
        while (block > 0) {
            pattern.run(size, block);
            block = told();
        }
        result = new Result(begin, MPI.wtime(), 0);
    }

    private void tell(int rounds) throws MPIException {
        news[0] = rounds;
        comm.send(news, 1, MPI.INT, partner, tag);
    }

    private int told() throws MPIException {
        comm.recv(news, 1, MPI.INT, partner, tag);
        return news[0];
    }

    /** The rounds of the next block, after one that took so many seconds; at most twice as many. */
    static int next(int block, double took) {
        double fitting = took > 0 ? block * (BLOCK / took) : MOST;
        return (int) Math.clamp(Math.min(fitting, 2.0 * block), LEAST, MOST);
    }
}
