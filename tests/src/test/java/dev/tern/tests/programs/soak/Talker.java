/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests.programs.soak;

import dev.tern.tests.programs.Check;
import dev.tern.tests.programs.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import mpi.Comm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;

/** One thread of one rank: its communicators, its random numbers, its buffers, and what it has sent and received. */
final class Talker {
    static final int TAGS = 3;
    static final int BSEND_BYTES = 1 << 20; // that one thread may have in buffered sends

    private static final int LONGEST_BSEND = 1 << 16;
    private static final int LONGEST_NAP_MILLIS = 10;
    private static final Mode[] BLOCKING = {Mode.SEND, Mode.SEND, Mode.SSEND, Mode.BSEND};
    private static final Mode[] IMMEDIATE = {
        Mode.ISEND, Mode.ISEND, Mode.ISEND, Mode.ISSEND, Mode.IBSEND, Mode.SEND_INIT, Mode.SSEND_INIT, Mode.BSEND_INIT
    };
    private static final Mode[] READY = {Mode.RSEND, Mode.IRSEND, Mode.RSEND_INIT};

    final Intracomm comm;
    final int rank;
    final int size;
    final Limits limits;
    final Random plan; // the same numbers on all ranks
    final Random own; // other numbers on each
    final Areas areas;
    final Comm[] comms; // the last one has the ranks in the opposite order
    private final long seed;
    private final long[] sent; // messages, by rank
    private final long[] received;
    private long planned;
    private long bytes;
    private int bsendLeft;

    /** @param comm for this thread alone */
    Talker(Intracomm comm, long seed, Limits limits) throws MPIException {
        this.comm = comm;
        this.rank = comm.getRank();
        this.size = comm.getSize();
        this.seed = seed;
        this.limits = limits;
        this.plan = new Random(seed);
        this.own = new Random(Pattern.key(seed, -1 - rank));
        this.areas = new Areas(own, limits.budget() + (1 << 16));
        this.comms = new Comm[] {comm, comm.dup(), comm.split(0, -rank)};
        this.sent = new long[size];
        this.received = new long[size];
        this.bsendLeft = BSEND_BYTES;
    }

    /** Rank in one of the communicators. */
    int rankIn(int number, int ofRank) {
        return number == comms.length - 1 ? size - 1 - ofRank : ofRank;
    }

    /** The next message of the plan; to be called by all ranks alike. */
    Planned next(int from, int to, int number, Element element, int length) {
        return new Planned(
                from,
                to,
                number,
                plan.nextInt(TAGS),
                element,
                length / element.size * element.size,
                Pattern.key(seed, planned++));
    }

    Element element() {
        Element[] all = Element.values();
        return all[plan.nextInt(all.length)];
    }

