/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests.programs.soak;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import mpi.MPI;

/**
 * What the threads of a team do in one round of a storm. All ranks draw the same, and keep their own part.
 *
 * <p>No round can deadlock. The steps have one order for all threads of all ranks, and each thread starts its steps in this
 * order; it may wait for any that it has started. Take the first step that never ends: if one of those who take part in it had
 * not started it, it would wait for an earlier one, which ends. What is received with wildcards, by whoever is faster, is left to
 * threads that do nothing else in the round, one of which never waits for one message while another is there; and waiting for
 * requests that were handed over is left to a thread that does nothing else either.
 */
final class Script {
    private static final int STEPS_PER_WORKER = 7; // on each rank
    private static final int MOST_STEPS = 200;
    private static final int SERIES =
            2; // tags between the same threads; in a mixed communicator, those of the last are wild
    private static final int LONG_WILD = 100_000;
    private static final int SHORT_WILD = 5_000;

    /** What a thread does in the round. */
    enum Role {
        WORKER,
        /** Receives what is there. */
        ATTENDANT,
        /** Waits for one of the same messages. */
        WILD,
        COMPLETER
    }

    /** How messages in a communicator are received. */
    private enum Matching {
        EXACT,
        ANY,
        ANY_TAG,
        MIXED
    }

    final Role[] roles; // by thread
    final List<List<Step>> steps = new ArrayList<>(); // of this rank, by thread
    final List<Pool> pools = new ArrayList<>();
    final List<Planned> wild = new ArrayList<>(); // to this rank, in the order of each sender
    int workers;

    private final Random plan;
    private final Limits limits;
    private final int comms;
    private final int rank;
    private final int size;
    private final long firstKey;
    private final int[] workerThreads;
    private final Matching[] matching;
    private final int longestWild;
    private int keys;

    /**
     * @param plan in the same state on all ranks
     * @param threads of the team
     * @param comms communicators of the team; the last has the ranks in the opposite order
     * @param firstKey the keys of the messages are made of this and the numbers behind
     */
    Script(Random plan, Limits limits, int threads, int comms, int rank, int size, long firstKey) {
        this.plan = plan;
        this.limits = limits;
        this.comms = comms;
        this.rank = rank;
        this.size = size;
        this.firstKey = firstKey;
        this.roles = drawRoles(threads);
        this.workerThreads = new int[workers];
        int found = 0;
        for (int i = 0; i < threads; i++) {
            steps.add(new ArrayList<>());
            if (roles[i] == Role.WORKER) {
                workerThreads[found++] = i;
            }
        }
        this.matching = drawMatching();
        this.longestWild = plan.nextInt(5) == 0 ? LONG_WILD : SHORT_WILD;
        int count = Math.min(STEPS_PER_WORKER * workers * size, MOST_STEPS);
        for (int i = 0; i < count; i++) {
            drawStep();
        }
    }

    boolean hasCompleter() {
        return Arrays.asList(roles).contains(Role.COMPLETER);
    }

    int keys() {
        return keys;
    }

    private Role[] drawRoles(int threads) {
        int wildThreads = threads < 2 ? 0 : plan.nextInt(Math.min(threads, 4)); // at most 3
        int completers = threads - wildThreads < 2 ? 0 : plan.nextInt(2);
        workers = threads - wildThreads - completers;
        List<Role> drawn = new ArrayList<>();
        drawn.addAll(Collections.nCopies(workers, Role.WORKER));
        drawn.addAll(Collections.nCopies(Math.min(wildThreads, 1), Role.ATTENDANT));
        drawn.addAll(Collections.nCopies(Math.max(wildThreads - 1, 0), Role.WILD));
        drawn.addAll(Collections.nCopies(completers, Role.COMPLETER));
        Collections.shuffle(drawn, plan);
        return drawn.toArray(new Role[0]);
    }

    private Matching[] drawMatching() {
        boolean anyWild = Arrays.asList(roles).contains(Role.ATTENDANT);
        Matching[] drawn = new Matching[comms];
        for (int i = 0; i < comms; i++) {
            drawn[i] = anyWild ? Matching.values()[plan.nextInt(Matching.values().length)] : Matching.EXACT;
        }
        return drawn;
    }

