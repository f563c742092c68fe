/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package mpi;

/**
 * A job of two ranks that uses what nearly every program uses. The build runs it once and records which classes were
 * loaded, so that the JVMs of later jobs start with these classes loaded and linked (see {@code scripts/common.sh}).
 */
final class Training {
    private static final int TAG = 1;
    private static final int[] SIZES = {0, 8, 4096, 1 << 20};

    private Training() {}

    /**
     * Runs the job.
     *
     * @param args arguments of the program, none are used
     * @throws MPIException when something fails
     */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int peer = world.getSize() - 1 - world.getRank();
        for (int size : SIZES) {
            byte[] out = new byte[size];
            byte[] in = new byte[size];
            Request receive = world.iRecv(in, size, MPI.BYTE, peer, TAG);
            world.send(out, size, MPI.BYTE, peer, TAG);
            receive.waitFor();
            Request send = world.iSend(MPI.newByteBuffer(size), size, MPI.BYTE, peer, TAG);
            Status status = world.recv(in, size, MPI.BYTE, MPI.ANY_SOURCE, MPI.ANY_TAG);
            status.getCount(MPI.BYTE);
            send.waitFor();
        }
        MPI.Finalize();
    }
}
