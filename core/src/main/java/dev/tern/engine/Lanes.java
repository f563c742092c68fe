/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.engine;

import dev.tern.boot.HostNames;
import dev.tern.boot.Wireup;
import dev.tern.config.Automatic;
import dev.tern.config.Parameter;
import dev.tern.config.Parameters;
import dev.tern.match.Lane;
import dev.tern.match.Limits;
import dev.tern.match.Operation;
import dev.tern.match.ThreadGuard;
import dev.tern.transport.Arrivals;
import dev.tern.transport.Link;
import dev.tern.transport.ring.RingGeometry;
import dev.tern.transport.ring.WakeRequest;
import dev.tern.transport.self.SelfTransport;
import dev.tern.transport.shm.ShmOptions;
import dev.tern.transport.shm.ShmTransport;
import dev.tern.transport.tcp.TcpOptions;
import dev.tern.transport.tcp.TcpTransport;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * The lanes of a rank, and what connects each with the same lane of the other ranks. Communicators are spread over the lanes by
 * their ids, on which all members agree. All ranks have the same number of lanes.
 */
final class Lanes implements Lookout {
    private static final long MOST_HEAP_BYTES = 1L << 46;
    private static final long PAGE = 4096;
    private static final int MOST_LINKS = 64;
    private static final long MOST_WINDOW = 1L << 40;
    private static final int LEAST_TIMEOUT = 4; // seconds: the systems try again some times in between
    private static final int MOST_TIMEOUT = 86_400;
    private static final int MOST_LANES = 64;

    /** Uses of a lane between two sleeps of the thread that looks at all; more are those of threads that are at work there. */
    private static final int USES_BY_LOOKS = 64;

    private static final String SHM_KEY = "tern-shm-";
    private static final String CARD_KEY = "tern-card-";
    private static final String SECRET_KEY = "tern-secret-0";
    private static final String REPORT_KEY = "tern-report-";

    private final Parameters parameters;
    private final Wireup wireup;
    private final boolean programConcurrent;
    private final boolean concurrent; // the progress thread is one too
    private boolean anyConcurrent; // this rank or another; written during Init
    private final ThreadGuard guard; // null if calls are not checked
    private final int[] neighbours; // the ranks on this machine
    private final int[] localRanks; // those of them that this one reaches through shared memory
    private final int localRank;

    /** Null if this rank has no local peers; the launcher's thread reads it during Init. */
    private volatile ShmTransport shm;

    private volatile ShmTransport[] more = {}; // those of further lanes; likewise

    private final Transports transports;
    private TcpTransport tcp; // null if this rank needs no connections

