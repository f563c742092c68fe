/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.examples;

import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;

/**
 * Solves the Laplace equation on the unit square by Jacobi's method. The square is cut into as many blocks as there are
 * ranks. In each sweep every point becomes the mean of its four neighbours, so before each sweep the blocks swap their
 * outermost points: the halo exchange of nearly every stencil code.
 *
 * <p>The border is held at x² - y², which is the solution inside, too: that is how the error is known. Every point is
 * computed from the same numbers in the same order wherever it lies, so the result does not depend on the number of ranks.
 *
 * <p>Arguments: [points in each direction] [sweeps], by default 48 and 2000.
 */
public final class Jacobi {
    private static final int HALO = 1; // tag of the messages

    private final int points;
    private final int columns; // blocks side by side
    private final int rows; // blocks one above the other
    private final int column; // where my block is among them
    private final int row;
    private final int firstX; // where it begins in the whole grid, whose border has the numbers 0 and points + 1
    private final int firstY;
    private final int width; // its own points; one more all around is the halo
    private final int height;
    private final int stride; // from a point to the one above it
    private final Datatype verticalLine; // one point of each of my rows
    private double[] grid;
    private double[] next;

    private Jacobi(int points, int rank, int size) throws MPIException {
        this.points = points;
        rows = largestDivisorUpToRoot(size);
        columns = size / rows;
        if (columns > points) {
            throw new IllegalArgumentException(points + " points cannot be cut into " + columns + " columns of blocks");
        }
        column = rank % columns;
        row = rank / columns;
        firstX = 1 + column * points / columns;
        firstY = 1 + row * points / rows;
        width = 1 + (column + 1) * points / columns - firstX;
        height = 1 + (row + 1) * points / rows - firstY;
        stride = width + 2;
        verticalLine = Datatype.createVector(height, 1, stride, MPI.DOUBLE);
        verticalLine.commit();
        grid = new double[stride * (height + 2)];
        fixBorder();
        next = grid.clone();
    }

    public static void main(String[] args) throws MPIException {
        args = MPI.Init(args);
        int points = args.length > 0 ? Integer.parseInt(args[0]) : 48;
        int sweeps = args.length > 1 ? Integer.parseInt(args[1]) : 2000;
        int rank = MPI.COMM_WORLD.getRank();
        int size = MPI.COMM_WORLD.getSize();

        var jacobi = new Jacobi(points, rank, size);
        double change = 0;
        for (int i = 0; i < sweeps; i++) {
            jacobi.exchangeHalos();
            change = jacobi.sweep();
        }

        double[] mine = {change, jacobi.error()};
        double[] largest = new double[2];
        MPI.COMM_WORLD.reduce(mine, largest, 2, MPI.DOUBLE, MPI.MAX, 0);
        if (rank == 0) {
            System.out.printf("%d x %d points in %d x %d blocks%n", points, points, jacobi.columns, jacobi.rows);
            System.out.printf("after %d sweeps: last change %.6e, error %.6e%n", sweeps, largest[0], largest[1]);
        }
        jacobi.verticalLine.free();
        MPI.Finalize();
    }

    /** Sends my outermost points to the four neighbours, and gets theirs into the halo. */
    private void exchangeHalos() throws MPIException {
        int left = blockAt(column - 1, row);
        int right = blockAt(column + 1, row);
        int below = blockAt(column, row - 1);
        int above = blockAt(column, row + 1);
        shift(at(1, 1), left, at(width + 1, 1), right, 1, verticalLine);
        shift(at(width, 1), right, at(0, 1), left, 1, verticalLine);
        shift(at(1, 1), below, at(1, height + 1), above, width, MPI.DOUBLE);
        shift(at(1, height), above, at(1, 0), below, width, MPI.DOUBLE);
    }

    private void shift(int from, int dest, int to, int source, int count, Datatype type) throws MPIException {
        MPI.COMM_WORLD.sendRecv(
                MPI.slice(grid, from), count, type, dest, HALO, MPI.slice(grid, to), count, type, source, HALO);
    }

    /** Computes all my points anew and returns the largest change. */
    private double sweep() {
        double largest = 0;
        for (int y = 1; y <= height; y++) {
            for (int i = at(1, y); i < at(1, y) + width; i++) {
                next[i] = 0.25 * (grid[i - 1] + grid[i + 1] + grid[i - stride] + grid[i + stride]);
                largest = Math.max(largest, Math.abs(next[i] - grid[i]));
            }
        }
        double[] old = grid;
        grid = next;
        next = old;
        return largest;
    }

    /** The largest distance from the solution. */
    private double error() {
        double largest = 0;
        for (int y = 1; y <= height; y++) {
            for (int x = 1; x <= width; x++) {
                largest = Math.max(largest, Math.abs(grid[at(x, y)] - solution(x, y)));
            }
        }
        return largest;
    }

    private void fixBorder() {
        for (int y = 0; y <= height + 1; y++) {
            for (int x = 0; x <= width + 1; x++) {
                if (isBorder(firstX + x - 1) || isBorder(firstY + y - 1)) {
                    grid[at(x, y)] = solution(x, y);
                }
            }
        }
    }

    private boolean isBorder(int number) {
        return number == 0 || number == points + 1;
    }

    private double solution(int x, int y) {
        double h = 1.0 / (points + 1);
        double realX = h * (firstX + x - 1);
        double realY = h * (firstY + y - 1);
        return realX * realX - realY * realY;
    }

    /** The place of a point in my arrays; x and y count from my own first point, which has the number 1. */
    private int at(int x, int y) {
        return y * stride + x;
    }

    /** The rank that has a block; beyond the border that is nobody, and messages to nobody do nothing. */
    private int blockAt(int otherColumn, int otherRow) {
        boolean exists = otherColumn >= 0 && otherColumn < columns && otherRow >= 0 && otherRow < rows;
        return exists ? otherRow * columns + otherColumn : MPI.PROC_NULL;
    }

    /** So that the blocks are as square as the number of ranks allows. */
    private static int largestDivisorUpToRoot(int number) {
        int divisor = (int) Math.sqrt(number);
        while (number % divisor != 0) {
            divisor--;
        }
        return divisor;
    }
}
