/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.engine;

import dev.tern.boot.LauncherEvents;
import dev.tern.boot.Wireup;
import dev.tern.coll.Block;
import dev.tern.coll.Collectives;
import dev.tern.coll.DecisionTable;
import dev.tern.config.Parameter;
import dev.tern.config.Parameters;
import dev.tern.datatype.ReductionKind;
import dev.tern.datatype.Reductions;
import dev.tern.datatype.TypeMap;
import dev.tern.error.ErrorClass;
import dev.tern.error.MpiError;
import dev.tern.match.Awaited;
import dev.tern.match.Context;
import dev.tern.match.Lane;
import dev.tern.match.Operation;
import dev.tern.match.ThreadGuard;
import dev.tern.match.Waker;
import dev.tern.os.NativeAccess;
import dev.tern.transport.shm.SharedHeap;
import dev.tern.transport.shm.ShmTransport;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.IntPredicate;

/** One rank: its place in the job, its lane, its communicators. Nothing of it is static. */
public final class Engine {
    /** Tries to agree on a context id without waiting for threads that use other parents; all ranks count alike. */
    private static final int ROUNDS_BY_CLASS = 100;

    private final Wireup wireup;
    private final Lanes lanes;
    private final ContextIds contextIds = new ContextIds();
    private final Collectives collectives = new DecisionTable();
    private final Boards boards; // null if this rank has no local peers
    private final Queue<Communicator> busy = new ConcurrentLinkedQueue<>(); // freed, but with receives going on
    private final Communicator world;
    private final Communicator self;
    private final Thread exitHook;

    private volatile boolean isConnected; // written by Init, read by the launcher's thread
    private volatile boolean ended; // written by Finalize or abort, read by the exit hook and the launcher's thread

    /**
     * Joins the job.
     *
     * @param environment usually {@link System#getenv()}
     * @param concurrent whether several threads may call at once, or only this one
     */
    public Engine(Map<String, String> environment, boolean concurrent) {
        this(environment, concurrent ? ThreadLevel.MULTIPLE : ThreadLevel.SINGLE);
    }

    /**
     * Joins the job.
     *
     * @param environment usually {@link System#getenv()}
     * @param level which threads may call
     */
    public Engine(Map<String, String> environment, ThreadLevel level) {
        Binding.apply(environment); // before memory is touched, which then lies near its cpus
        var parameters = new Parameters(environment);
        wireup = Wireup.open(environment, new Events());
        if (wireup.rank() == 0) {
            parameters.probableTypos().forEach(typo -> System.err.println("tern: " + typo + " [unknown-parameter]"));
        }
        try {
            lanes = new Lanes(parameters, wireup, level == ThreadLevel.MULTIPLE, guard(parameters, level));
            lanes.connect();
            if (!wireup.removesFiles()) {
                wireup.barrier(); // who leaves Init may end the job: by then no file of a rank has a name any more
            }
        } catch (RuntimeException e) {
            giveUp(e);
            throw e;
        }
        isConnected = true;
        boards = lanes.shm() == null ? null : new Boards(lanes.shm(), collectives);
        int[] all = new int[wireup.size()];
        for (int rank = 0; rank < all.length; rank++) {
            all[rank] = rank;
        }
        world = communicator(predefinedId(), all, wireup.rank(), "MPI_COMM_WORLD", Set.of());
        self = communicator(predefinedId(), new int[] {wireup.rank()}, 0, "MPI_COMM_SELF", Set.of());
        exitHook = new Thread(this::exitWithoutFinalize, "tern-exit");
        Runtime.getRuntime().addShutdownHook(exitHook);
    }

    /** Other launchers, unlike Tern's own, do not always notice that a process ends whose Init has failed. */
    private void giveUp(RuntimeException cause) {
        if (wireup.size() > 1 && !wireup.removesFiles()) {
            System.err.println(
                    "tern: rank " + wireup.rank() + ": MPI.Init failed: " + cause.getMessage() + " [init-failed]");
            System.err.flush();
            wireup.abort(1, "MPI.Init failed");
        }
    }

    private static ThreadGuard guard(Parameters parameters, ThreadLevel level) {
        if (!parameters.isTrue(Parameter.CHECK_THREADS) || level == ThreadLevel.MULTIPLE) {
            return null;
        }
        return level == ThreadLevel.SERIALIZED
                ? ThreadGuard.ofOneAtATime(level.constant())
                : ThreadGuard.ofThisThread(level.constant());
    }

    /** The next id of a communicator that all ranks make in the same order without asking each other. */
    private int predefinedId() {
        return contextIds.take(0, contextIds.offer(0));
    }

