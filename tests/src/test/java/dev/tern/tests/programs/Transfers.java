/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests.programs;

import java.util.ArrayList;
import java.util.List;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;

/** Every way to send, from every kind of buffer, with sizes around the limits of the protocols; each to the right neighbour. */
public final class Transfers {
    private static final int[] SMALL = {0, 8, 48, 49, 4096, 4097};
    private static final int[] LARGE = {32_768, 1 << 20};
    private static final int HUGE = 8 << 20;
    private static final int ATTACHED = 2 * HUGE + (1 << 20); // a buffered message and the same again
    private static final int DATA = 3;
    private static final int READY = 4;

    private final Comm comm = MPI.COMM_WORLD;
    private final int rank;
    private final int left;
    private final int right;
    private int transfers;

    private Transfers() throws MPIException {
        rank = comm.getRank();
        left = (rank + comm.getSize() - 1) % comm.getSize();
        right = (rank + 1) % comm.getSize();
    }

    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        MPI.attachBuffer(new byte[ATTACHED]);
        var test = new Transfers();
        List<Kind> kinds = new ArrayList<>(Kind.arrays());
        kinds.addAll(Kind.buffers());
        for (Kind kind : kinds) {
            for (Mode mode : Mode.values()) {
                for (int bytes : SMALL) {
                    test.transfer(kind, mode, bytes);
                }
            }
            for (int bytes : LARGE) {
                test.transfer(kind, Mode.values()[test.transfers % Mode.values().length], bytes);
            }
        }
        for (Mode mode : Mode.values()) {
            test.transfer(kinds.get(test.transfers % kinds.size()), mode, HUGE);
        }
        byte[] attached = MPI.detachBuffer();
        Check.equal(ATTACHED, attached.length, "length of the buffer that was attached");
        MPI.Finalize();
        if (test.rank == 0) {
            System.out.println(test.transfers + " transfers were right");
        }
    }

    private void transfer(Kind kind, Mode mode, int bytes) throws MPIException {
        int number = transfers++;
        int count = bytes / kind.bytes();
        String what = mode + " of " + bytes + " bytes";
        Object out = kind.filled(count, number + rank);
        Object in = kind.empty(count);
        // Every other message, where that is allowed, comes before it is asked for.
        boolean late = number % 2 == 0 && !mode.isBlocking() && !mode.isReady();
        Request receive = late ? null : comm.iRecv(in, count, kind.type(), left, DATA);
        if (mode.isReady()) {
            comm.sendRecv(null, 0, MPI.BYTE, left, READY, null, 0, MPI.BYTE, right, READY);
        }
        Request send = mode.start(comm, out, count, kind.type(), right, DATA);
        Status status = late ? comm.recv(in, count, kind.type(), left, DATA) : receive.waitStatus();
        finish(send, status, kind, count, what);
        kind.check(in, count, number + left, what);
        if (send instanceof Prequest again && !mode.isReady()) {
            Object second = kind.empty(count);
            again.start();
            comm.recv(second, count, kind.type(), left, DATA);
            again.waitFor();
            kind.check(second, count, number + left, what + " again");
            again.free();
            Check.that(again.isNull(), what + ": null once freed");
        }
    }

    private void finish(Request send, Status status, Kind kind, int count, String what) throws MPIException {
        if (send != null) {
            send.waitFor();
            Check.equal(!(send instanceof Prequest), send.isNull(), what + ": null after waiting");
        }
        Check.equal(left, status.getSource(), what + ": source");
        Check.equal(DATA, status.getTag(), what + ": tag");
        Check.equal(count, status.getCount(kind.type()), what + ": count");
    }
}