    private Lane[] lanes;
    private Waiting waiting;
    private Sleep sleep;
    private WakeRequest[] requests; // of each lane; none if this rank has no local peers
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
        this.transports = new Transports(parameters.text(Parameter.TRANSPORT));
        this.neighbours = neighbours(wireup);
        this.localRanks = transports.usesShm() ? neighbours : new int[] {wireup.rank()};
        this.localRank = Arrays.binarySearch(localRanks, wireup.rank());
    }

    /** The ranks on this machine, among them this one. */
    private static int[] neighbours(Wireup wireup) {
        int[] nodes = wireup.nodes();
        return IntStream.range(0, nodes.length)
                .filter(rank -> nodes[rank] == nodes[wireup.rank()])
                .toArray();
    }

    /** Connects with all ranks. */
    void connect() {
        int wish = parameters.number(
                Parameter.LANES,
                1,
                MOST_LANES,
                Automatic.lanes(programConcurrent, localRanks.length, parameters.cores()));
        int[] nodes = wireup.nodes();
        boolean needsShm = transports.needsShm(nodes);
        try {
            Cards cards = exchange(wish, needsShm, transports.needsTcp(nodes));
            anyConcurrent = cards.isAnyConcurrent();
            Link[][] links = new Link[cards.lanes()][wireup.size()];
            ShmTransport[] shms = new ShmTransport[cards.lanes()];
            if (shm == null) {
                for (Link[] ofLane : links) {
                    ofLane[wireup.rank()] = SelfTransport.connect(wireup.rank(), geometry(cards.lanes()));
                }
            } else {
                shms[0] = shm;
                connectFirst(links[0], cards);
            }
            if (needsShm && cards.lanes() > 1) {
                connectMore(links, shms);
            }
            if (tcp != null) {
                connectTcp(links, cards);
            }
            makeLanes(links, shms);
        } catch (RuntimeException e) {
            abandon();
            throw e;
        }
    }

    /** Makes what others connect to, tells them, and hears from all with which this rank is going to be connected. */
    private Cards exchange(int wish, boolean needsShm, boolean needsTcp) {
        if (needsShm && !wireup.removesFiles()) {
            wireup.barrier(); // when all are there, a file has its name for a moment only
        }
        if (localRanks.length > 1) {
            shm = create(0, options(geometry(1), heapBytes()));
        }
        if (needsTcp) {
            tcp = new TcpTransport(wireup.rank(), HostNames.name(), tcpOptions());
            if (wireup.rank() == 0) {
                wireup.put(SECRET_KEY, Secret.make());
            }
        }
        if (shm == null && tcp == null) {
            return Cards.ofOne(wish, concurrent);
        }
        wireup.put(CARD_KEY + wireup.rank(), Cards.text(wish, concurrent, shm, tcp));
        wireup.put(REPORT_KEY + wireup.rank(), "1");
        wireup.barrier();
        int[] others =
                tcp == null ? localRanks : IntStream.range(0, wireup.size()).toArray();
        return Cards.read(others, rank -> wireup.get(CARD_KEY + rank), MOST_LANES);
    }

    private void connectTcp(Link[][] links, Cards cards) {
        boolean[] reached = new boolean[wireup.size()];
        for (int rank = 0; rank < reached.length; rank++) {
            reached[rank] = links[0][rank] == null;
        }
        tcp.start(
                reached,
                links.length,
                shm != null && neighbours.length <= parameters.cores(),
                Secret.parse(wireup.get(SECRET_KEY)),
                wireup.job(),
                cards::tcp);
        for (int lane = 0; lane < links.length; lane++) {
            for (int rank = 0; rank < reached.length; rank++) {
                if (reached[rank]) {
                    links[lane][rank] = tcp.link(rank, lane);
                }
            }
        }
    }

    private RingGeometry geometry(int count) {
        return new RingGeometry(
                parameters.number(Parameter.RING_SLOTS, 8, 1 << 20, 256),
                parameters.number(
                        Parameter.RING_BYTES, 1 << 12, 1 << 25, Automatic.ringBytes(localRanks.length, count)));
    }

    private void connectFirst(Link[] links, Cards cards) {
        for (int i = 0; i < localRanks.length; i++) {
            int peer = localRanks[i];
            links[peer] = i == localRank ? shm.connectSelf() : shm.connect(i, cards.shm(peer));
        }
    }

    /** Some rank has several threads: further lanes, for which all create segments now who share memory with others. */
    private void connectMore(Link[][] links, ShmTransport[] shms) {
        if (shm == null) {
            wireup.barrier(); // of all ranks
            return;
        }
        ShmOptions options = options(geometry(links.length), 0);
        for (int lane = 1; lane < links.length; lane++) {
            shms[lane] = create(lane, options);
            more = Arrays.copyOfRange(shms, 1, lane + 1);
            wireup.put(key(wireup.rank(), lane), shms[lane].address());
        }
        wireup.barrier();
        for (int lane = 1; lane < links.length; lane++) {
            for (int i = 0; i < localRanks.length; i++) {
                int peer = localRanks[i];
                links[lane][peer] = shms[lane].connectBeside(
                        shm, links[0][peer], i, i == localRank ? null : wireup.get(key(peer, lane)));
            }
        }
    }

    private static String key(int rank, int lane) {
        return SHM_KEY + rank + "-" + lane;
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
                Automatic.shortestProcessRead(neighbours.length, parameters.cores()));
        return shortest == 0 ? Long.MAX_VALUE : shortest;
    }

    private TcpOptions tcpOptions() {
        return new TcpOptions(
                textOrNull(Parameter.TCP_IF_INCLUDE),
                textOrNull(Parameter.TCP_IF_EXCLUDE),
                PortRange.first(parameters.text(Parameter.TCP_PORTS)),
                PortRange.last(parameters.text(Parameter.TCP_PORTS)),
                parameters.isTrue(Parameter.TCP_ENCRYPT),
                (int) parameters.longNumber(Parameter.TCP_LINKS, 1, MOST_LINKS),
                parameters.number(Parameter.TCP_EAGER_LIMIT, 0, TcpOptions.MOST_EAGER, Automatic.tcpEagerLimit()),
                parameters.longNumber(Parameter.TCP_WINDOW, 0, MOST_WINDOW),
                (int) parameters.longNumber(Parameter.TCP_TIMEOUT, LEAST_TIMEOUT, MOST_TIMEOUT));
    }

    private String textOrNull(Parameter parameter) {
        return parameters.isAuto(parameter) ? null : parameters.text(parameter);
    }

    private void makeLanes(Link[][] links, ShmTransport[] shms) {
        var limits = new Limits(
                parameters.number(Parameter.EAGER_LIMIT, 0, Integer.MAX_VALUE, Automatic.eagerLimit()),
                parameters.number(Parameter.HEAP_READ, 1, Integer.MAX_VALUE, Automatic.shortestHeapRead()),
                parameters.number(Parameter.PIECE_BYTES, 128, 1 << 25, Automatic.pieceBytes()) & -128);
        IntPredicate isGone = peer -> links[0][peer] != null && links[0][peer].peerIsGone();
        int count = links.length;
        lanes = new Lane[count];
        requests = new WakeRequest[shm == null ? 0 : count];
        usesAtSleep = new int[count];
        sleep = new Sleep(shm == null ? null : shm.sleepFlag(), tcp);
        for (int i = 0; i < count; i++) {
            ShmTransport transport = shms[i];
            Arrivals doorbell = transport == null ? null : transport.doorbell();
            lanes[i] = concurrent
                    ? new Lane(links[i], limits, doorbell, true)
                    : new Lane(links[i], limits, doorbell, guard);
            if (transport != null) {
                requests[i] = transport.wakeRequest();
            }
        }
        waiting = new Waiting(parameters, neighbours.length, this, concurrent, count > 1, isGone);
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

    /** Whether this rank shares memory with all of these, or is one of them. */
    boolean areLocal(int[] worldRanks) {
        for (int rank : worldRanks) {
            if (Arrays.binarySearch(localRanks, rank) < 0) {
                return false;
            }
        }
        return true;
    }

    /** Whether several threads may call at once. */
    boolean isConcurrent() {
        return concurrent;
    }

    /** Whether several threads of any rank of the job may call at once. The same on all ranks. */
    boolean isAnyConcurrent() {
        return anyConcurrent;
    }

    /** Shared memory of the first lane, null if this rank has no local peers. */
    ShmTransport shm() {
        return shm;
    }

    /** This rank has finalized, and so have all. */
    void finish() {
        waiting.finish();
        if (tcp != null) {
            wireup.barrier(); // all have got what they wait for
            tcp.close();
        }
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
        return sleep.isPossible();
    }

    /**
     * Where other threads are at work they find what arrives; to be woken for it would cost the sender a system call for each
     * message and this rank's threads their core.
     */
    @Override
    public void announceSleep() {
        for (int i = 0; i < requests.length; i++) {
            int uses = lanes[i].uses();
            if (uses - usesAtSleep[i] <= USES_BY_LOOKS) {
                requests[i].raise();
            }
            usesAtSleep[i] = uses;
        }
        sleep.announce();
    }

    /** This thread was one of those that are at work. */
    @Override
    public void askForOther() {
        for (int i = 0; i < requests.length; i++) {
            if (lanes[i].isUsed()) {
                usesAtSleep[i] = lanes[i].uses();
                requests[i].raise();
            }
        }
        VarHandle.fullFence();
    }

    @Override
    public void sleep(long nanos) {
        sleep.sleep(nanos);
    }

    @Override
    public void endSleep() {
        for (WakeRequest request : requests) {
            request.lower();
        }
        sleep.end();
    }

    @Override
    public void wakeOwn() {
        sleep.wake();
    }

    @Override
    public void suspect() {
        if (tcp != null) {
            tcp.monitor();
        }
    }

    @Override
    public String lostPeer() {
        return tcp == null ? null : tcp.lostPeer();
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
