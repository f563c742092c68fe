/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench;

import dev.tern.bench.pattern.Pattern;
import dev.tern.bench.pattern.Setup;
import dev.tern.bench.table.ConnectionsReport;
import dev.tern.bench.table.ConnectionsSample;
import dev.tern.bench.thread.Latencies;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

/**
 * Shows what connections cost that nobody uses: ranks 0 and 1 play ping-pong while the others rest, first before they have
 * sent each other anything, and once more after that. Both halves are in one job, since the same code may be faster in one
 * JVM than in another. Until the first half is over there is no collective call, as that would connect all ranks. Whether
 * the others are reached over TCP, the launcher decides: they have to be on another host.
 */
final class ConnectionsRunner {
    private static final int ROOT = 0;
    private static final int PAIR = 2; // the ranks below exchange messages, all others rest
    private static final int WAKE = 9; // tag of the messages that end a rest; the ping-pong has those below
    private static final int ANSWER = 10;

    /** Phases of each size in each half; those of all sizes take turns, so that what disturbs one disturbs all sizes. */
    private static final int PHASES = 5;

    /** All sizes are run more than once before the first phase: see {@link Runner}. */
    private static final int JIT_PASSES = 2;

    /** Between two looks of a rank that rests; so long that its core is left alone. */
    private static final long LOOK = TimeUnit.MILLISECONDS.toNanos(50);

    private final Comm comm;
    private final Settings settings;
    private final PrintStream out;
    private final int rank;
    private final int ranks;
    private final byte[] nothing = new byte[0];
    private final ConnectionsReport report;

    ConnectionsRunner(Comm comm, Settings settings, PrintStream out) throws MPIException, UsageException {
        this.comm = comm;
        this.settings = settings;
        this.out = out;
        rank = comm.getRank();
        ranks = comm.getSize();
        settings.pairs(ranks);
        report = new ConnectionsReport(settings.benchmark().title(), settings.digits());
    }

    /**
     * Runs both halves, and prints on rank 0.
     *
     * @return whether nothing went wrong, which is always so
     */
    boolean run() throws MPIException {
        if (rank < PAIR) {
            play();
        } else {
            rest();
            answer();
            rest();
        }
        return true;
    }

    private void play() throws MPIException {
        Pattern pattern = settings.benchmark()
                .pattern()
                .create(new Setup(
                        comm,
                        settings.kind(),
                        settings.sameBuffer(),
                        settings.sizes().getLast(),
                        settings.window(),
                        1,
                        settings.threads(),
                        settings.validate()));
        Turns turns = new Turns(pattern, comm, 0, 1 - rank, rank == ROOT, new Latencies());
        List<List<Double>> before = half(turns);
        wake();
        connect();
        List<List<Double>> after = half(turns);
        wake();
        if (rank == ROOT) {
            print(before, after);
        }
    }

    /** The latencies of all phases of each size, in seconds; of no use but on rank 0. */
    private List<List<Double>> half(Turns turns) throws MPIException {
        List<Integer> sizes = settings.sizes();
        double share = settings.jitSeconds() / (JIT_PASSES * sizes.size());
        for (int pass = 0; pass < JIT_PASSES && share > 0; pass++) {
            for (int size : sizes) {
                phase(turns, size, share, Integer.MAX_VALUE);
            }
        }
        List<List<Double>> latencies = new ArrayList<>();
        sizes.forEach(size -> latencies.add(new ArrayList<>()));
        double seconds = settings.limit().seconds() / PHASES;
        for (int phase = 0; phase < PHASES; phase++) {
            for (int i = 0; i < sizes.size(); i++) {
                int size = sizes.get(i);
                latencies
                        .get(i)
                        .add(phase(turns, size, seconds, settings.schedule().rounds(size)));
            }
        }
        return latencies;
    }

    private double phase(Turns turns, int size, double seconds, int rounds) throws MPIException {
        turns.select(size);
        turns.run(size, MPI.wtime() + seconds, rounds);
        Turns.Result result = turns.result();
        return result.seconds() / result.messages();
    }

    private void wake() throws MPIException {
        for (int other = PAIR; other < ranks && rank == ROOT; other++) {
            comm.send(nothing, 0, MPI.BYTE, other, WAKE);
        }
    }

    /** Connects this rank with all that rest, by a message to and from each. */
    private void connect() throws MPIException {
        for (int other = PAIR; other < ranks; other++) {
            comm.send(nothing, 0, MPI.BYTE, other, ANSWER);
            comm.recv(nothing, 0, MPI.BYTE, other, ANSWER);
        }
    }

    private void answer() throws MPIException {
        for (int player = 0; player < PAIR; player++) {
            comm.recv(nothing, 0, MPI.BYTE, player, ANSWER);
            comm.send(nothing, 0, MPI.BYTE, player, ANSWER);
        }
    }

    /** Does nothing until rank 0 ends it. A blocking call would poll at first, and keep a core from those who play. */
    private void rest() throws MPIException {
        do {
            LockSupport.parkNanos(LOOK);
        } while (comm.iProbe(ROOT, WAKE) == null);
        comm.recv(nothing, 0, MPI.BYTE, ROOT, WAKE);
    }

    private void print(List<List<Double>> before, List<List<Double>> after) {
        report.header().forEach(out::println);
        List<Integer> sizes = settings.sizes();
        for (int i = 0; i < sizes.size(); i++) {
            out.println(report.row(new ConnectionsSample(sizes.get(i), before.get(i), after.get(i))));
        }
        out.flush();
    }
}
