/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests.programs;

import java.nio.file.Files;
import java.nio.file.Path;
import mpi.Comm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Message;
import mpi.Prequest;
import mpi.Request;

/**
 * Calls from threads that may not call, under {@code check_threads}; afterwards those that may can go on. Arguments: the level of
 * thread support, a file that does not exist, by which one rank tells the other something without MPI, and perhaps {@code fatal}. For
 * two ranks.
 */
public final class WrongThreads {
    private static final int TAG = 1;
    private static final String OTHER = "the other thread";

    private WrongThreads() {}

    public static void main(String[] args) throws Exception {
        int level = Integer.parseInt(args[0]);
        Path file = Path.of(args[1]);
        MPI.InitThread(args, level);
        Intracomm world = MPI.COMM_WORLD;
        MPI.COMM_SELF.setErrhandler(MPI.ERRORS_RETURN);
        if (args.length > 2) {
            inThread(() -> world.iProbe(0, TAG));
        }
        world.setErrhandler(MPI.ERRORS_RETURN);
        exchange(world);
        if (level < MPI.THREAD_SERIALIZED) {
            callsOfOthersFail(world, level == MPI.THREAD_SINGLE ? "MPI.THREAD_SINGLE" : "MPI.THREAD_FUNNELED");
        } else {
            inThread(() -> exchange(world));
        }
        if (level == MPI.THREAD_SERIALIZED) {
            callsAtTheSameTimeFail(world, file);
        }
        exchange(world);
        MPI.Finalize();
        System.out.println("checked");
    }

    private static void exchange(Intracomm comm) throws MPIException {
        int other = 1 - comm.getRank();
        int[] data = {comm.getRank()};
        comm.sendRecvReplace(data, 1, MPI.INT, other, TAG, other, TAG);
        Check.equal(other, data[0], "what the other sent");
        comm.dup().free();
        comm.barrier();
    }

    private static void callsOfOthersFail(Intracomm comm, String level) throws Exception {
        int[] data = new int[1];
        int other = 1 - comm.getRank();
        Request request = comm.iRecv(data, 1, MPI.INT, other, TAG);
        Prequest persistent = comm.sendInit(data, 1, MPI.INT, MPI.PROC_NULL, TAG);
        Check.Call[] calls = {
            () -> comm.send(data, 1, MPI.INT, other, TAG),
            () -> comm.send(data, 1, MPI.INT, MPI.PROC_NULL, TAG),
            () -> comm.iSend(data, 1, MPI.INT, other, TAG),
            () -> comm.ibSend(data, 1, MPI.INT, other, TAG),
            () -> comm.recv(data, 1, MPI.INT, other, TAG),
            () -> comm.recv(data, 1, MPI.INT, MPI.PROC_NULL, TAG),
            () -> comm.iRecv(data, 1, MPI.INT, other, TAG),
            () -> comm.probe(MPI.ANY_SOURCE, TAG),
            () -> comm.iProbe(other, TAG),
            () -> new Message().mProbe(other, TAG, comm),
            () -> comm.sendRecvReplace(data, 1, MPI.INT, other, TAG, other, TAG),
            persistent::start,
            request::waitFor,
            request::test,
            request::cancel,
            () -> Request.waitAny(new Request[] {request}),
            () -> Request.testAll(new Request[] {request}),
            () -> Request.waitAll(new Request[] {request}),
            comm::barrier,
            () -> comm.bcast(data, 1, MPI.INT, comm.getRank()),
            () -> comm.allReduce(data, 1, MPI.INT, MPI.SUM),
            () -> comm.gather(data, 1, MPI.INT, data, 1, MPI.INT, other),
            comm::dup,
            () -> comm.split(0, 0),
            MPI::Finalize,
        };
        for (Check.Call call : calls) {
            inThread(() -> Check.fails(
                    MPI.ERR_OTHER, call, '"' + OTHER + '"', "only thread \"main\"", level, "MPI.THREAD_MULTIPLE)"));
        }
        inThread(() -> {
            Check.equal(1 - other, comm.getRank(), "rank");
            Check.that(!MPI.isThreadMain(), "not the main thread");
            Check.equal(MPI.THREAD_MULTIPLE > MPI.queryThread(), true, "level below multiple");
        });
        Check.that(!request.isNull(), "request after failed waits");
        comm.send(new int[] {5}, 1, MPI.INT, other, TAG);
        request.waitFor();
        Check.equal(5, data[0], "what the other sent");
        persistent.start();
        persistent.waitFor();
    }

    private static void callsAtTheSameTimeFail(Comm comm, Path file) throws Exception {
        int[] data = {5};
        if (comm.getRank() == 1) {
            while (!Files.exists(file)) {
                Thread.sleep(20);
            }
            comm.send(data, 1, MPI.INT, 0, TAG);
            return;
        }
        int[] received = new int[1];
        Throwable[] failure = new Throwable[1];
        Thread waiter = start(() -> comm.recv(received, 1, MPI.INT, 1, TAG), failure);
        while (waiter.getState() != Thread.State.TIMED_WAITING) {
            Thread.sleep(1);
        }
        String[] parts = {"\"main\"", '"' + OTHER + '"', "at a time", "MPI.THREAD_SERIALIZED", "MPI.THREAD_MULTIPLE)"};
        Check.fails(MPI.ERR_OTHER, () -> comm.send(data, 1, MPI.INT, 1, TAG), parts);
        Check.fails(MPI.ERR_OTHER, () -> comm.iProbe(1, TAG), parts);
        Check.fails(MPI.ERR_OTHER, () -> comm.recv(data, 1, MPI.INT, MPI.PROC_NULL, TAG), parts);
        Check.fails(MPI.ERR_OTHER, comm::barrier, parts);
        Files.createFile(file);
        waiter.join();
        Check.equal(null, failure[0], "failure of the thread that waited");
        Check.equal(5, received[0], "what it received");
    }

    private static Thread start(Check.Call call, Throwable[] failure) {
        return Thread.ofPlatform().name(OTHER).start(() -> {
            try {
                call.run();
            } catch (Throwable e) {
                failure[0] = e;
            }
        });
    }

    private static void inThread(Check.Call call) throws Exception {
        Throwable[] failure = new Throwable[1];
        start(call, failure).join();
        if (failure[0] != null) {
            throw new AssertionError("in the other thread", failure[0]);
        }
    }
}
