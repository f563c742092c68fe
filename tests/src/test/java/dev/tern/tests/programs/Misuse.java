/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests.programs;

import java.util.Arrays;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** Misuse that must be a clean exception on every rank, after which the ranks can go on. For two ranks and more. */
public final class Misuse {
    private final Intracomm comm = MPI.COMM_WORLD;
    private final int rank;
    private final int size;

    private Misuse() throws MPIException {
        rank = comm.getRank();
        size = comm.getSize();
    }

    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
        var test = new Misuse();
        Check.Call[] steps = {
            test::countsThatAreTooShort,
            test::wrongClasses,
            test::countsThatAreTooLarge,
            test::unequalCounts,
            test::unequalCountsInCollectives,
        };
        for (Check.Call step : steps) {
            step.run();
            int[] sum = {test.rank};
            MPI.COMM_WORLD.allReduce(sum, 1, MPI.INT, MPI.SUM);
            Check.equal(test.size * (test.size - 1) / 2, sum[0], "sum after a misuse");
        }
        MPI.Finalize();
        if (test.rank == 0) {
            System.out.println(steps.length + " kinds of misuse end well");
        }
    }

    private void countsThatAreTooShort() {
        int[] data = new int[4 * size];
        int[] few = new int[size - 1];
        int[] enough = new int[size];
        Check.fails(MPI.ERR_ARG, () -> comm.allGatherv(data, 1, MPI.INT, data.clone(), few, enough, MPI.INT));
        Check.fails(MPI.ERR_ARG, () -> comm.allGatherv(data, 1, MPI.INT, data.clone(), enough, few, MPI.INT));
        Check.fails(
                MPI.ERR_ARG, () -> comm.allToAllv(data, few, enough, MPI.INT, data.clone(), enough, enough, MPI.INT));
        Check.fails(
                MPI.ERR_ARG, () -> comm.allToAllv(data, enough, enough, MPI.INT, data.clone(), enough, few, MPI.INT));
        if (rank == 0) { // these count at the root only
            Check.fails(MPI.ERR_ARG, () -> comm.gatherv(data, 1, MPI.INT, data.clone(), few, enough, MPI.INT, 0));
            Check.fails(MPI.ERR_ARG, () -> comm.scatterv(data, enough, few, MPI.INT, data.clone(), 1, MPI.INT, 0));
        }
    }

    private void wrongClasses() {
        for (Object wrong : new Object[] {new Integer[size], new double[size][2], new String[size], "text", comm}) {
            Check.fails(MPI.ERR_TYPE, () -> comm.bcast(wrong, 1, MPI.INT, 0));
            Check.fails(MPI.ERR_TYPE, () -> comm.allReduce(wrong, new int[1], 1, MPI.INT, MPI.SUM));
            Check.fails(MPI.ERR_TYPE, () -> comm.allGather(wrong, 1, MPI.INT, new int[size], 1, MPI.INT));
            Check.fails(MPI.ERR_TYPE, () -> comm.allToAll(wrong, 1, MPI.INT, new int[size], 1, MPI.INT));
            Check.fails(MPI.ERR_TYPE, () -> comm.send(wrong, 1, MPI.INT, 0, 1));
            Check.fails(MPI.ERR_TYPE, () -> comm.recv(wrong, 1, MPI.INT, 0, 1));
        }
    }

    private void countsThatAreTooLarge() {
        int[] data = new int[10];
        for (int count : new int[] {11, 1 << 29, 1 << 30, Integer.MAX_VALUE}) {
            Check.fails(MPI.ERR_BUFFER, () -> comm.bcast(data, count, MPI.INT, 0));
            Check.fails(MPI.ERR_BUFFER, () -> comm.allReduce(data, new int[10], count, MPI.INT, MPI.SUM));
            Check.fails(MPI.ERR_BUFFER, () -> comm.allReduce(data, count, MPI.INT, MPI.SUM));
            Check.fails(MPI.ERR_BUFFER, () -> comm.allGather(data, count, MPI.INT, new int[10], count, MPI.INT));
            Check.fails(MPI.ERR_BUFFER, () -> comm.send(data, count, MPI.INT, 0, 1));
            Check.fails(MPI.ERR_BUFFER, () -> comm.recv(data, count, MPI.INT, 0, 1));
        }
    }

    /** Of messages: tested at length elsewhere; here with a type of another size. */
    private void unequalCounts() throws MPIException {
        int left = (rank + size - 1) % size;
        int right = (rank + 1) % size;
        short[] in = new short[20];
        double[] out = new double[4];
        Arrays.fill(in, (short) -1);
        Check.fails(
                MPI.ERR_TRUNCATE,
                () -> comm.sendRecv(out, 4, MPI.DOUBLE, right, 1, in, 10, MPI.SHORT, left, 1),
                "32 bytes",
                "20 bytes");
        for (int i = 0; i < in.length; i++) {
            Check.equal((short) (i < 10 ? 0 : -1), in[i], "element " + i);
        }
        comm.sendRecv(out, 4, MPI.DOUBLE, right, 1, in, 20, MPI.SHORT, left, 1);
    }

    private void unequalCountsInCollectives() throws MPIException {
        int[] data = new int[10_000];
        Arrays.fill(data, -1);
        for (int count : new int[] {10, 10_000}) {
            if (rank == 0) {
                comm.bcast(data, count, MPI.INT, 0);
            } else if (rank == size - 1) { // a leaf of any tree
                Check.fails(MPI.ERR_TRUNCATE, () -> comm.bcast(data, count - 1, MPI.INT, 0), "bcast");
            } else {
                comm.bcast(data, count, MPI.INT, 0);
            }
        }
        comm.bcast(data, 2, MPI.INT, 0);
    }
}
