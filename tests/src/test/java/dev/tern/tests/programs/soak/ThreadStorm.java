/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests.programs.soak;

import dev.tern.tests.programs.Check;
import dev.tern.tests.programs.StallWatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import mpi.MPI;
import mpi.MPIException;

/**
 * Many threads on each rank that do everything that threads may do, at the same time: see {@link Script}, {@link Member},
 * {@link WildReceiver} and {@link OwnCommunicator}. Contents, and order for each communicator, source and tag, are checked.
 *
 * <p>Arguments: seed, threads of each rank, seconds, {@code platform} or {@code virtual}, and after how many seconds a thread
 * that does not get on ends the job. Without arguments it draws a seed. The same seed gives the same traffic, but not the same timing.
 */
public final class ThreadStorm {
    private static final int LONGEST = 1 << 18;
    private static final int LARGEST_TEAM = 6;

    private ThreadStorm() {}

    public static void main(String[] args) throws Exception {
        Check.equal(MPI.THREAD_MULTIPLE, MPI.InitThread(args, MPI.THREAD_MULTIPLE), "level of threads");
        int rank = MPI.COMM_WORLD.getRank();
        long[] drawn = {new Random().nextInt(1_000_000_000)};
        MPI.COMM_WORLD.bcast(drawn, 1, MPI.LONG, 0);
        long seed = args.length > 0 ? Long.parseLong(args[0]) : drawn[0];
        int threads = number(args, 1, 16);
        int seconds = number(args, 2, 10);
        boolean virtual = args.length > 3 && args[3].equals("virtual");
        int stallSeconds = number(args, 4, 60);
        String name = "thread storm: seed " + seed + ", " + MPI.COMM_WORLD.getSize() + " ranks, " + threads
                + (virtual ? " virtual" : " platform") + " threads";
        if (rank == 0) {
            System.out.println(name + ", " + seconds + " s");
        }

        Limits limits = new Limits(LONGEST, LONGEST, 0);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        List<Team> teams = new ArrayList<>();
        Random plan = new Random(seed);
        for (int left = threads; left > 0; left -= teams.getLast().own.length) {
            int members = 1 + plan.nextInt(Math.min(left, LARGEST_TEAM));
            teams.add(new Team(teams.size(), members, Pattern.key(seed, teams.size()), limits, end));
        }
        MPI.attachBuffer(new byte[teams.size() * Team.BSEND_ROOM]);
        StallWatch watch = new StallWatch(rank, stallSeconds, name);
        watch.start();
        for (Thread thread : startAll(teams, virtual, watch, name)) {
            thread.join();
        }
        MPI.detachBuffer();
        report(teams, name);
        MPI.Finalize();
    }

    private static int number(String[] args, int place, int otherwise) {
        return args.length > place ? Integer.parseInt(args[place]) : otherwise;
    }

    private static List<Thread> startAll(List<Team> teams, boolean virtual, StallWatch watch, String name) {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < teams.size(); i++) {
            Team team = teams.get(i);
            for (int j = 0; j < team.own.length; j++) {
                int number = j;
                Thread.Builder builder = virtual ? Thread.ofVirtual() : Thread.ofPlatform();
                threads.add(builder.name("team" + i + ".thread" + j)
                        .start(() -> runOrAbort(() -> new Member(team, number, watch.register()).run(), name)));
            }
        }
        return threads;
    }

    /** A failure of one thread ends the job: the others would wait for it. */
    private static void runOrAbort(Check.Call call, String name) {
        try {
            call.run();
        } catch (Exception | Error e) {
            System.err.println(name + ": " + Thread.currentThread().getName() + " failed");
            e.printStackTrace();
            try {
                MPI.COMM_WORLD.abort(1);
            } catch (MPIException abortFailed) {
                Runtime.getRuntime().halt(1);
            }
        }
    }

    private static void report(List<Team> teams, String name) throws MPIException {
        long[] totals = new long[3];
        for (Team team : teams) {
            team.end();
            totals[0] += team.messages.sum();
            totals[1] += team.bytes.sum();
            totals[2] += team.rounds;
        }
        MPI.COMM_WORLD.allReduce(totals, totals.length, MPI.LONG, MPI.SUM);
        if (MPI.COMM_WORLD.getRank() == 0) {
            System.out.println(name + ": " + teams.size() + " teams, " + totals[2] / MPI.COMM_WORLD.getSize()
                    + " rounds, " + totals[0] + " messages, " + (totals[1] >> 20) + " MB: right");
        }
    }
}
