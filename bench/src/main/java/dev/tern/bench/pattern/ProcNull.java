/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.pattern;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Optional;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

/**
 * Blocking sends to nobody: what a call costs before any message moves. The destination is read anew for each call, and
 * everything that the call reads after it: otherwise the JIT sees that all calls are alike and have no effect, and leaves
 * them out.
 */
public final class ProcNull implements Pattern {
    private static final VarHandle DESTINATION = destinationOf(MethodHandles.lookup());
    private static final int TAG = 1;

    private final Comm comm;
    private final int tag;
    private final Object data;
    private int destination = MPI.PROC_NULL; // read through DESTINATION

    /**
     * Makes this rank's part.
     *
     * @param setup what the pattern is built from
     */
    public ProcNull(Setup setup) {
        comm = setup.comm();
        tag = setup.tag() + TAG;
        data = Area.ofBytes(setup.kind(), setup.largest()).object();
    }

    private static VarHandle destinationOf(MethodHandles.Lookup lookup) {
        try {
            return lookup.findVarHandle(ProcNull.class, "destination", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @Override
    public double run(int size, int rounds) throws MPIException {
        double start = MPI.wtime();
        for (int i = 0; i < rounds; i++) {
            comm.send(data, size, MPI.BYTE, (int) DESTINATION.getAcquire(this), tag);
        }
        return MPI.wtime() - start;
    }

    @Override
    public void prepare(int size, int round) {}

    @Override
    public Optional<String> verify(int size, int round) {
        return Optional.empty();
    }
}
