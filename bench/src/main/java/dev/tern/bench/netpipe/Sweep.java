/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.netpipe;

import dev.tern.bench.netpipe.Curve.Point;
import dev.tern.bench.table.Report;
import dev.tern.bench.table.Sample;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;

/**
 * Runs all sizes of a curve over a link, and prints at the leading end what each has come to: the fastest of three
 * trials. How many rounds a trial has follows from the time of the size before.
 *
 * @param <X> how the link fails
 */
public final class Sweep<X extends Exception> {
    /** As soon as a message takes so many seconds the curve ends. */
    private static final double STOP = 1;

    private static final double NANO = 1e-9;
    private static final double MICRO = 1e-6;

    /** Rounds that show how long the first size takes. */
    private static final int PROBE_ROUNDS = 1_000;

    /**
     * All sizes are run in turn before the first one is timed, and more than once, as the code is compiled again where
     * large messages take another branch than small ones.
     */
    private static final int JIT_PASSES = 2;

    /** Rounds between two looks at the clock during that. */
    private static final int JIT_ROUNDS = 1024;

    private final Link<X> link;
    private final Plan plan;
    private final Report report;
    private final PrintStream out;
    private final List<Point> points;
    private final boolean leads;
    private int round;
    private boolean valid = true;

    /**
     * A run over a link.
     *
     * @param link this end of it
     * @param plan what is run
     * @param report what the leading end prints
     * @param out where to
     */
    public Sweep(Link<X> link, Plan plan, Report report, PrintStream out) {
        this.link = link;
        this.plan = plan;
        this.report = report;
        this.out = out;
        points = plan.curve().points();
        leads = link.leads();
    }

    /**
     * Runs all sizes.
     *
     * @return whether all data were right; the same at both ends
     * @throws X when the link fails
     */
    public boolean run() throws X {
        compile();
        return leads ? lead() : follow();
    }

    private boolean lead() throws X {
        print(report.header());
        double last = spend(points.getFirst().size(), plan.seconds(), PROBE_ROUNDS);
        boolean allValid = true;
        for (Point point : points) {
            if (last >= STOP) {
                break;
            }
            int rounds = plan.rounds(point, last);
            link.tell(rounds);
            double best = measure(point.size(), rounds);
            valid &= link.hear() != 0;
            Sample sample = new Sample(point.size(), rounds, plan.traffic().turns(), best, best, best, valid);
            print(List.of(report.row(sample)));
            last = sample.latency() * MICRO;
            allValid &= valid;
        }
        link.tell(0);
        link.tell(allValid ? 1 : 0);
        return allValid;
    }

    private boolean follow() throws X {
        spend(points.getFirst().size(), plan.seconds(), PROBE_ROUNDS);
        int rounds = (int) link.hear();
        for (int i = 0; rounds > 0; i++) {
            measure(points.get(i).size(), rounds);
            link.tell(valid ? 1 : 0);
            rounds = (int) link.hear();
        }
        return link.hear() != 0;
    }

    private void print(List<String> lines) {
        lines.forEach(out::println);
        out.flush();
    }

    /** Runs all sizes until the JIT has compiled what they use. */
    private void compile() throws X {
        double share = plan.jitSeconds() / (JIT_PASSES * points.size());
        for (int pass = 0; pass < JIT_PASSES && share > 0; pass++) {
            for (Point point : points) {
                spend(point.size(), share, Integer.MAX_VALUE);
            }
        }
    }

    /** Runs a size for some time, in batches that double; returns the seconds that a message of the last one took. */
    private double spend(int size, double seconds, int most) throws X {
        if (!leads) {
            for (int batch = (int) link.hear(); batch > 0; batch = (int) link.hear()) {
                go(size, batch);
            }
            return 0;
        }
        long start = System.nanoTime();
        long done = 0;
        int batch = 1;
        double each;
        do {
            link.tell(batch);
            each = go(size, batch) / batch;
            done += batch;
            batch = Math.min(2 * batch, JIT_ROUNDS);
        } while (done < most && since(start) < seconds);
        link.tell(0);
        return each / plan.traffic().turns();
    }

    /** The seconds of the fastest trial. */
    private double measure(int size, int rounds) throws X {
        round = 0;
        valid = true;
        double best = Double.POSITIVE_INFINITY;
        if (plan.warmUp() > 0) {
            run(size, plan.warmUp());
        }
        for (int trial = 0; trial < Plan.TRIALS; trial++) {
            best = Math.min(best, run(size, rounds));
        }
        return best;
    }

    private double run(int size, int rounds) throws X {
        if (plan.validate()) {
            return validated(size, rounds);
        }
        synchronise();
        return go(size, rounds);
    }

    private double validated(int size, int rounds) throws X {
        double elapsed = 0;
        for (int end = round + rounds; round < end; round++) {
            link.buffers().prepare(size, number(leads));
            synchronise();
            elapsed += go(size, 1);
            if (receives()) {
                Optional<String> wrong = link.buffers().verify(size, number(!leads));
                if (wrong.isPresent() && valid) {
                    System.err.printf("netpipe: %d bytes, round %d: %s%n", size, round, wrong.get());
                }
                valid &= wrong.isEmpty();
            }
        }
        return elapsed;
    }

    private boolean receives() {
        return !leads || plan.traffic() != Traffic.STREAMING;
    }

    private long number(boolean fromLeader) {
        return 2L * round + (fromLeader ? 0 : 1);
    }

    private void synchronise() throws X {
        if (leads) {
            link.tell(0);
            link.hear();
        } else {
            link.hear();
            link.tell(0);
        }
    }

    /** Runs some rounds; returns the seconds they took, which mean something at the leading end only. */
    private double go(int size, int rounds) throws X {
        return switch (plan.traffic()) {
            case PING_PONG -> leads ? serve(size, rounds) : echo(size, rounds);
            case STREAMING -> leads ? stream(size, rounds) : drain(size, rounds);
            case BOTH_WAYS -> exchange(size, rounds);
        };
    }

    private double serve(int size, int rounds) throws X {
        long start = System.nanoTime();
        for (int i = 0; i < rounds; i++) {
            link.send(size);
            link.receive(size);
        }
        return since(start);
    }

    private double echo(int size, int rounds) throws X {
        long start = System.nanoTime();
        for (int i = 0; i < rounds; i++) {
            link.receive(size);
            link.send(size);
        }
        return since(start);
    }

    /** What counts is when the last message has arrived, which the other end knows. */
    private double stream(int size, int rounds) throws X {
        for (int i = 0; i < rounds; i++) {
            link.send(size);
        }
        return link.hear();
    }

    private double drain(int size, int rounds) throws X {
        long start = System.nanoTime();
        for (int i = 0; i < rounds; i++) {
            link.receive(size);
        }
        double elapsed = since(start);
        link.tell(elapsed);
        return elapsed;
    }

    private double exchange(int size, int rounds) throws X {
        long start = System.nanoTime();
        for (int i = 0; i < rounds; i++) {
            link.exchange(size);
        }
        return since(start);
    }

    private static double since(long start) {
        return (System.nanoTime() - start) * NANO;
    }
}
