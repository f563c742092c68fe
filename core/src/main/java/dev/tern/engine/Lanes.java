/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.engine;

import dev.tern.boot.Wireup;
import dev.tern.config.Automatic;
import dev.tern.config.Parameter;
import dev.tern.config.Parameters;
import dev.tern.error.ErrorClass;
import dev.tern.error.MpiError;
import dev.tern.match.Lane;
import dev.tern.match.Limits;
import dev.tern.match.Operation;
import dev.tern.match.ThreadGuard;
import dev.tern.transport.Arrivals;
import dev.tern.transport.Link;
import dev.tern.transport.ring.RingGeometry;
import dev.tern.transport.ring.SleepFlag;
import dev.tern.transport.ring.WakeRequest;
import dev.tern.transport.self.SelfTransport;
import dev.tern.transport.shm.ShmOptions;
import dev.tern.transport.shm.ShmTransport;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * The lanes of a rank, and what connects each with the same lane of the other ranks. Communicators are spread over the lanes by
 * their ids, on which all members agree. All ranks have the same number of lanes.
 */
final class Lanes implements Lookout {
    private static final long MOST_HEAP_BYTES = 1L << 46;
    private static final long PAGE = 4096;
    private static final int MOST_LANES = 64;

    /** Uses of a lane between two sleeps of the thread that looks at all; more are those of threads that are at work there. */
    private static final int USES_BY_LOOKS = 64;

    private static final String SHM_KEY = "tern-shm-";
    private static final String REPORT_KEY = "tern-report-";

    private final Parameters parameters;
    private final Wireup wireup;
    private final boolean programConcurrent;
    private final boolean concurrent; // the progress thread is one too
    private final ThreadGuard guard; // null if calls are not checked
    private final int[] localRanks;
    private final int localRank;

    /** Null if this rank has no local peers; the launcher's thread reads it during Init. */
    private volatile ShmTransport shm;

    private volatile ShmTransport[] more = {}; // those of further lanes; likewise

    private Lane[] lanes;
    private Waiting waiting;
    private SleepFlag sleepFlag; // null if this rank has no local peers, as the next
    private WakeRequest[] requests; // of each lane
    private int[] usesAtSleep; // of each lane; written by threads that are about to sleep, as a hint

    /**
     * @param programConcurrent whether several threads of the program may call at once
     * @param guard finds the calls of wrong threads if not, or null
     */
    Lanes(Parameters parameters, Wireup wireup, boolean programConcurrent, ThreadGuard guard) {
        this.parameters = parameters;
        this.wireup = wireup;
        this.programConcurrent = programConcurrent;
        this.concurrent = programConcurrent || parameters.isTrue(Parameter.PROGRESS_THREAD);
        this.guard = concurrent ? null : guard;
        this.localRanks = localRanks(wireup);
        this.localRank = Arrays.binarySearch(localRanks, wireup.rank());
    }

    private static int[] localRanks(Wireup wireup) {
        int[] nodes = wireup.nodes();
        int[] local = new int[nodes.length];
        int count = 0;
        for (int rank = 0; rank < nodes.length; rank++) {
            if (nodes[rank] == nodes[wireup.rank()]) {
                local[count++] = rank;
            }
        }
        if (count < nodes.length) {
            throw new MpiError(
                    ErrorClass.OTHER,
                    "the job has ranks on other hosts than that of rank " + wireup.rank()
                            + "; this release connects the ranks of one host only [other-hosts]");
        }
        return Arrays.copyOf(local, count);
    }

    /** Connects with all ranks. */
    void connect() {
        int wish = parameters.number(
                Parameter.LANES,
                1,
                MOST_LANES,
                Automatic.lanes(programConcurrent, localRanks.length, parameters.cores()));
        Link[][] links;
        ShmTransport[] transports;
        if (localRanks.length == 1) {
            transports = new ShmTransport[wish];
            links = new Link[wish][wireup.size()];
            for (Link[] ofLane : links) {
                ofLane[wireup.rank()] = SelfTransport.connect(wireup.rank(), geometry(wish));
            }
        } else {
            transports = new ShmTransport[MOST_LANES];
            links = connectShm(wish, transports);
        }
        makeLanes(links, transports);
    }

    private RingGeometry geometry(int count) {
        return new RingGeometry(
                parameters.number(Parameter.RING_SLOTS, 8, 1 << 20, 256),
                parameters.number(
                        Parameter.RING_BYTES, 1 << 12, 1 << 25, Automatic.ringBytes(localRanks.length, count)));
    }

