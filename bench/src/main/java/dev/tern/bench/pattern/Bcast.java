/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.pattern;

import java.util.Optional;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

/** Rank 0 broadcasts to all. Each operation is timed alone and followed by a barrier that is not timed. */
public final class Bcast implements Pattern {
    private static final int ROOT = 0;

    private final Comm comm;
    private final boolean root;
    private final Payload payload;
    private final Area area;
    private final Object data;

    /**
     * Makes this rank's part.
     *
     * @param setup what the pattern is built from
     * @throws MPIException as the calls of package {@code mpi} do
     */
    public Bcast(Setup setup) throws MPIException {
        comm = setup.comm();
        root = comm.getRank() == ROOT;
        payload = setup.payload();
        area = Area.ofBytes(setup.kind(), setup.largest());
        data = area.object();
    }

    @Override
    public double run(int size, int rounds) throws MPIException {
        double elapsed = 0;
        for (int i = 0; i < rounds; i++) {
            double start = MPI.wtime();
            comm.bcast(data, size, MPI.BYTE, ROOT);
            elapsed += MPI.wtime() - start;
            comm.barrier();
        }
        return elapsed;
    }

    @Override
    public void prepare(int size, int round) {
        area.wipe(size);
        if (root) {
            payload.write(area, 0, size, round);
        }
    }

    @Override
    public Optional<String> verify(int size, int round) {
        return payload.verify(area, 0, size, round).or(() -> area.overrun(size));
    }
}