    private void drawStep() {
        int worker = plan.nextInt(workers);
        int kind = plan.nextInt(100);
        if (kind < 4) {
            everywhere(worker, new Step.Collective(plan.nextInt(9), plan.nextInt(size), lengthOfCollective()));
        } else if (kind < 5) {
            everywhere(worker, new Step.Creation(plan.nextInt(4)));
        } else if (kind < 15) {
            drawExchange(worker);
        } else {
            drawMessage(worker);
        }
    }

    private int lengthOfCollective() {
        return 1 + plan.nextInt(plan.nextInt(8) == 0 ? 5000 : 20);
    }

    private void everywhere(int worker, Step step) {
        steps.get(workerThreads[worker]).add(step);
    }

    private void drawMessage(int sender) {
        int receiver = plan.nextInt(workers);
        int series = plan.nextInt(SERIES);
        Planned message = drawMessage(
                plan.nextInt(size), plan.nextInt(size), plan.nextInt(comms), tag(sender, receiver, series), series);
        boolean anybody = isWild(message.comm(), series);
        if (message.from() == message.to() && sender == receiver && !anybody) { // a thread to itself
            if (message.to() == rank) {
                steps.get(workerThreads[sender]).add(new Step.Exchange(message, message));
            }
            return;
        }
        if (message.from() == rank) {
            steps.get(workerThreads[sender]).add(new Step.Send(message));
        }
        if (message.to() != rank) {
            return;
        }
        if (anybody) {
            wild.add(message);
            poolOf(message).add(message.length());
        } else {
            steps.get(workerThreads[receiver]).add(new Step.Receive(message));
        }
    }

    private void drawExchange(int worker) {
        int other = plan.nextInt(workers);
        int comm = plan.nextInt(comms);
        int first = plan.nextInt(size);
        int second = (first + 1 + plan.nextInt(Math.max(1, size - 1))) % size;
        if (first == second || isWild(comm, 0)) {
            return;
        }
        Planned there = drawMessage(first, second, comm, tag(worker, other, 0), 0);
        Planned back = drawMessage(second, first, comm, tag(other, worker, 0), 0);
        if (rank == first) {
            steps.get(workerThreads[worker]).add(new Step.Exchange(there, back));
        }
        if (rank == second) {
            steps.get(workerThreads[other]).add(new Step.Exchange(back, there));
        }
    }

    /** The tag tells the threads at both ends, so that each stream of messages has one sender and one receiver. */
    private int tag(int sender, int receiver, int series) {
        return (series * workers + sender) * workers + receiver;
    }

    private Planned drawMessage(int from, int to, int comm, int tag, int series) {
        boolean anybody = isWild(comm, series);
        Element element = anybody ? Element.BYTE : Element.values()[plan.nextInt(Element.values().length)];
        int length = limits.length(plan);
        if (anybody) { // its key must tell which one it is
            length = length == 0 ? 0 : Math.clamp(length, Long.BYTES, longestWild);
        }
        length = length / element.size * element.size;
        return new Planned(from, to, comm, tag, element, length, Pattern.key(firstKey, keys++));
    }

    private boolean isWild(int comm, int series) {
        return switch (matching[comm]) {
            case EXACT -> false;
            case ANY, ANY_TAG -> true;
            case MIXED -> series == SERIES - 1;
        };
    }

    private Pool poolOf(Planned message) {
        int source = message.comm() == comms - 1 ? size - 1 - message.from() : message.from();
        for (Pool pool : pools) {
            if (pool.isFor(message.comm(), source, message.tag())) {
                return pool;
            }
        }
        Pool pool = switch (matching[message.comm()]) {
            case ANY -> new Pool(message.comm(), MPI.ANY_SOURCE, MPI.ANY_TAG);
            case ANY_TAG -> new Pool(message.comm(), source, MPI.ANY_TAG);
            case MIXED -> new Pool(message.comm(), MPI.ANY_SOURCE, message.tag());
            case EXACT -> throw new IllegalStateException(message.toString());
        };
        pools.add(pool);
        return pool;
    }
}
