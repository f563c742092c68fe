/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.netpipe;

import dev.tern.bench.pattern.Buffers;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/** Ranks 0 and 1 of a communicator; the former leads. */
public final class MpiLink implements Link<MPIException> {
    private static final int TAG = 1;
    private static final int NEWS = 2;

    private final Comm comm;
    private final int rank;
    private final int partner;
    private final Buffers buffers;
    private final Object out;
    private final Object in;
    private final double[] news = new double[1];

    /**
     * This rank's end.
     *
     * @param comm the two ranks
     * @param buffers what messages are sent from and received into
     * @throws MPIException as the calls of package {@code mpi} do
     */
    public MpiLink(Comm comm, Buffers buffers) throws MPIException {
        this.comm = comm;
        this.buffers = buffers;
        rank = comm.getRank();
        partner = 1 - rank;
        out = buffers.out();
        in = buffers.in();
    }

    @Override
    public boolean leads() {
        return rank == 0;
    }

    @Override
    public Buffers buffers() {
        return buffers;
    }

    @Override
    public void send(int size) throws MPIException {
        comm.send(out, size, MPI.BYTE, partner, TAG);
    }

    @Override
    public void receive(int size) throws MPIException {
        comm.recv(in, size, MPI.BYTE, partner, TAG);
    }

    @Override
    public void exchange(int size) throws MPIException {
        Request request = comm.iRecv(in, size, MPI.BYTE, partner, TAG);
        comm.send(out, size, MPI.BYTE, partner, TAG);
        request.waitFor();
    }

    @Override
    public void tell(double number) throws MPIException {
        news[0] = number;
        comm.send(news, 1, MPI.DOUBLE, partner, NEWS);
    }

    @Override
    public double hear() throws MPIException {
        comm.recv(news, 1, MPI.DOUBLE, partner, NEWS);
        return news[0];
    }
}
