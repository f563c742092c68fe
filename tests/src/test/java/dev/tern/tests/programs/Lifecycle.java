/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests.programs;

import java.nio.IntBuffer;
import mpi.Comm;
import mpi.MPI;
import mpi.Request;

/** What may be called when: before Init, between, after Finalize. */
public final class Lifecycle {
    private static final String BEFORE = "MPI is not initialized.";
    private static final String AFTER = "MPI is finalized.";

    private Lifecycle() {}

    public static void main(String[] args) throws Exception {
        IntBuffer early = MPI.newIntBuffer(4);
        Check.equal(2, MPI.slice(new int[3], 1).capacity(), "slice before Init");
        Check.equal(false, MPI.isInitialized(), "isInitialized");
        Check.equal(false, MPI.isFinalized(), "isFinalized");
        Check.equal(3, MPI.getVersion().getVersion(), "version before Init");
        Check.that(MPI.ANY_SOURCE < 0 && MPI.PROC_NULL < 0 && MPI.INT != null, "constants before Init");
        Check.that(MPI.wtime() > 0 && !MPI.getProcessorName().isEmpty(), "time and name before Init");
        outside(BEFORE);
        Check.fails(MPI.ERR_OTHER, MPI::Finalize, BEFORE);

        MPI.Init(args);
        Check.equal(true, MPI.isInitialized(), "isInitialized");
        Check.fails(MPI.ERR_OTHER, () -> MPI.Init(args), "MPI is already initialized.");
        Check.fails(MPI.ERR_OTHER, () -> MPI.InitThread(args, MPI.THREAD_SINGLE), "MPI is already initialized.");
        Check.equal(MPI.THREAD_SINGLE, MPI.queryThread(), "thread level");
        Check.that(MPI.isThreadMain(), "main thread");
        early.put(0, MPI.COMM_WORLD.getRank());
        MPI.COMM_WORLD.bcast(early, 1, MPI.INT, 0);
        Check.equal(0, early.get(0), "buffer made before Init");
        double before = MPI.wtime();
        Check.that(MPI.wtime() >= before && MPI.wtick() > 0 && MPI.wtick() < 1e-3, "time");
        Check.that(!MPI.getProcessorName().isEmpty() && MPI.getLibVersion().contains("Tern"), "names");
        int rank = MPI.COMM_WORLD.getRank();
        MPI.Finalize();

        Check.equal(true, MPI.isInitialized(), "isInitialized");
        Check.equal(true, MPI.isFinalized(), "isFinalized");
        outside(AFTER);
        Check.fails(MPI.ERR_OTHER, MPI::Finalize, AFTER);
        Check.fails(MPI.ERR_OTHER, () -> MPI.Init(args), AFTER);
        Check.equal(7, MPI.slice(new int[8], 1).capacity(), "slice after Finalize");
        if (rank == 0) {
            System.out.println("right");
        }
    }

    private static void outside(String message) {
        Comm comm = MPI.COMM_WORLD;
        int[] data = new int[1];
        Check.Call[] calls = {
            comm::getRank,
            comm::getSize,
            comm::getGroup,
            comm::getName,
            comm::barrier,
            comm::dup,
            () -> comm.abort(1),
            () -> comm.send(data, 1, MPI.INT, 0, 0),
            () -> comm.bSend(data, 1, MPI.INT, 0, 0),
            () -> comm.send(data, 1, MPI.INT, MPI.PROC_NULL, 0),
            () -> comm.iSend(data, 1, MPI.INT, 0, 0),
            () -> comm.recv(data, 1, MPI.INT, 0, 0),
            () -> comm.iRecv(data, 1, MPI.INT, 0, 0),
            () -> comm.sendInit(data, 1, MPI.INT, 0, 0),
            () -> comm.probe(0, 0),
            () -> comm.iProbe(0, 0),
            () -> comm.bcast(data, 1, MPI.INT, 0),
            () -> comm.setErrhandler(MPI.ERRORS_RETURN),
            () -> comm.pack(data, 1, MPI.INT, new byte[4], 0),
            () -> Request.waitAll(new Request[0]),
            () -> MPI.REQUEST_NULL.waitFor(),
            MPI::queryThread,
            MPI::isThreadMain,
            () -> MPI.attachBuffer(new byte[1]),
        };
        for (Check.Call call : calls) {
            Check.fails(MPI.ERR_OTHER, call, message);
        }
    }
}