    private Communicator communicator(int id, int[] worldRanks, int rank, String name, Set<Hint> hints) {
        Lane lane = lanes.of(id);
        Endpoint own = endpoint(lane, 2 * id, worldRanks, name);
        Endpoint internal = endpoint(lane, 2 * id + 1, worldRanks, name);
        Hint promise = Spread.promise(hints);
        Spread spread = null;
        if (promise != null && lanes.count() > 1) {
            Endpoint[] endpoints = new Endpoint[lanes.count()];
            for (int i = 0; i < endpoints.length; i++) {
                endpoints[i] = lanes.get(i) == lane ? own : endpoint(lanes.get(i), 2 * id, worldRanks, name);
            }
            spread = new Spread(endpoints, promise, rank);
        }
        return new Communicator(this, id, worldRanks, rank, name, own, internal, spread, boardsFor(worldRanks));
    }

    private Endpoint endpoint(Lane lane, int contextId, int[] worldRanks, String name) {
        lane.enter();
        try {
            Context context = lane.context(contextId);
            context.describe(name, worldRanks);
            return new Endpoint(lane, context, lanes.waiting());
        } finally {
            lane.exit();
        }
    }

    private Boards boardsFor(int[] worldRanks) {
        boolean fits = worldRanks.length > 1 && worldRanks.length <= Boards.MOST_MEMBERS;
        return fits && lanes.areLocal(worldRanks) ? boards : null;
    }

    /**
     * Makes a communicator of members of {@code parent}; collective over the parent.
     *
     * @param hints what this rank promises; what all promise counts
     * @return null if {@code rank} is negative
     */
    Communicator create(Communicator parent, int[] worldRanks, int rank, String name, Set<Hint> hints) {
        Agreement agreement = agree(parent, Hint.bits(hints));
        if (rank < 0) {
            contextIds.release(agreement.id);
            return null;
        }
        return communicator(agreement.id, worldRanks, rank, name, Hint.of(agreement.hints));
    }

    /** What the members of a new communicator have in common: an id, and the bits of the hints that all have. */
    private record Agreement(int id, long hints) {}

    private Agreement agree(Communicator parent, long hints) {
        releaseBusy();
        boolean concurrent = lanes.isAnyConcurrent(); // and not whether this rank is: all members take the same steps
        if (concurrent) {
            // What is offered to one parent is withheld from others: only where all members are there already.
            collectives.barrier(parent.collectivePort());
        }
        try {
            for (int round = 0; ; round++) {
                boolean byClass = concurrent && round < ROUNDS_BY_CLASS;
                long[] offer = byClass ? contextIds.offerClass(parent.id()) : contextIds.offer(parent.id());
                long[] mine = Arrays.copyOf(offer, ContextIds.WORDS + 1);
                mine[ContextIds.WORDS] = hints;
                long[] common = new long[mine.length];
                collectives.allReduce(
                        parent.collectivePort(),
                        new Block(mine, common.length, TypeMap.LONG),
                        new Block(common, common.length, TypeMap.LONG),
                        Reductions.of(ReductionKind.BAND, TypeMap.LONG));
                int id = contextIds.take(parent.id(), common);
                if (id >= 0) {
                    return new Agreement(id, common[ContextIds.WORDS]);
                }
                if (!concurrent || !contextIds.any()) {
                    throw new MpiError(ErrorClass.NO_MEM, "the ranks have no context id left for another communicator");
                }
                Thread.yield();
            }
        } catch (MpiError e) {
            contextIds.giveUp(parent.id());
            throw e;
        }
    }

    /** Each of those that are there now is tried by one thread. */
    private void releaseBusy() {
        for (int left = busy.size(); left > 0; left--) {
            Communicator communicator = busy.poll();
            if (communicator != null && !tryRelease(communicator)) {
                busy.add(communicator);
            }
        }
    }

    void release(Communicator communicator) {
        communicator.internal().leaveBoard();
        if (!tryRelease(communicator)) {
            busy.add(communicator);
        }
    }

    /** Gives the contexts of a freed communicator back unless receives that were started are still going on. */
    private boolean tryRelease(Communicator communicator) {
        if (!communicator.internal().releaseBoard() || !communicator.release()) {
            return false;
        }
        contextIds.release(communicator.id());
        return true;
    }

    /** Whether Finalize is through with its last messages, or the job was aborted. */
    public boolean hasEnded() {
        return ended;
    }

    /** The communicator of all ranks. */
    public Communicator world() {
        return world;
    }

    /** A number that is equal for ranks on the same machine. */
    public int node() {
        return wireup.nodes()[wireup.rank()];
    }

    /** The communicator of this rank alone. */
    public Communicator self() {
        return self;
    }

