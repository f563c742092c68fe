/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests.programs;

import java.nio.IntBuffer;
import java.util.Arrays;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;

/** All collective calls, with every rank as root, short and long, in place and not. For any number of ranks. */
public final class CollectiveCalls {
    private static final int[] COUNTS = {0, 1, 3, 1000, 20_000};

    private final Intracomm comm;
    private final int rank;
    private final int size;

    private CollectiveCalls(Intracomm comm) throws MPIException {
        this.comm = comm;
        rank = comm.getRank();
        size = comm.getSize();
    }

    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        new CollectiveCalls(MPI.COMM_WORLD).run();
        Intracomm reversed = MPI.COMM_WORLD.split(0, -MPI.COMM_WORLD.getRank());
        new CollectiveCalls(reversed).run();
        new CollectiveCalls(MPI.COMM_SELF).run();
        int rank = reversed.getRank();
        MPI.Finalize();
        if (rank == 0) {
            System.out.println("right");
        }
    }

    private void run() throws MPIException {
        for (int count : COUNTS) {
            for (int root = 0; root < size; root++) {
                broadcasts(count, root);
                gathersAndScatters(count, root);
                gathersAndScattersUneven(count / 10, root);
                reduces(count, root);
            }
            gathersToAll(count);
            exchangesAll(count / 4);
            reducesToAll(count);
            comm.barrier();
        }
        reducesEveryType();
        comm.barrier();
    }

    /** An element that depends on who made it, for whom, and its place. */
    private static int value(int from, int to, int place) {
        return from * 1_000_003 + to * 10_007 + place;
    }

    private static int[] filled(int count, int from, int to) {
        int[] data = new int[count];
        Arrays.setAll(data, i -> value(from, to, i));
        return data;
    }

    private void broadcasts(int count, int root) throws MPIException {
        int[] data = rank == root ? filled(count, root, 0) : new int[count];
        comm.bcast(data, count, MPI.INT, root);
        Check.equal(filled(count, root, 0), data, "bcast from " + root);
        IntBuffer direct = MPI.newIntBuffer(count);
        if (rank == root) {
            direct.put(0, filled(count, root, 1));
        }
        comm.bcast(direct, count, MPI.INT, root);
        int[] got = new int[count];
        direct.get(0, got);
        Check.equal(filled(count, root, 1), got, "bcast of a direct buffer from " + root);
    }

    private void gathersAndScatters(int count, int root) throws MPIException {
        boolean isRoot = rank == root;
        int[] all = isRoot ? new int[size * count] : null;
        comm.gather(filled(count, rank, 0), count, MPI.INT, all, count, MPI.INT, root);
        for (int i = 0; isRoot && i < size; i++) {
            Check.equal(filled(count, i, 0), part(all, i * count, count), "gathered from " + i);
        }
        if (isRoot) {
            for (int i = 0; i < size; i++) {
                System.arraycopy(filled(count, root, i), 0, all, i * count, count);
            }
        }
        int[] mine = new int[count];
        comm.scatter(all, count, MPI.INT, mine, count, MPI.INT, root);
        Check.equal(filled(count, root, rank), mine, "scattered from " + root);
        int[] inPlace = isRoot ? all.clone() : new int[count];
        comm.scatter(inPlace, count, MPI.INT, root);
        Check.equal(isRoot ? all : mine, inPlace, "scattered in place");
        int[] back = isRoot ? new int[size * count] : mine;
        if (isRoot) {
            System.arraycopy(mine, 0, back, rank * count, count);
        }
        comm.gather(back, count, MPI.INT, root);
        Check.equal(isRoot ? all : mine, back, "gathered in place");
    }

    private void gathersAndScattersUneven(int unit, int root) throws MPIException {
        boolean isRoot = rank == root;
        int[] counts = new int[size];
        int[] places = new int[size];
        int length = 0;
        for (int i = size - 1; i >= 0; i--) { // displacements that do not grow with the rank, with holes
            counts[i] = i * unit;
            places[i] = length + 1;
            length = places[i] + counts[i];
        }
        int[] all = isRoot ? new int[length + 1] : null;
        int[] mine = filled(counts[rank], rank, root);
        if (isRoot) {
            Arrays.fill(all, -1);
            comm.gatherv(mine, mine.length, MPI.INT, all, counts, places, MPI.INT, root);
            for (int i = 0; i < size; i++) {
                Check.equal(filled(counts[i], i, root), part(all, places[i], counts[i]), "gathered from " + i);
                Check.equal(-1, all[places[i] - 1], "hole");
            }
        } else if (rank % 2 == 0) {
            comm.gatherv(mine, mine.length, MPI.INT, root);
        } else {
            comm.gatherv(mine, mine.length, MPI.INT, null, null, null, MPI.INT, root);
        }
        int[] got = new int[counts[rank]];
        if (isRoot || rank % 2 == 0) {
            comm.scatterv(all, counts, places, MPI.INT, got, got.length, MPI.INT, root);
        } else {
            comm.scatterv(got, got.length, MPI.INT, root);
        }
        Check.equal(mine, got, "scattered back from " + root);
    }

    private void gathersToAll(int count) throws MPIException {
        int[] all = new int[size * count];
        comm.allGather(filled(count, rank, 0), count, MPI.INT, all, count, MPI.INT);
        int[] inPlace = new int[size * count];
        System.arraycopy(filled(count, rank, 0), 0, inPlace, rank * count, count);
        comm.allGather(inPlace, count, MPI.INT);
        int[] counts = new int[size];
        int[] places = new int[size];
        for (int i = 0; i < size; i++) {
            counts[i] = count / (i + 1);
            places[i] = (size - 1 - i) * (count + 1);
            Check.equal(filled(count, i, 0), part(all, i * count, count), "gathered from " + i);
        }
        Check.equal(all, inPlace, "gathered in place");
        int[] uneven = new int[size * (count + 1)];
        comm.allGatherv(filled(counts[rank], rank, 1), counts[rank], MPI.INT, uneven, counts, places, MPI.INT);
        for (int i = 0; i < size; i++) {
            Check.equal(filled(counts[i], i, 1), part(uneven, places[i], counts[i]), "gathered unevenly from " + i);
        }
    }

    private void exchangesAll(int count) throws MPIException {
        int[] out = new int[size * count];
        int[] counts = new int[size];
        int[] counts2 = new int[size];
        int[] places = new int[size];
        for (int i = 0; i < size; i++) {
            System.arraycopy(filled(count, rank, i), 0, out, i * count, count);
            counts[i] = (rank + i) % 3 == 0 ? 0 : count; // the same from either side
            counts2[i] = counts[i];
            places[i] = i * count;
        }
        int[] in = new int[size * count];
        comm.allToAll(out, count, MPI.INT, in, count, MPI.INT);
        int[] uneven = new int[size * count];
        comm.allToAllv(out, counts, places, MPI.INT, uneven, counts2, places, MPI.INT);
        for (int i = 0; i < size; i++) {
            Check.equal(filled(count, i, rank), part(in, i * count, count), "exchanged with " + i);
            int[] expected = counts[i] == 0 ? new int[count] : filled(count, i, rank);
            Check.equal(expected, part(uneven, i * count, count), "exchanged unevenly with " + i);
        }
    }

    private void reduces(int count, int root) throws MPIException {
        int[] sum = new int[count];
        for (int i = 0; i < size; i++) {
            int[] part = filled(count, i, 0);
            Arrays.setAll(sum, j -> sum[j] + part[j]);
        }
        int[] result = rank == root ? new int[count] : null;
        comm.reduce(filled(count, rank, 0), result, count, MPI.INT, MPI.SUM, root);
        int[] inPlace = filled(count, rank, 0);
        comm.reduce(inPlace, count, MPI.INT, MPI.SUM, root);
        if (rank == root) {
            Check.equal(sum, result, "reduced to " + root);
            Check.equal(sum, inPlace, "reduced in place");
        }
    }

    private void reducesToAll(int count) throws MPIException {
        double[] mine = new double[count];
        Arrays.setAll(mine, i -> rank + i);
        double[] sum = new double[count];
        comm.allReduce(mine, sum, count, MPI.DOUBLE, MPI.SUM);
        double[] most = mine.clone();
        comm.allReduce(most, count, MPI.DOUBLE, MPI.MAX);
        long[] prefix = new long[count];
        Arrays.setAll(prefix, i -> rank + i);
        comm.scan(prefix, count, MPI.LONG, MPI.SUM);
        for (int i = 0; i < count; i++) {
            Check.equal(size * (size - 1) / 2.0 + (double) i * size, sum[i], "sum " + i);
            Check.equal(size - 1.0 + i, most[i], "maximum " + i);
            Check.equal(rank * (rank + 1L) / 2 + (long) i * (rank + 1), prefix[i], "prefix " + i);
        }
    }

    private void reducesEveryType() throws MPIException {
        for (Kind kind : Kind.arrays()) {
            if (kind.type() == MPI.BOOLEAN) {
                continue;
            }
            for (Op op : new Op[] {MPI.SUM, MPI.MAX, MPI.MIN, MPI.PROD}) {
                Object in = kind.allocate().apply(1);
                Object out = kind.allocate().apply(1);
                kind.access().set(in, 0, rank == 0 ? 2 : 1);
                comm.allReduce(in, out, 1, kind.type(), op);
                long expected = op == MPI.SUM ? size + 1 : op == MPI.MIN && size > 1 ? 1 : 2;
                Check.equal(expected, kind.access().get(out, 0), op + " of " + kind.name());
            }
        }
        boolean[] flags = {true, rank == 0, false};
        boolean[] and = new boolean[3];
        boolean[] or = new boolean[3];
        comm.allReduce(flags, and, 3, MPI.BOOLEAN, MPI.LAND);
        comm.allReduce(flags, or, 3, MPI.BOOLEAN, MPI.LOR);
        Check.equal(new boolean[] {true, size == 1, false}, and, "and");
        Check.equal(new boolean[] {true, true, false}, or, "or");
        int[] bits = {1 << rank};
        comm.allReduce(bits, 1, MPI.INT, MPI.BXOR);
        Check.equal((1 << size) - 1, bits[0], "exclusive or");
    }

    private static int[] part(int[] all, int from, int count) {
        return Arrays.copyOfRange(all, from, from + count);
    }
}
