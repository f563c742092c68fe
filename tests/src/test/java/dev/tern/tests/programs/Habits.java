/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests.programs;

import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.util.Arrays;
import mpi.Comm;
import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/** What existing programs do and rely on. For two ranks and more. */
public final class Habits {
    private static final int TAG = 5;

    private static final double[] CONSTANT_BUFFER = new double[3];
    private static final IntBuffer EARLY = MPI.newIntBuffer(8); // before Init

    private final Comm comm = MPI.COMM_WORLD;
    private final int rank;
    private final int size;
    private final int left;
    private final int right;

    private Habits() throws MPIException {
        rank = comm.getRank();
        size = comm.getSize();
        left = (rank + size - 1) % size;
        right = (rank + 1) % size;
    }

    public static void main(String[] args) throws Exception {
        Check.equal("first", args[0], "the first argument of the user");
        String[] rest = MPI.Init(args);
        Check.equal("first", rest[0], "the first argument after Init");
        var test = new Habits();
        Check.Call[] steps = {
            test::usesBuffersMadeBeforeInit,
            test::passesNullWhereNothingIsNeeded,
            test::usesOneArrayForBoth,
            test::slicesWithStridedTypes,
            test::usesPartsOfOneArrayAtOnce,
            test::sendsBytesAsFloats,
            test::forgetsBuffers,
            test::finalizesWithMessagesOnTheirWay,
        };
        for (Check.Call step : steps) {
            step.run();
        }
        if (test.rank == 0) {
            System.out.println(steps.length + " habits are served");
        }
    }

    private void usesBuffersMadeBeforeInit() throws MPIException {
        EARLY.put(0, rank);
        comm.sendRecvReplace(EARLY, 1, MPI.INT, right, TAG, left, TAG);
        Check.equal(left, EARLY.get(0), "buffer made before Init");
        comm.bcast(CONSTANT_BUFFER, 3, MPI.DOUBLE, 0);
    }

    private void passesNullWhereNothingIsNeeded() throws MPIException {
        int[] one = {rank};
        int[] all = rank == 0 ? new int[size] : null;
        comm.gather(one, 1, MPI.INT, all, 1, MPI.INT, 0);
        comm.gather(one, 1, MPI.INT, all, rank == 0 ? 1 : 0, rank == 0 ? MPI.INT : null, 0);
        int[] counts = null;
        int[] places = null;
        if (rank == 0) {
            counts = new int[size];
            places = new int[size];
            Arrays.fill(counts, 1);
            Arrays.setAll(places, i -> i);
        }
        comm.gatherv(one, 1, MPI.INT, all, counts, places, MPI.INT, 0);
        one[0] = -1;
        comm.scatterv(all, counts, places, MPI.INT, one, 1, MPI.INT, 0);
        Check.equal(rank, one[0], "scattered");
        comm.scatter(all, 1, MPI.INT, one, 1, MPI.INT, 0);
        comm.reduce(one, rank == 0 ? new int[1] : null, 1, MPI.INT, MPI.SUM, 0);
    }

    /** As if the part that is sent had been copied first; nothing beyond what was received is touched. */
    private void usesOneArrayForBoth() throws MPIException {
        int[] same = new int[size + 2];
        Arrays.setAll(same, i -> 100 * rank + i);
        comm.scatter(same, 1, MPI.INT, same, 1, MPI.INT, 0);
        Check.equal(rank, same[0], "scattered");
        Check.equal(100 * rank + 1, same[1], "behind what was scattered");

        Arrays.setAll(same, i -> 100 * rank + i);
        comm.gather(same, 1, MPI.INT, same, 1, MPI.INT, 0);
        for (int i = 0; i < same.length; i++) {
            int expected = rank == 0 && i < size ? 100 * i : 100 * rank + i;
            Check.equal(expected, same[i], "gathered element " + i);
        }
        int[] counts = new int[size];
        int[] places = new int[size];
        Arrays.fill(counts, 1);
        Arrays.setAll(places, i -> size - 1 - i);
        Arrays.setAll(same, i -> 100 * rank + i);
        comm.gatherv(same, 1, MPI.INT, same, counts, places, MPI.INT, 0);
        Check.equal(rank == 0 ? 100 * (size - 1) : 100 * rank, same[0], "gathered backwards");
        Check.equal(100 * rank + size, same[size], "behind what was gathered");
        Arrays.setAll(same, i -> 100 * rank + i);
        comm.scatterv(same, counts, places, MPI.INT, same, 1, MPI.INT, 0);
        Check.equal(size - 1 - rank, same[0], "scattered backwards");
    }

