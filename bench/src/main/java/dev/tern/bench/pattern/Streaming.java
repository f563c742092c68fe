/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.pattern;

import java.util.Optional;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/**
 * The leader of each pair sends windows of immediate messages; its partner receives each window into posted receives
 * and answers with a short acknowledgement.
 */
public final class Streaming implements Pattern {
    private static final int ACKNOWLEDGE = 3;
    private static final int ACKNOWLEDGE_BYTES = 4;

    private final Comm comm;
    private final int tag;
    private final int pairCount;
    private final Pairs pairs;
    private final int partner;
    private final Window window;
    private final Request[] requests;
    private final Object acknowledgement;

    /**
     * Makes this rank's part.
     *
     * @param setup what the pattern is built from
     * @throws MPIException as the calls of package {@code mpi} do
     */
    public Streaming(Setup setup) throws MPIException {
        comm = setup.comm();
        tag = setup.tag() + ACKNOWLEDGE;
        pairCount = setup.pairs();
        pairs = Pairs.of(comm, pairCount);
        partner = pairs.partner();
        window = Window.of(setup);
        requests = new Request[setup.window()];
        acknowledgement = Area.ofBytes(setup.kind(), ACKNOWLEDGE_BYTES).object();
    }

    @Override
    public double run(int size, int rounds) throws MPIException {
        if (pairs.idle()) {
            return 0;
        }
        return pairs.leads() ? stream(size, rounds) : drain(size, rounds);
    }

    private double stream(int size, int rounds) throws MPIException {
        double start = MPI.wtime();
        for (int i = 0; i < rounds; i++) {
            window.send(comm, size, partner, requests);
            Request.waitAll(requests);
            comm.recv(acknowledgement, ACKNOWLEDGE_BYTES, MPI.BYTE, partner, tag);
        }
        return MPI.wtime() - start;
    }

    private double drain(int size, int rounds) throws MPIException {
        double start = MPI.wtime();
        for (int i = 0; i < rounds; i++) {
            window.receive(comm, size, partner, requests);
            Request.waitAll(requests);
            comm.send(acknowledgement, ACKNOWLEDGE_BYTES, MPI.BYTE, partner, tag);
        }
        return MPI.wtime() - start;
    }

    @Override
    public int messages() {
        return pairCount * requests.length;
    }

    @Override
    public boolean timed() {
        return pairs.leads();
    }

    @Override
    public void select(int size) {
        window.select(size);
    }

    @Override
    public void prepare(int size, int round) {
        window.prepare(size, first(round));
    }

    @Override
    public Optional<String> verify(int size, int round) {
        return pairs.idle() || pairs.leads() ? Optional.empty() : window.verify(size, first(round));
    }

    private long first(int round) {
        return (long) round * requests.length;
    }
}
