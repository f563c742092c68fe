/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.pattern;

import dev.tern.bench.thread.Team;
import dev.tern.bench.thread.ThreadPlan;
import java.util.Arrays;
import java.util.Optional;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

/**
 * A ping-pong with several threads on the receiving rank, which share the rounds. With one sending thread any of them may
 * receive a message; with several, every round has a tag of its own.
 */
public final class SharedPingPong implements Pattern {
    private static final int PING = 1;
    private static final int PONG = 2;
    private static final int TAGS = 1 << 14; // the tags of rounds are below; MPI has twice as many at least

    private final Comm comm;
    private final boolean sends;
    private final int partner;
    private final int threads;
    private final boolean tagged;
    private final Team team;
    private final Object[] out;
    private final Object[] in;
    private final double[] seconds; // written by each thread when it has ended

    /**
     * Makes this rank's part.
     *
     * @param setup what the pattern is built from
     * @throws MPIException as the calls of package {@code mpi} do
     */
    public SharedPingPong(Setup setup) throws MPIException {
        ThreadPlan plan = setup.threads();
        comm = setup.comm();
        Pairs pair = Pairs.of(comm, 1);
        sends = pair.leads();
        partner = pair.partner();
        threads = sends ? plan.senders() : plan.counts().getFirst();
        tagged = plan.senders() > 1;
        team = new Team(comm, plan.kind(), threads);
        out = new Object[threads];
        in = new Object[threads];
        for (int i = 0; i < threads; i++) {
            out[i] = Area.ofBytes(setup.kind(), setup.largest()).object();
            in[i] = Area.ofBytes(setup.kind(), setup.largest()).object();
        }
        seconds = new double[threads];
    }

    /** The seconds of the average thread, times their number, since each has only its share of the rounds. */
    @Override
    public double run(int size, int rounds) throws MPIException {
        team.run(thread -> seconds[thread] = sends ? send(thread, size, rounds) : echo(thread, size, rounds));
        return Arrays.stream(seconds).sum();
    }

    private double send(int thread, int size, int rounds) throws MPIException {
        Object ping = out[thread];
        Object pong = in[thread];
        double start = MPI.wtime();
        for (int i = thread; i < rounds; i += threads) {
            comm.send(ping, size, MPI.BYTE, partner, tag(i, PING));
            comm.recv(pong, size, MPI.BYTE, partner, tag(i, PONG));
        }
        return MPI.wtime() - start;
    }

    private double echo(int thread, int size, int rounds) throws MPIException {
        Object ping = in[thread];
        Object pong = out[thread];
        double start = MPI.wtime();
        for (int i = thread; i < rounds; i += threads) {
            comm.recv(ping, size, MPI.BYTE, partner, tag(i, PING));
            comm.send(pong, size, MPI.BYTE, partner, tag(i, PONG));
        }
        return MPI.wtime() - start;
    }

    private int tag(int round, int usual) {
        return tagged ? round % TAGS : usual;
    }

    @Override
    public int messages() {
        return 2;
    }

    @Override
    public boolean timed() {
        return sends;
    }

    @Override
    public void prepare(int size, int round) {}

    @Override
    public Optional<String> verify(int size, int round) {
        return Optional.empty();
    }
}
