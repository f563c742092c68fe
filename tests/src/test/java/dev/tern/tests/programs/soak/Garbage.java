/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests.programs.soak;

import dev.tern.tests.programs.Check;
import java.util.Random;
import mpi.MPI;
import mpi.MPIException;

/**
 * Traffic of ranks whose heap is small and always full: everything that is sent is checked, and between it neighbours play
 * ping-pong and note the longest time that a ball took. Arguments: seconds, seed.
 */
public final class Garbage {
    private static final int LONGEST = 1 << 20;
    private static final int BUDGET = 3 << 20;
    private static final int MESSAGES = 40;

    private static final int LIVE_OBJECTS = 20_000; // of 1000 bytes: what each collection has to go through
    private static final int LITTER_PER_ROUND = 10_000;
    private static final int LITTER_PER_BALL = 50;
    private static final int BALLS = 100;
    private static final int[] BALL_SIZES = {8, 1024, 65_536};
    private static final int TAG = 77;

    private final Talker talker;
    private final RandomTraffic random;
    private final RegularTraffic regular;
    private final CancelTraffic cancel;
    private final byte[][] live = new byte[LIVE_OBJECTS][];
    private final Random numbers = new Random(1);
    private long balls;
    private long longestNanos;

    private Garbage(long seed) throws MPIException {
        talker = new Talker(MPI.COMM_WORLD.dup(), seed, new Limits(LONGEST, BUDGET, MESSAGES));
        random = new RandomTraffic(talker);
        regular = new RegularTraffic(talker);
        cancel = new CancelTraffic(talker);
    }

    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        MPI.attachBuffer(new byte[Talker.BSEND_BYTES]);
        Garbage garbage = new Garbage(Long.parseLong(args[1]));
        garbage.litter(LIVE_OBJECTS);
        int rounds = garbage.run(Integer.parseInt(args[0]));
        Talker talker = garbage.talker;
        long[] totals = talker.totals();
        System.out.println(
                "rank " + talker.rank + " pid " + ProcessHandle.current().pid() + ": " + garbage.balls
                        + " balls, the longest took " + garbage.longestNanos / 1000 + " us");
        if (talker.rank == 0) {
            System.out.println(rounds + " rounds, " + totals[0] + " messages, " + (totals[1] >> 20) + " MB: right");
        }
        MPI.detachBuffer();
        MPI.Finalize();
    }

    private int run(int seconds) throws MPIException {
        long end = System.nanoTime() + seconds * 1_000_000_000L;
        int rounds = 0;
        int[] goOn = {1};
        while (true) {
            goOn[0] = System.nanoTime() < end ? 1 : 0;
            talker.comm.bcast(goOn, 1, MPI.INT, 0);
            if (goOn[0] == 0) {
                talker.checkNothingIsLost();
                return rounds;
            }
            traffic();
            litter(LITTER_PER_ROUND);
            talker.reset();
            pingPong(rounds);
            rounds++;
        }
    }

    private void traffic() throws MPIException {
        switch (talker.plan.nextInt(7)) {
            case 0 -> random.posted();
            case 1 -> random.unexpected();
            case 2 -> regular.exchange();
            case 3 -> regular.streams();
            case 4 -> regular.window();
            case 5 -> regular.collective();
            default -> cancel.cancel();
        }
    }

    /** Makes objects, of which some live for a while. */
    private void litter(int objects) {
        for (int i = 0; i < objects; i++) {
            live[numbers.nextInt(LIVE_OBJECTS)] = new byte[900 + numbers.nextInt(200)];
        }
    }

    private void pingPong(int round) throws MPIException {
        int other = talker.rank ^ 1;
        if (other >= talker.size) {
            return;
        }
        byte[] ball = new byte[BALL_SIZES[round % BALL_SIZES.length]];
        for (int i = 0; i < BALLS; i++) {
            litter(LITTER_PER_BALL);
            byte word = (byte) (i + round);
            if (talker.rank < other) {
                ball[0] = word;
                long start = System.nanoTime();
                talker.comm.send(ball, ball.length, MPI.BYTE, other, TAG);
                talker.comm.recv(ball, ball.length, MPI.BYTE, other, TAG);
                note(System.nanoTime() - start, i);
                Check.that(ball[0] == word + 1 - (word == Byte.MAX_VALUE ? 256 : 0), "ball that came back");
            } else {
                long start = System.nanoTime();
                talker.comm.recv(ball, ball.length, MPI.BYTE, other, TAG);
                note(System.nanoTime() - start, i);
                Check.that(ball[0] == word, "ball that came");
                ball[0]++;
                talker.comm.send(ball, ball.length, MPI.BYTE, other, TAG);
            }
        }
    }

    /** The first ball waits for the slower of the two to begin. */
    private void note(long nanos, int ball) {
        balls++;
        if (ball > 0) {
            longestNanos = Math.max(longestNanos, nanos);
        }
    }
}