    /** Sleeps now and then, so that others wait long. */
    void perhapsNap() {
        if (own.nextInt(8) == 0) {
            try {
                Thread.sleep(own.nextInt(LONGEST_NAP_MILLIS));
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** A round is over. */
    void reset() throws MPIException {
        areas.reset();
        bsendLeft = BSEND_BYTES;
    }

    // Sending

    /** A mode that never waits for the receiver. */
    Mode immediateMode(int length) {
        Mode mode = IMMEDIATE[own.nextInt(IMMEDIATE.length)];
        boolean buffered = mode == Mode.IBSEND || mode == Mode.BSEND_INIT;
        return buffered && !reserve(length) ? Mode.ISEND : mode;
    }

    /** A mode that may wait for the receiver. */
    Mode blockingMode(int length) {
        Mode mode = BLOCKING[own.nextInt(BLOCKING.length)];
        return mode == Mode.BSEND && !reserve(length) ? Mode.SEND : mode;
    }

    /** Any mode, for a message whose receive is posted. */
    Mode anyMode(int length) {
        int kind = own.nextInt(3);
        return kind == 0 ? READY[own.nextInt(READY.length)] : kind == 1 ? blockingMode(length) : immediateMode(length);
    }

    private boolean reserve(int length) {
        int needed = length + MPI.BSEND_OVERHEAD;
        if (length > LONGEST_BSEND || needed > bsendLeft) {
            return false;
        }
        bsendLeft -= needed;
        return true;
    }

    /** Sends a message from a buffer of its own; null if it is done. */
    Request send(Planned message, Mode mode) throws MPIException {
        Area area = areas.make(message.element(), message.length());
        area.fill(message.key());
        Request request = mode.start(
                comms[message.comm()],
                area.buffer,
                area.count,
                area.type,
                rankIn(message.comm(), message.to()),
                message.tag());
        countSent(message);
        if (request == null || mode == Mode.IBSEND || mode == Mode.BSEND_INIT) {
            area.scribble();
        }
        return request;
    }

    void countSent(Planned message) {
        sent[message.to()]++;
    }

    // Receiving

    Area target(Element element, int length) throws MPIException {
        Area area = areas.make(element, length);
        area.clear();
        return area;
    }

    Request receive(Planned message, Area area) throws MPIException {
        return comms[message.comm()].iRecv(
                area.buffer, area.count, area.type, rankIn(message.comm(), message.from()), message.tag());
    }

    /** Fails unless the message has come as planned. */
    void check(Planned message, Area area, Status status) throws MPIException {
        int source = rankIn(message.comm(), message.from());
        Check.that(
                status.getSource() == source
                        && status.getTag() == message.tag()
                        && status.getCount(message.element().type) == message.length() / message.element().size
                        && !status.isCancelled(),
                status + " in place of " + message);
        area.check(message.key(), message.length(), message);
        received[message.from()]++;
        bytes += message.length();
    }

    /** Takes the first message of the list that can have this status: messages of one source and tag keep their order. */
    Planned take(List<Planned> expected, int number, Status status) {
        for (int i = 0; i < expected.size(); i++) {
            Planned message = expected.get(i);
            if (rankIn(number, message.from()) == status.getSource() && message.tag() == status.getTag()) {
                return expected.remove(i);
            }
        }
        throw new AssertionError("nobody has sent " + status + "; expected are " + expected);
    }

    // At the end

    /** Fails unless all that was sent has been received, once; collective. */
    void checkNothingIsLost() throws MPIException {
        comm.barrier();
        for (int i = 0; i < comms.length; i++) {
            Status stray = comms[i].iProbe(MPI.ANY_SOURCE, MPI.ANY_TAG);
            Check.that(stray == null, "at the end there is still " + stray + " in communicator " + i);
        }
        long[] sentToMe = new long[size];
        comm.allToAll(sent, 1, MPI.LONG, sentToMe, 1, MPI.LONG);
        Check.equal(sentToMe, received, "messages received from each rank");
    }

    /** Messages and bytes that all ranks have received; collective. */
    long[] totals() throws MPIException {
        long[] totals = {0, bytes};
        for (long count : received) {
            totals[0] += count;
        }
        comm.allReduce(totals, totals.length, MPI.LONG, MPI.SUM);
        return totals;
    }

    /** Messages of random traffic, some lists of which this rank has a part in. */
    record Traffic(List<Planned> outgoing, List<List<Planned>> incoming, boolean[] wild) {}

    /** Draws random traffic of everybody with everybody, within the budget. */
    Traffic drawTraffic(int longestWild) {
        boolean[] wild = new boolean[comms.length];
        List<List<Planned>> incoming = new ArrayList<>();
        for (int i = 0; i < comms.length; i++) {
            wild[i] = plan.nextInt(3) == 0;
            incoming.add(new ArrayList<>());
        }
        List<Planned> outgoing = new ArrayList<>();
        long[] out = new long[size];
        long[] in = new long[size];
        for (int i = 0; i < limits.messages(); i++) {
            int from = plan.nextInt(size);
            int to = plan.nextInt(size);
            int number = plan.nextInt(comms.length);
            Element element = wild[number] ? Element.BYTE : element();
            int length = limits.length(plan);
            length = wild[number] ? Math.min(length, longestWild) : length;
            length = Math.max(out[from], in[to]) + length > limits.budget() ? length & 63 : length;
            out[from] += length;
            in[to] += length;
            Planned message = next(from, to, number, element, length);
            if (from == rank) {
                outgoing.add(message);
            }
            if (to == rank) {
                incoming.get(number).add(message);
            }
        }
        return new Traffic(outgoing, incoming, wild);
    }
}
