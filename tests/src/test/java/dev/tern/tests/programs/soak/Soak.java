/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests.programs.soak;

import java.util.concurrent.CountDownLatch;
import mpi.Comm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/**
 * Traffic of all kinds for a given time. All that is sent is checked: contents, order, that nothing is lost, nothing comes
 * twice, nothing else is overwritten, and that no memory is lost either.
 *
 * <p>Arguments: seconds, seed, threads of each rank, longest message in bytes. Everybody draws the same plan from the seed, so
 * everybody knows what must come; which call is used, which buffer and when is drawn by each rank from another seed.
 */
public final class Soak {
    private static final int MESSAGES = 80; // of random traffic in a round
    private static final int BUDGET = 12 << 20; // of all threads of a rank together

    /** A kind of traffic. */
    private interface Phase {
        void run() throws MPIException;
    }

    private final Talker talker;
    private final Vitals vitals; // null but in the first thread
    private final long end;
    private final String[] names = {
        "posted", "unexpected", "cancel", "exchange", "streams", "window", "persistent", "collective"
    };
    private final Phase[] phases;
    private int rounds;

    private Soak(Intracomm comm, long seed, Limits limits, int seconds, boolean first) throws MPIException {
        talker = new Talker(comm, seed, limits);
        vitals = first ? new Vitals(seconds) : null;
        end = System.nanoTime() + seconds * 1_000_000_000L;
        RandomTraffic random = new RandomTraffic(talker);
        RegularTraffic regular = new RegularTraffic(talker);
        CancelTraffic cancel = new CancelTraffic(talker);
        phases = new Phase[] {
            random::posted,
            random::unexpected,
            cancel::cancel,
            regular::exchange,
            regular::streams,
            regular::window,
            regular::persistent,
            regular::collective
        };
    }

    public static void main(String[] args) throws Exception {
        int seconds = Integer.parseInt(args[0]);
        long seed = Long.parseLong(args[1]);
        int threads = Integer.parseInt(args[2]);
        int longest = Integer.parseInt(args[3]);
        MPI.InitThread(args, threads > 1 ? MPI.THREAD_MULTIPLE : MPI.THREAD_SINGLE);
        MPI.attachBuffer(new byte[threads * Talker.BSEND_BYTES]);
        Limits limits = new Limits(longest, Math.max(longest, BUDGET / threads), MESSAGES);

        Soak[] soaks = new Soak[threads];
        for (int i = 0; i < threads; i++) {
            soaks[i] = new Soak(MPI.COMM_WORLD.dup(), Pattern.key(seed, i), limits, seconds, i == 0);
        }
        CountDownLatch running = new CountDownLatch(threads - 1);
        for (int i = 1; i < threads; i++) {
            Soak soak = soaks[i];
            Thread.ofPlatform().name("soak-" + i).start(() -> {
                soak.runOrAbort();
                running.countDown();
            });
        }
        soaks[0].runOrAbort();
        running.await();
        MPI.detachBuffer();
        for (Soak soak : soaks) {
            soak.report();
        }
        MPI.Finalize();
    }

    /** A failure of one thread ends the job; its main thread may be far from any end. */
    private void runOrAbort() {
        try {
            run();
        } catch (MPIException | RuntimeException | Error e) {
            e.printStackTrace();
            abort();
        }
    }

    private static void abort() {
        try {
            MPI.COMM_WORLD.abort(1);
        } catch (MPIException e) {
            Runtime.getRuntime().halt(1);
        }
    }

    private void run() throws MPIException {
        while (goOn(talker.comm)) {
            int phase = talker.plan.nextInt(phases.length);
            try {
                phases[phase].run();
                talker.reset();
            } catch (MPIException | RuntimeException | Error e) {
                throw new AssertionError("rank " + talker.rank + ", round " + rounds + ", " + names[phase], e);
            }
            rounds++;
            if (vitals != null) {
                vitals.perhapsSample();
            }
        }
        talker.checkNothingIsLost();
        if (vitals != null) {
            vitals.checkNoGrowth();
        }
    }

    /** The clock of one rank decides for all. */
    private boolean goOn(Comm comm) throws MPIException {
        int[] decision = {System.nanoTime() < end ? 1 : 0};
        comm.bcast(decision, 1, MPI.INT, 0);
        return decision[0] != 0;
    }

    private void report() throws MPIException {
        long[] totals = talker.totals();
        if (talker.rank == 0) {
            System.out.println(rounds + " rounds, " + totals[0] + " messages, " + (totals[1] >> 20) + " MB: right"
                    + (vitals == null ? "" : "; rank 0, in MB: " + vitals.summary()));
        }
    }
}