    private Link[][] connectShm(int wish, ShmTransport[] transports) {
        if (!wireup.removesFiles()) {
            wireup.barrier(); // when all are there, a file has its name for a moment only
        }
        ShmTransport first = create(0, options(geometry(1), heapBytes()));
        transports[0] = first;
        shm = first;
        try {
            wireup.put(key(wireup.rank(), 0), wish + " " + first.address());
            wireup.put(REPORT_KEY + wireup.rank(), "1");
            wireup.barrier();
            String[] addresses = new String[localRanks.length];
            int count = 1;
            for (int i = 0; i < localRanks.length; i++) {
                String value = wireup.get(key(localRanks[i], 0));
                count = Math.max(count, wishOf(value));
                addresses[i] = value.substring(value.indexOf(' ') + 1);
            }
            Link[][] links = new Link[count][wireup.size()];
            for (int i = 0; i < localRanks.length; i++) {
                links[0][localRanks[i]] = i == localRank ? first.connectSelf() : first.connect(i, addresses[i]);
            }
            if (count > 1) {
                connectMore(links, transports);
            }
            return links;
        } catch (RuntimeException e) {
            abandon();
            throw e;
        }
    }

    private static int wishOf(String value) {
        try {
            return Math.clamp(Integer.parseInt(value.substring(0, value.indexOf(' '))), 1, MOST_LANES);
        } catch (NumberFormatException | IndexOutOfBoundsException e) {
            throw new MpiError(ErrorClass.INTERN, "malformed address of a rank: " + value, e);
        }
    }

    /** Some rank has several threads: further lanes, for which all create segments now. */
    private void connectMore(Link[][] links, ShmTransport[] transports) {
        ShmOptions options = options(geometry(links.length), 0);
        for (int lane = 1; lane < links.length; lane++) {
            transports[lane] = create(lane, options);
            more = Arrays.copyOfRange(transports, 1, lane + 1);
            wireup.put(key(wireup.rank(), lane), transports[lane].address());
        }
        wireup.barrier();
        for (int lane = 1; lane < links.length; lane++) {
            for (int i = 0; i < localRanks.length; i++) {
                int peer = localRanks[i];
                links[lane][peer] = transports[lane].connectBeside(
                        transports[0], links[0][peer], i, i == localRank ? null : wireup.get(key(peer, lane)));
            }
        }
    }

    private static String key(int rank, int lane) {
        return lane == 0 ? SHM_KEY + rank : SHM_KEY + rank + "-" + lane;
    }

    private ShmTransport create(int lane, ShmOptions options) {
        String name = "tern-" + wireup.job() + "-" + wireup.rank();
        return ShmTransport.create(folders(), lane == 0 ? name : name + "-" + lane, localRanks, localRank, options);
    }

    private Path[] folders() {
        Path[] folders = Automatic.folders();
        if (!parameters.isAuto(Parameter.SHM_DIR)) {
            folders[0] = Path.of(parameters.text(Parameter.SHM_DIR));
        }
        return folders;
    }

    private ShmOptions options(RingGeometry geometry, long heapBytes) {
        return new ShmOptions(
                geometry,
                heapBytes,
                shortestProcessRead(),
                parameters.number(Parameter.DOORBELL, 1, Integer.MAX_VALUE, Automatic.fewestForDoorbell()));
    }

    private long heapBytes() {
        return parameters.isAuto(Parameter.HEAP_BYTES)
                ? -1
                : parameters.longNumber(Parameter.HEAP_BYTES, 0, MOST_HEAP_BYTES) + PAGE - 1 & -PAGE;
    }

    private long shortestProcessRead() {
        int shortest = parameters.number(
                Parameter.PROCESS_READ,
                0,
                Integer.MAX_VALUE,
                Automatic.shortestProcessRead(localRanks.length, parameters.cores()));
        return shortest == 0 ? Long.MAX_VALUE : shortest;
    }

    private void makeLanes(Link[][] links, ShmTransport[] transports) {
        var limits = new Limits(
                parameters.number(Parameter.EAGER_LIMIT, 0, Integer.MAX_VALUE, Automatic.eagerLimit()),
                parameters.number(Parameter.HEAP_READ, 1, Integer.MAX_VALUE, Automatic.shortestHeapRead()),
                parameters.number(Parameter.PIECE_BYTES, 128, 1 << 25, Automatic.pieceBytes()) & -128);
        IntPredicate isGone = peer -> links[0][peer] != null && links[0][peer].peerIsGone();
        int count = links.length;
        lanes = new Lane[count];
        requests = new WakeRequest[shm == null ? 0 : count];
        usesAtSleep = new int[count];
        sleepFlag = shm == null ? null : shm.sleepFlag();
        for (int i = 0; i < count; i++) {
            ShmTransport transport = transports[i];
            Arrivals doorbell = transport == null ? null : transport.doorbell();
            lanes[i] = concurrent
                    ? new Lane(links[i], limits, doorbell, true)
                    : new Lane(links[i], limits, doorbell, guard);
            if (transport != null) {
                requests[i] = transport.wakeRequest();
            }
        }
        waiting = new Waiting(parameters, localRanks.length, this, concurrent, count > 1, isGone);
        waiting.start();
    }

