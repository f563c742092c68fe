/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests.programs;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;

/** Messages in memory that all ranks of the machine have mapped: what is sent, arrives; what is too much, is an error. */
public final class HeapMemory {
    private static final int LARGEST = 3 << 20;

    private HeapMemory() {}

    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
        switch (args[0]) {
            case "exchange" -> exchange();
            case "limit" -> limit();
            default -> throw new IllegalArgumentException(args[0]);
        }
        MPI.COMM_WORLD.barrier();
        if (MPI.COMM_WORLD.getRank() == 0) {
            System.out.println("right");
        }
        MPI.Finalize();
    }

    private static byte at(int rank, int size, int i) {
        return (byte) (31 * rank + 7 * size + i + (i >> 8));
    }

    /** Each rank sends to the next and receives from the one before, into all kinds of memory. */
    private static void exchange() throws MPIException {
        Intracomm world = MPI.COMM_WORLD;
        int me = world.getRank();
        int count = world.getSize();
        int next = (me + 1) % count;
        int previous = (me + count - 1) % count;
        ByteBuffer out = MPI.newByteBuffer(LARGEST);
        MemorySegment segment = MPI.newMemorySegment(LARGEST, Arena.ofAuto());
        for (int size : new int[] {0, 1, 4095, 4096, 4097, 10_000, 65_536, 1_000_003, LARGEST}) {
            for (int i = 0; i < size; i++) {
                out.put(i, at(me, size, i));
            }
            MemorySegment.copy(MemorySegment.ofBuffer(out), 0, segment, 0, size);
            byte[] array = new byte[size];
            ByteBuffer direct = ByteBuffer.allocateDirect(size);
            ByteBuffer shared = MPI.newByteBuffer(size + 1);
            MemorySegment in = MPI.newMemorySegment(size + 1, Arena.ofAuto());
            Request[] requests = {
                world.iSend(out, size, MPI.BYTE, next, 1),
                world.isSend(segment, size, MPI.BYTE, next, 2),
                world.iSend(out, size, MPI.BYTE, next, 3),
                world.iSend(segment, size, MPI.BYTE, next, 4),
                world.iSend(out, size, MPI.BYTE, next, 5)
            };
            world.recv(array, size, MPI.BYTE, previous, 1);
            world.recv(direct, size, MPI.BYTE, previous, 2);
            world.recv(shared, size + 1, MPI.BYTE, MPI.ANY_SOURCE, 3);
            Status status = world.recv(in, size + 1, MPI.BYTE, previous, 4);
            Check.that(status.getCount(MPI.BYTE) == size, "count of %d bytes", size);
            int part = size / 2;
            try {
                world.recv(new byte[part], part, MPI.BYTE, previous, 5);
                Check.that(part == size, "%d bytes into %d", size, part);
            } catch (MPIException e) {
                Check.that(e.getErrorClass() == MPI.ERR_TRUNCATE, "%s", e);
            }
            Request.waitAll(requests);
            for (int i = 0; i < size; i++) {
                byte wanted = at(previous, size, i);
                boolean right = array[i] == wanted
                        && direct.get(i) == wanted
                        && shared.get(i) == wanted
                        && in.get(ValueLayout.JAVA_BYTE, i) == wanted;
                Check.that(right, "byte %d of %d", i, size);
            }
            Check.that(shared.get(size) == 0, "byte behind the message");
        }
        collectives(world, me, count);
    }

    private static void collectives(Intracomm world, int me, int count) throws MPIException {
        int n = 20_000;
        DoubleBuffer mine = MPI.newDoubleBuffer(n);
        DoubleBuffer sum = MPI.newDoubleBuffer(n);
        for (int i = 0; i < n; i++) {
            mine.put(i, me + i);
        }
        world.allReduce(mine, sum, n, MPI.DOUBLE, MPI.SUM);
        for (int i = 0; i < n; i++) {
            Check.that(sum.get(i) == count * (count - 1) / 2.0 + (double) count * i, "sum %d", i);
        }
    }

    private static void limit() {
        ByteBuffer fits = MPI.newByteBuffer(600_000);
        Check.that(fits.capacity() == 600_000, "capacity");
        try {
            ByteBuffer tooMuch = MPI.newByteBuffer(600_000);
            Check.that(tooMuch == null, "limit not noticed");
        } catch (OutOfMemoryError e) {
            if (MPI.COMM_WORLD != null) {
                System.err.println("limit: " + e.getMessage());
            }
        }
        fits.put(0, (byte) 1);
    }
}
