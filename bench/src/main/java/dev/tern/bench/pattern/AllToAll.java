/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.pattern;

import java.util.Optional;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

/**
 * Every rank sends a block of its own to every rank. Each operation is timed alone and followed by a barrier that is
 * not timed.
 */
public final class AllToAll implements Pattern {
    private final Comm comm;
    private final int rank;
    private final int ranks;
    private final Payload payload;
    private final Area sent;
    private final Area received;
    private final Object out;
    private final Object in;

    /**
     * Makes this rank's part.
     *
     * @param setup what the pattern is built from
     * @throws MPIException as the calls of package {@code mpi} do
     */
    public AllToAll(Setup setup) throws MPIException {
        comm = setup.comm();
        rank = comm.getRank();
        ranks = comm.getSize();
        payload = setup.payload();
        int bytes = Math.multiplyExact(setup.largest(), ranks);
        sent = Area.ofBytes(setup.kind(), bytes);
        received = Area.ofBytes(setup.kind(), bytes);
        out = sent.object();
        in = received.object();
    }

    @Override
    public double run(int size, int rounds) throws MPIException {
        double elapsed = 0;
        for (int i = 0; i < rounds; i++) {
            double start = MPI.wtime();
            comm.allToAll(out, size, MPI.BYTE, in, size, MPI.BYTE);
            elapsed += MPI.wtime() - start;
            comm.barrier();
        }
        return elapsed;
    }

    @Override
    public void prepare(int size, int round) {
        for (int to = 0; to < ranks; to++) {
            payload.write(sent, (long) to * size, size, number(round, rank, to));
        }
        received.wipe((long) ranks * size);
    }

    @Override
    public Optional<String> verify(int size, int round) {
        for (int from = 0; from < ranks; from++) {
            Optional<String> wrong = payload.verify(received, (long) from * size, size, number(round, from, rank));
            if (wrong.isPresent()) {
                return Optional.of("block from rank " + from + ": " + wrong.get());
            }
        }
        return received.overrun((long) ranks * size);
    }

    private long number(int round, int from, int to) {
        return ((long) round * ranks + from) * ranks + to;
    }
}
