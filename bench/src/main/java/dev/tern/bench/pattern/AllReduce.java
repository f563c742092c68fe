/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.pattern;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Optional;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

/**
 * The sum of floats over all ranks, on all ranks. Each operation is timed alone and followed by a barrier that is not
 * timed.
 */
public final class AllReduce implements Pattern {
    private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;

    /** Values stay small enough for their sums to be exact. */
    private static final int VALUES = 97;

    private final Comm comm;
    private final int rank;
    private final int ranks;
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
    public AllReduce(Setup setup) throws MPIException {
        comm = setup.comm();
        rank = comm.getRank();
        ranks = comm.getSize();
        int count = setup.largest() / Float.BYTES;
        sent = Area.ofFloats(setup.kind(), count);
        received = Area.ofFloats(setup.kind(), count);
        out = sent.object();
        in = received.object();
    }

    @Override
    public double run(int size, int rounds) throws MPIException {
        int count = size / Float.BYTES;
        double elapsed = 0;
        for (int i = 0; i < rounds; i++) {
            double start = MPI.wtime();
            comm.allReduce(out, in, count, MPI.FLOAT, MPI.SUM);
            elapsed += MPI.wtime() - start;
            comm.barrier();
        }
        return elapsed;
    }

    @Override
    public void prepare(int size, int round) {
        MemorySegment bytes = sent.bytes();
        for (int i = 0; i < size / Float.BYTES; i++) {
            bytes.setAtIndex(FLOAT, i, value(i, round) + rank);
        }
        received.wipe(size);
    }

    @Override
    public Optional<String> verify(int size, int round) {
        MemorySegment bytes = received.bytes();
        for (int i = 0; i < size / Float.BYTES; i++) {
            float expected = ranks * value(i, round) + ranks * (ranks - 1) / 2;
            float found = bytes.getAtIndex(FLOAT, i);
            if (found != expected) {
                return Optional.of("element %d is %s instead of %s".formatted(i, found, expected));
            }
        }
        return received.overrun(size);
    }

    private static int value(int index, int round) {
        return (int) (((long) index + round) % VALUES);
    }
}
