/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.pattern;

import dev.tern.bench.thread.Latencies;
import java.util.Optional;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

/**
 * One message goes to the partner and one comes back, with blocking calls; any number of pairs at the same time. With a
 * buffer for each direction, as in the original, no rank ever writes into what it sends, so the data may stay in the
 * cache of the other; with one buffer for both, every message has just been written.
 */
public final class PingPong implements Pattern {
    private static final int TAG = 1;
    private static final int MESSAGES = 2; // of each round

    private final Comm comm;
    private final int tag;
    private final Pairs pairs;
    private final int partner;
    private final Buffers buffers;
    private final Object out;
    private final Object in;
    private final Latencies latencies; // null when the rounds are not timed one by one

    /**
     * Makes this rank's part.
     *
     * @param setup what the pattern is built from
     * @throws MPIException as the calls of package {@code mpi} do
     */
    public PingPong(Setup setup) throws MPIException {
        comm = setup.comm();
        tag = setup.tag() + TAG;
        pairs = Pairs.of(comm, setup.pairs());
        partner = pairs.partner();
        buffers = new Buffers(setup.kind(), setup.largest(), setup.sameBuffer(), setup.validate());
        out = buffers.out();
        in = buffers.in();
        latencies = setup.latencies().orElse(null);
    }

    @Override
    public double run(int size, int rounds) throws MPIException {
        if (pairs.idle()) {
            return 0;
        }
        if (!pairs.leads()) {
            return echo(size, rounds);
        }
        return latencies == null ? lead(size, rounds) : record(size, rounds);
    }

    private double lead(int size, int rounds) throws MPIException {
        double start = MPI.wtime();
        for (int i = 0; i < rounds; i++) {
            comm.send(out, size, MPI.BYTE, partner, tag);
            comm.recv(in, size, MPI.BYTE, partner, tag);
        }
        return MPI.wtime() - start;
    }

    /** Leads, and counts the latency of each round. */
    private double record(int size, int rounds) throws MPIException {
        double start = MPI.wtime();
        long last = System.nanoTime();
        for (int i = 0; i < rounds; i++) {
            comm.send(out, size, MPI.BYTE, partner, tag);
            comm.recv(in, size, MPI.BYTE, partner, tag);
            long now = System.nanoTime();
            latencies.add((now - last) / MESSAGES);
            last = now;
        }
        return MPI.wtime() - start;
    }

    private double echo(int size, int rounds) throws MPIException {
        double start = MPI.wtime();
        for (int i = 0; i < rounds; i++) {
            comm.recv(in, size, MPI.BYTE, partner, tag);
            comm.send(out, size, MPI.BYTE, partner, tag);
        }
        return MPI.wtime() - start;
    }

    @Override
    public int messages() {
        return MESSAGES;
    }

    @Override
    public boolean timed() {
        return pairs.leads();
    }

    @Override
    public void prepare(int size, int round) {
        buffers.prepare(size, number(round, pairs.leads()));
    }

    @Override
    public Optional<String> verify(int size, int round) {
        if (pairs.idle()) {
            return Optional.empty();
        }
        return buffers.verify(size, number(round, !pairs.leads()));
    }

    private static long number(int round, boolean fromLeader) {
        return 2L * round + (fromLeader ? 0 : 1);
    }
}
