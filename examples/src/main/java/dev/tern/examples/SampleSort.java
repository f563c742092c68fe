/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.examples;

import java.util.Arrays;
import java.util.SplittableRandom;
import mpi.MPI;
import mpi.MPIException;

/**
 * Sorts numbers that lie spread over all ranks. Each rank sorts its own; from a sample of all of them everybody learns where
 * to cut; each rank sends every other the numbers that belong there; each sorts what it got. Then rank r has the r-th
 * part of the sorted numbers.
 *
 * <p>Arguments: [numbers] [seed], by default 1000000 and 42.
 */
public final class SampleSort {
    private static final int SAMPLES_PER_RANK = 64;

    private final int rank;
    private final int size;

    private SampleSort() throws MPIException {
        rank = MPI.COMM_WORLD.getRank();
        size = MPI.COMM_WORLD.getSize();
    }

    public static void main(String[] args) throws MPIException {
        args = MPI.Init(args);
        int count = args.length > 0 ? Integer.parseInt(args[0]) : 1_000_000;
        long seed = args.length > 1 ? Long.parseLong(args[1]) : 42;

        var sort = new SampleSort();
        long[] numbers = sort.makeNumbers(count, seed);
        long checksum = sumOverAll(Arrays.stream(numbers).sum());
        double start = MPI.wtime();
        numbers = sort.sort(numbers);
        double seconds = MPI.wtime() - start;

        boolean right = sort.isSorted(numbers)
                && sumOverAll(numbers.length) == count
                && sumOverAll(Arrays.stream(numbers).sum()) == checksum;
        if (sort.rank == 0) {
            System.out.printf("%d numbers on %d ranks: %s%n", count, sort.size, right ? "sorted" : "WRONG");
            System.out.printf("checksum %016x, %.0f milliseconds%n", checksum, 1000 * seconds);
        }
        MPI.Finalize();
    }

    /** My share; all ranks together have the same numbers, however many there are. */
    private long[] makeNumbers(int count, long seed) {
        long first = (long) rank * count / size;
        long end = (long) (rank + 1) * count / size;
        long[] numbers = new long[(int) (end - first)];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = new SplittableRandom(seed + first + i).nextLong();
        }
        return numbers;
    }

    private long[] sort(long[] numbers) throws MPIException {
        Arrays.sort(numbers);
        long[] cuts = chooseCuts(numbers);

        int[] sendCounts = new int[size];
        int[] sendPlaces = new int[size];
        int end = 0;
        for (int part = 0; part < size; part++) {
            sendPlaces[part] = end;
            while (end < numbers.length && (part == size - 1 || numbers[end] < cuts[part])) {
                end++;
            }
            sendCounts[part] = end - sendPlaces[part];
        }

        int[] receiveCounts = new int[size];
        MPI.COMM_WORLD.allToAll(sendCounts, 1, MPI.INT, receiveCounts, 1, MPI.INT);
        int[] receivePlaces = new int[size];
        for (int part = 1; part < size; part++) {
            receivePlaces[part] = receivePlaces[part - 1] + receiveCounts[part - 1];
        }
        long[] received = new long[receivePlaces[size - 1] + receiveCounts[size - 1]];
        MPI.COMM_WORLD.allToAllv(
                numbers, sendCounts, sendPlaces, MPI.LONG, received, receiveCounts, receivePlaces, MPI.LONG);
        Arrays.sort(received);
        return received;
    }

    /** The numbers at which the parts of the ranks 1, 2, ... begin: evenly spaced in a sample of all numbers. */
    private long[] chooseCuts(long[] sorted) throws MPIException {
        long[] mine = new long[SAMPLES_PER_RANK];
        for (int i = 0; i < mine.length; i++) {
            mine[i] = sorted.length == 0 ? 0 : sorted[(int) ((long) i * sorted.length / mine.length)];
        }
        long[] all = new long[size * SAMPLES_PER_RANK];
        MPI.COMM_WORLD.allGather(mine, mine.length, MPI.LONG, all, mine.length, MPI.LONG);
        Arrays.sort(all);
        long[] cuts = new long[size - 1];
        for (int i = 0; i < cuts.length; i++) {
            cuts[i] = all[(i + 1) * SAMPLES_PER_RANK];
        }
        return cuts;
    }

    /** Whether every rank's numbers are sorted, and those of each rank not less than those of the ranks before it. */
    private boolean isSorted(long[] numbers) throws MPIException {
        boolean sorted = true;
        for (int i = 1; i < numbers.length; i++) {
            sorted &= numbers[i - 1] <= numbers[i];
        }
        long[] ends = {Long.MAX_VALUE, Long.MIN_VALUE}; // my least and greatest; these, if I have none
        if (numbers.length > 0) {
            ends[0] = numbers[0];
            ends[1] = numbers[numbers.length - 1];
        }
        long[] allEnds = new long[2 * size];
        MPI.COMM_WORLD.allGather(ends, 2, MPI.LONG, allEnds, 2, MPI.LONG);
        long greatest = Long.MIN_VALUE;
        for (int other = 0; other < size; other++) {
            sorted &= allEnds[2 * other] >= greatest;
            greatest = Math.max(greatest, allEnds[2 * other + 1]);
        }
        return sumOverAll(sorted ? 1 : 0) == size;
    }

    private static long sumOverAll(long mine) throws MPIException {
        long[] sum = {mine};
        MPI.COMM_WORLD.allReduce(sum, 1, MPI.LONG, MPI.SUM); // in place
        return sum[0];
    }
}