    /** Whether several threads are at work: the program's, or the progress thread. */
    public boolean isConcurrent() {
        return lanes.isConcurrent();
    }

    Collectives collectives() {
        return collectives;
    }

    /**
     * One step of a wait after a look that did not end it.
     *
     * @param looks looks in a row that found nothing, from 0
     * @param moved whether anything that is waited for has moved since the last step
     * @param what what is waited for
     * @return the looks for the next step
     */
    public int waitStep(int looks, boolean moved, Awaited what) {
        return lanes.waiting().step(looks, moved, what);
    }

    /** To be called when that wait is over. */
    public void waitOver(int looks) {
        lanes.waiting().over(looks);
    }

    /**
     * Takes memory that the other ranks of the machine can read, filled with zeros.
     *
     * @param arena says when it is free again, see {@link SharedHeap#allocate}
     * @return null if there is none: this rank is alone, native access is off, or the file system is full
     * @throws OutOfMemoryError if the limit is reached
     */
    public MemorySegment allocateShared(long bytes, Arena arena) {
        ShmTransport shm = lanes.shm();
        return shm == null || !NativeAccess.isEnabled() ? null : shm.heap().allocate(bytes, arena);
    }

    /** Delivers what was sent, waits for all ranks, and leaves the job. */
    public void finish() {
        int looks = 0;
        Awaited receivers = new Receivers();
        long moves = lanes.moves();
        try {
            while (lanes.sendsLeft()) {
                long now = lanes.moves();
                looks = lanes.waiting().step(looks, now != moves, receivers);
                moves = now;
            }
        } finally {
            lanes.waiting().over(looks);
        }
        collectives.barrier(world.collectivePort());
        ended = true;
        lanes.finish();
        wireup.close();
        try {
            Runtime.getRuntime().removeShutdownHook(exitHook);
        } catch (IllegalStateException e) {
            // Finalize is called by a shutdown hook of the program.
        }
    }

    /** What Finalize waits for. */
    private final class Receivers implements Awaited {
        private int gone;

        @Override
        public String describe() {
            return "receiver of a message sent before MPI.Finalize";
        }

        @Override
        public boolean hasEnd() {
            return false;
        }

        @Override
        public boolean wakeAtEnd(Waker waker) {
            return false;
        }

        @Override
        public boolean isHopeless(IntPredicate isGone) {
            gone = lanes.goneReceiver(isGone);
            return gone != Operation.ANY;
        }

        @Override
        public String absentee() {
            return "world rank " + gone + ", which is one, has";
        }
    }

    /**
     * Ends the whole job, and this process at once.
     *
     * @param exitCode of the job
     * @param cause a few words for the launcher's message
     */
    public void abort(int exitCode, String cause) {
        ended = true;
        System.out.flush();
        System.err.flush();
        wireup.abort(exitCode, cause);
        abandon();
        Runtime.getRuntime().halt(exitCode);
    }

    private void abandon() {
        Lanes connected = lanes;
        if (connected != null) {
            connected.abandon();
        }
    }

    private void exitWithoutFinalize() {
        if (!ended) {
            lanes.leave();
            if (endsByReturning()) {
                wireup.leave();
            }
        }
    }

    /** Whether the JVM ends because all threads have returned, rather than with an exit code that nobody can know here. */
    private static boolean endsByReturning() {
        return Thread.getAllStackTraces().values().stream()
                .flatMap(Arrays::stream)
                .anyMatch(frame -> frame.getClassName().equals("java.lang.Shutdown")
                        && frame.getMethodName().equals("shutdown"));
    }

    /** What the launcher may tell this rank at any time. */
    private final class Events implements LauncherEvents {
        @Override
        public void launcherLost() {
            if (ended) {
                return;
            }
            ended = true;
            System.err.println("tern: the launcher is gone; this process ends [launcher-lost]");
            abandon();
            Runtime.getRuntime().halt(1);
        }

        @Override
        public void reportRequested() {
            String waits = !isConnected
                    ? "has not finished MPI.Init\n"
                    : lanes.waiting().report();
            var text = new StringBuilder("tern: rank ").append(wireup == null ? "?" : wireup.rank());
            text.append(": ").append(waits.isEmpty() ? "no thread waits in MPI\n" : waits);
            Thread.getAllStackTraces().forEach((thread, stack) -> {
                if (!thread.isDaemon()) {
                    text.append("  \"")
                            .append(thread.getName())
                            .append("\" ")
                            .append(thread.getState())
                            .append('\n');
                    for (StackTraceElement frame : stack) {
                        text.append("      at ").append(frame).append('\n');
                    }
                }
            });
            System.err.print(text);
            System.err.flush();
        }
    }
}
