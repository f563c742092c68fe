/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Locale;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/**
 * The CPU time of ranks that only wait: rank 0 sleeps a second before it lets the others go on, which wait in one kind of
 * call after the other. Printed is the most that any of their processes used, with all that its JVM does besides, as the
 * operating system counts it: on Linux in steps of 10 ms.
 */
public final class WaitCpu {
    private static final int ROOT = 0;
    private static final int TAG = 1;
    private static final int OTHER_TAG = 2;
    private static final int SECOND = 1000;

    /** Waits before the long one, and how long they are, so that everything is loaded and partly compiled. */
    private static final int SHORT_WAITS = 20;

    private static final int SHORT_WAIT = 5;
    private static final double NANOS_PER_MILLI = 1e6;

    private final Comm comm;
    private final int rank;
    private final int size;
    private final OperatingSystemMXBean process = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private final ByteBuffer nothing = MPI.newByteBuffer(1);
    private final Request[] requests = new Request[2];

    /** In what a rank waits. */
    private enum Call {
        RECV,
        PROBE,
        BARRIER,
        WAITANY
    }

    private WaitCpu(Comm comm) throws MPIException {
        this.comm = comm;
        rank = comm.getRank();
        size = comm.getSize();
    }

    /**
     * Waits and prints a table on rank 0.
     *
     * @param args not used
     * @throws MPIException when MPI fails
     * @throws InterruptedException when somebody interrupts the sleep
     */
    public static void main(String[] args) throws MPIException, InterruptedException {
        MPI.Init(args);
        boolean several = MPI.COMM_WORLD.getSize() > 1;
        if (several) {
            new WaitCpu(MPI.COMM_WORLD).run();
        } else {
            System.err.println("bench: wait_cpu needs ranks that wait for rank 0: try mpirun -n 2");
        }
        MPI.Finalize();
        if (!several) {
            System.exit(1);
        }
    }

    private void run() throws MPIException, InterruptedException {
        double[] used = new double[Call.values().length];
        double[] most = new double[used.length];
        for (Call call : Call.values()) {
            for (int i = 0; i < SHORT_WAITS; i++) {
                measure(call, SHORT_WAIT);
            }
            used[call.ordinal()] = measure(call, SECOND);
        }
        comm.reduce(used, most, used.length, MPI.DOUBLE, MPI.MAX, ROOT);
        if (rank == ROOT) {
            System.out.printf(
                    "# CPU time of ranks that wait 1 s%n%s%18s%18s%18s%n",
                    "# Recv(ms)", "Probe(ms)", "Barrier(ms)", "Waitany(ms)");
            System.out.printf(Locale.ROOT, "%10.2f%18.2f%18.2f%18.2f%n", most[0], most[1], most[2], most[3]);
        }
    }

    /** Milliseconds of CPU time that this rank used while it waited; 0 on rank 0. */
    private double measure(Call call, int millis) throws MPIException, InterruptedException {
        comm.barrier();
        if (rank == ROOT) {
            Thread.sleep(millis);
            release(call);
            return 0;
        }
        prepare(call);
        long start = process.getProcessCpuTime();
        await(call);
        long used = process.getProcessCpuTime() - start;
        finish(call);
        return used / NANOS_PER_MILLI;
    }

    private void release(Call call) throws MPIException {
        if (call == Call.BARRIER) {
            comm.barrier();
            return;
        }
        for (int other = 1; other < size; other++) {
            comm.send(nothing, 0, MPI.BYTE, other, TAG);
            if (call == Call.WAITANY) {
                comm.send(nothing, 0, MPI.BYTE, other, OTHER_TAG);
            }
        }
    }

    private void prepare(Call call) throws MPIException {
        if (call == Call.WAITANY) {
            requests[0] = comm.iRecv(nothing, 0, MPI.BYTE, ROOT, OTHER_TAG);
            requests[1] = comm.iRecv(nothing, 0, MPI.BYTE, ROOT, TAG);
        }
    }

    private void await(Call call) throws MPIException {
        switch (call) {
            case RECV -> comm.recv(nothing, 0, MPI.BYTE, ROOT, TAG);
            case PROBE -> comm.probe(ROOT, TAG);
            case BARRIER -> comm.barrier();
            default -> Request.waitAny(requests);
        }
    }

    private void finish(Call call) throws MPIException {
        if (call == Call.PROBE) {
            comm.recv(nothing, 0, MPI.BYTE, ROOT, TAG);
        } else if (call == Call.WAITANY) {
            Request.waitAll(requests);
        }
    }
}
