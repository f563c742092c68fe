/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.pattern;

import dev.tern.bench.thread.Channels;
import dev.tern.bench.thread.Team;
import dev.tern.bench.thread.ThreadPlan;
import java.util.Arrays;
import java.util.Optional;
import mpi.MPI;
import mpi.MPIException;

/** A pattern that several threads of each rank run at the same time, each with its counterparts on the other ranks. */
public final class Threaded implements Pattern {
    private final Team team;
    private final Channels channels;
    private final Pattern[] parts;
    private final double[] begins; // written by each thread when it has ended
    private final double[] ends;

    private Threaded(Setup setup, Factory factory) throws MPIException {
        ThreadPlan threads = setup.threads();
        int count = threads.most();
        team = new Team(setup.comm(), threads.kind(), count);
        channels = new Channels(setup.comm(), count, threads.oneComm());
        parts = new Pattern[count];
        for (int i = 0; i < count; i++) {
            parts[i] = factory.create(setup.on(channels.comm(i), channels.tag(i), Optional.empty()));
        }
        begins = new double[count];
        ends = new double[count];
    }

    /**
     * A pattern in as many threads as the setup says; in one it is the pattern itself.
     *
     * @param setup what the pattern is built from
     * @param factory makes the part of a thread
     * @return this rank's part
     * @throws MPIException as the calls of package {@code mpi} do
     */
    public static Pattern of(Setup setup, Factory factory) throws MPIException {
        return setup.threads().most() == 1 ? factory.create(setup) : new Threaded(setup, factory);
    }

    /** The seconds from the first thread's start to the last one's end. */
    @Override
    public double run(int size, int rounds) throws MPIException {
        team.run(thread -> {
            double begin = MPI.wtime();
            parts[thread].run(size, rounds);
            ends[thread] = MPI.wtime();
            begins[thread] = begin;
        });
        return Arrays.stream(ends).max().orElseThrow()
                - Arrays.stream(begins).min().orElseThrow();
    }

    @Override
    public int messages() {
        return parts.length * parts[0].messages();
    }

    @Override
    public boolean timed() {
        return parts[0].timed();
    }

    @Override
    public void select(int size) {
        for (Pattern part : parts) {
            part.select(size);
        }
    }

    @Override
    public void prepare(int size, int round) {
        for (Pattern part : parts) {
            part.prepare(size, round);
        }
    }

    @Override
    public Optional<String> verify(int size, int round) {
        for (int i = 0; i < parts.length; i++) {
            Optional<String> wrong = parts[i].verify(size, round);
            if (wrong.isPresent()) {
                return Optional.of("thread " + i + ": " + wrong.get());
            }
        }
        return Optional.empty();
    }

    @Override
    public void free() throws MPIException {
        channels.free();
    }
}