    /** The lane of a communicator. The ids of the children of one communicator differ by multiples of the word size. */
    Lane of(int communicatorId) {
        return lanes[(communicatorId + communicatorId / Long.SIZE) % lanes.length];
    }

    /** How many there are. */
    int count() {
        return lanes.length;
    }

    /** One of them, from 0. */
    Lane get(int number) {
        return lanes[number];
    }

    /** How threads wait. */
    Waiting waiting() {
        return waiting;
    }

    /** Whether several threads may call at once. */
    boolean isConcurrent() {
        return concurrent;
    }

    /** Shared memory of the first lane, null if this rank has no local peers. */
    ShmTransport shm() {
        return shm;
    }

    /** This rank has finalized, and so have all. */
    void finish() {
        waiting.finish();
        if (shm != null) {
            shm.finish();
        }
    }

    /** This rank ends without Finalize; the others may go on. */
    void leave() {
        if (shm != null) {
            shm.leave();
        }
    }

    /** The whole job ends, perhaps before all have connected. */
    void abandon() {
        if (shm != null) {
            shm.abandon();
            for (ShmTransport transport : more) {
                transport.abandon();
            }
        }
    }

    // Looking while waiting long

    @Override
    public ThreadGuard guard() {
        return guard;
    }

    @Override
    public boolean look() {
        boolean moved = false;
        for (Lane lane : lanes) {
            if (lane.isUsed() && lane.tryEnter()) {
                try {
                    moved |= lane.progress();
                } finally {
                    lane.exit();
                }
            }
        }
        return moved;
    }

    @Override
    public boolean isPending() {
        for (Lane lane : lanes) {
            if (lane.isPending()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean canSleep() {
        return sleepFlag != null && sleepFlag.isUsable();
    }

    /**
     * Where other threads are at work they find what arrives; to be woken for it would cost the sender a system call for each
     * message and this rank's threads their core.
     */
    @Override
    public void announceSleep() {
        for (int i = 0; i < lanes.length; i++) {
            int uses = lanes[i].uses();
            if (uses - usesAtSleep[i] <= USES_BY_LOOKS) {
                requests[i].raise();
            }
            usesAtSleep[i] = uses;
        }
        sleepFlag.announce();
    }

    /** This thread was one of those that are at work. */
    @Override
    public void askForOther() {
        if (sleepFlag != null) {
            for (int i = 0; i < lanes.length; i++) {
                if (lanes[i].isUsed()) {
                    usesAtSleep[i] = lanes[i].uses();
                    requests[i].raise();
                }
            }
            VarHandle.fullFence();
        }
    }

    @Override
    public void sleep(long nanos) {
        sleepFlag.sleep(nanos);
    }

    @Override
    public void endSleep() {
        if (sleepFlag != null) {
            for (WakeRequest request : requests) {
                request.lower();
            }
            sleepFlag.clear();
        }
    }

    @Override
    public void wakeOwn() {
        if (sleepFlag != null) {
            sleepFlag.wake();
        }
    }

    // All lanes

    /** How often something moved on any lane. */
    long moves() {
        long moves = 0;
        for (Lane lane : lanes) {
            moves += lane.moves();
        }
        return moves;
    }

    /** Whether messages have not left yet; sends what can be sent. */
    boolean sendsLeft() {
        boolean left = false;
        for (Lane lane : lanes) {
            lane.enter();
            try {
                if (lane.hasUnsent()) {
                    lane.progress();
                }
                left |= lane.hasUnsent();
            } finally {
                lane.exit();
            }
        }
        return left;
    }

    /** World rank of a process that is gone though messages to it have not left yet, or {@link Operation#ANY}. */
    int goneReceiver(IntPredicate isGone) {
        for (Lane lane : lanes) {
            lane.enter();
            try {
                int gone = lane.goneReceiver(isGone);
                if (gone != Operation.ANY) {
                    return gone;
                }
            } finally {
                lane.exit();
            }
        }
        return Operation.ANY;
    }
}
