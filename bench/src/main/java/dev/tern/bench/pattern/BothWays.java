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

/** Two ranks send each other windows of immediate messages at the same time. */
public final class BothWays implements Pattern {
    private final Comm comm;
    private final Pairs pairs;
    private final int partner;
    private final Window window;
    private final Request[] sends;
    private final Request[] receives;

    /**
     * Makes this rank's part.
     *
     * @param setup what the pattern is built from
     * @throws MPIException as the calls of package {@code mpi} do
     */
    public BothWays(Setup setup) throws MPIException {
        comm = setup.comm();
        pairs = Pairs.of(comm, setup.pairs());
        partner = pairs.partner();
        window = Window.of(setup);
        sends = new Request[setup.window()];
        receives = new Request[setup.window()];
    }

    @Override
    public double run(int size, int rounds) throws MPIException {
        double start = MPI.wtime();
        for (int i = 0; i < rounds; i++) {
            window.receive(comm, size, partner, receives);
            window.send(comm, size, partner, sends);
            Request.waitAll(sends);
            Request.waitAll(receives);
        }
        return MPI.wtime() - start;
    }

    @Override
    public int messages() {
        return 2 * sends.length;
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
        window.prepare(size, first(round, pairs.leads()));
    }

    @Override
    public Optional<String> verify(int size, int round) {
        return window.verify(size, first(round, !pairs.leads()));
    }

    private long first(int round, boolean fromLeader) {
        return (2L * round + (fromLeader ? 0 : 1)) * sends.length;
    }
}