    private void slicesWithStridedTypes() throws MPIException {
        int n = 8;
        Datatype column = Datatype.createVector(n, 1, n, MPI.DOUBLE);
        column.commit();
        double[] matrix = new double[n * n];
        Arrays.setAll(matrix, i -> rank * 1000 + i);
        Request receive = comm.iRecv(MPI.slice(matrix, 5), 1, column, left, TAG);
        comm.send(MPI.slice(matrix, 2), 1, column, right, TAG);
        receive.waitFor();
        for (int i = 0; i < matrix.length; i++) {
            double expected = i % n == 5 ? left * 1000 + i - 3 : rank * 1000 + i;
            Check.equal(expected, matrix[i], "element " + i);
        }
        double[] all = new double[n * size];
        comm.gather(MPI.slice(matrix, 1), 1, column, all, n, MPI.DOUBLE, 0);
        if (rank == 0) {
            Check.equal((size - 1) * 1000.0 + 1 + 7 * n, all[n * size - 1], "last element of the last column");
        }
        column.free();
    }

    private void usesPartsOfOneArrayAtOnce() throws MPIException {
        for (int length : new int[] {10, 50_000}) {
            int[] data = new int[3 * length];
            Request[] receives = {
                comm.iRecv(MPI.slice(data, 0), length, MPI.INT, left, TAG),
                comm.iRecv(MPI.slice(data, 2 * length), length, MPI.INT, left, TAG + 1),
            };
            int[] out = new int[length];
            Arrays.fill(out, 1 + rank);
            Request send = comm.iSend(out, length, MPI.INT, right, TAG + 1);
            for (int i = length; i < 2 * length; i++) {
                data[i] = -1;
            }
            comm.send(out, length, MPI.INT, right, TAG);
            send.waitFor();
            Request.waitAll(receives);
            for (int i = 0; i < data.length; i++) {
                Check.equal(i / length == 1 ? -1 : 1 + left, data[i], "element " + i);
            }
        }
    }

    private void sendsBytesAsFloats() throws MPIException {
        ByteBuffer out = MPI.newByteBuffer(400);
        out.asFloatBuffer().put(99, rank + 0.25f);
        out.position(17).limit(20); // do not count
        FloatBuffer in = MPI.newFloatBuffer(100);
        Request receive = comm.iRecv(in, 100, MPI.FLOAT, left, TAG);
        comm.send(out, 100, MPI.FLOAT, right, TAG);
        receive.waitFor();
        Check.equal(left + 0.25f, in.get(99), "float sent from a buffer of bytes");
    }

    /** Buffers that nothing but the active request holds. */
    private void forgetsBuffers() throws MPIException {
        int length = 200_000;
        Request[] receives = new Request[8];
        for (int i = 0; i < receives.length; i++) {
            receives[i] = comm.iRecv(MPI.newByteBuffer(length), length, MPI.BYTE, left, TAG + i);
        }
        System.gc();
        for (int i = 0; i < receives.length; i++) {
            comm.iSend(MPI.newByteBuffer(length), length, MPI.BYTE, right, TAG + i);
            System.gc();
        }
        Request.waitAll(receives);
    }

    /** Immediate sends whose requests are dropped, large ones too; the receiver comes late. */
    private void finalizesWithMessagesOnTheirWay() throws Exception {
        int[] lengths = {1, 5000, 1_000_000};
        for (int i = 0; i < lengths.length; i++) {
            int[] data = new int[lengths[i]];
            data[lengths[i] - 1] = 1000 * rank + i;
            comm.iSend(data, data.length, MPI.INT, right, TAG + i);
        }
        if (rank % 2 == 1) {
            Thread.sleep(100);
        }
        for (int i = lengths.length - 1; rank % 2 == 1 && i >= 0; i--) {
            receiveLate(lengths[i], i);
        }
        Request[] open = new Request[lengths.length];
        int[][] data = new int[lengths.length][];
        for (int i = 0; rank % 2 == 0 && i < lengths.length; i++) {
            data[i] = new int[lengths[i]];
            open[i] = comm.iRecv(data[i], lengths[i], MPI.INT, left, TAG + i);
        }
        Request.waitAll(open);
        MPI.Finalize();
        for (int i = 0; rank % 2 == 0 && i < lengths.length; i++) {
            Check.equal(1000 * left + i, data[i][lengths[i] - 1], "last element");
        }
    }

    private void receiveLate(int length, int i) throws MPIException {
        int[] data = new int[length];
        comm.recv(data, length, MPI.INT, left, TAG + i);
        Check.equal(1000 * left + i, data[length - 1], "last element");
    }
}
