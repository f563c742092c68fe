/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests.programs.soak;

import dev.tern.tests.programs.Mode;
import java.util.ArrayList;
import java.util.List;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Message;
import mpi.Request;
import mpi.Status;

/** Everybody sends anything to everybody. */
final class RandomTraffic {
    private static final int LONGEST_WILD_POSTED = 20_000;
    private static final int LONGEST_WILD = 1 << 20;
    private static final int LONGEST_BLIND = 1 << 18;

    private final Talker t;

    RandomTraffic(Talker talker) {
        t = talker;
    }

    /** A receive, of a message that is known or of whatever comes. */
    private record Posted(Planned message, int comm, Area area) {}

    /** All receives are posted before anybody sends: any mode is right then, in any order, blocking or not. */
    void posted() throws MPIException {
        Talker.Traffic traffic = t.drawTraffic(LONGEST_WILD_POSTED);
        List<Posted> posted = new ArrayList<>();
        List<Request> receives = new ArrayList<>();
        for (int comm = 0; comm < t.comms.length; comm++) {
            List<Planned> incoming = traffic.incoming().get(comm);
            int longest = longest(incoming);
            for (Planned message : incoming) {
                boolean wild = traffic.wild()[comm];
                Area area = t.target(message.element(), wild ? longest : message.length());
                posted.add(new Posted(wild ? null : message, comm, area));
                receives.add(wild ? receiveAny(comm, area) : t.receive(message, area));
            }
        }
        t.comm.barrier();
        t.perhapsNap();

        List<Request> sends = new ArrayList<>();
        for (Planned message : traffic.outgoing()) {
            add(sends, t.send(message, t.anyMode(message.length())));
            if (!receives.isEmpty() && t.own.nextInt(4) == 0) {
                receives.get(t.own.nextInt(receives.size())).getStatus(); // makes progress, completes nothing
            }
        }
        Status[] statuses = Completion.statuses(receives, t.own);
        for (int i = 0; i < statuses.length; i++) {
            Posted receive = posted.get(i);
            Planned message = receive.message != null
                    ? receive.message
                    : t.take(traffic.incoming().get(receive.comm), receive.comm, statuses[i]);
            t.check(message, receive.area, statuses[i]);
        }
        Completion.of(sends, t.own);
        end(traffic);
    }

    /** Receives of anything may not meet what others send when they are further than this rank. */
    private void end(Talker.Traffic traffic) throws MPIException {
        for (boolean wild : traffic.wild()) {
            if (wild) {
                t.comm.barrier();
                return;
            }
        }
    }

    private Request receiveAny(int comm, Area area) throws MPIException {
        return t.comms[comm].iRecv(area.buffer, area.count, area.type, MPI.ANY_SOURCE, MPI.ANY_TAG);
    }

    private static int longest(List<Planned> messages) {
        int longest = 0;
        for (Planned message : messages) {
            longest = Math.max(longest, message.length());
        }
        return longest;
    }

    private static void add(List<Request> requests, Request request) {
        if (request != null) {
            requests.add(request);
        }
    }

    /** Everybody starts to send before anybody receives: most messages wait for their receives. */
    void unexpected() throws MPIException {
        Talker.Traffic traffic = t.drawTraffic(LONGEST_WILD);
        List<Request> sends = new ArrayList<>();
        for (Planned message : traffic.outgoing()) {
            Mode mode = t.immediateMode(message.length());
            add(sends, t.send(message, mode == Mode.IBSEND && t.own.nextBoolean() ? Mode.BSEND : mode));
        }
        t.perhapsNap();
        int first = t.own.nextInt(t.comms.length);
        for (int i = 0; i < t.comms.length; i++) {
            int comm = (first + i) % t.comms.length;
            List<Planned> incoming = traffic.incoming().get(comm);
            if (traffic.wild()[comm]) {
                takeAny(comm, incoming);
            } else {
                takeKnown(comm, incoming);
            }
        }
        Completion.of(sends, t.own);
        end(traffic);
    }

    /** Whatever comes, by all ways to find it. */
    private void takeAny(int number, List<Planned> expected) throws MPIException {
        Comm comm = t.comms[number];
        int longest = longest(expected);
        while (!expected.isEmpty()) {
            int tag = t.own.nextBoolean()
                    ? MPI.ANY_TAG
                    : expected.get(t.own.nextInt(expected.size())).tag();
            if (longest <= LONGEST_BLIND && t.own.nextInt(4) == 0) {
                Area area = t.target(Element.BYTE, longest);
                Status status = comm.recv(area.buffer, area.count, area.type, MPI.ANY_SOURCE, tag);
                t.check(t.take(expected, number, status), area, status);
            } else if (t.own.nextBoolean()) {
                Status found =
                        t.own.nextBoolean() ? comm.probe(MPI.ANY_SOURCE, tag) : awaitProbe(comm, MPI.ANY_SOURCE, tag);
                Area area = t.target(Element.BYTE, found.getCount(MPI.BYTE));
                Status status = comm.recv(area.buffer, area.count, area.type, found.getSource(), found.getTag());
                t.check(t.take(expected, number, status), area, status);
            } else {
                takeReserved(number, MPI.ANY_SOURCE, tag, expected);
            }
        }
    }

    private static Status awaitProbe(Comm comm, int source, int tag) throws MPIException {
        Status found = null;
        while (found == null) {
            found = comm.iProbe(source, tag);
        }
        return found;
    }

    /** Reserves a message, perhaps another behind it, and receives them in the opposite order. */
    private void takeReserved(int number, int source, int tag, List<Planned> expected) throws MPIException {
        Comm comm = t.comms[number];
        Message message = new Message();
        Status found = null;
        while (found == null) {
            found = t.own.nextBoolean() ? message.mProbe(source, tag, comm) : message.imProbe(source, tag, comm);
        }
        Planned first = t.take(expected, number, found);
        Message second = new Message();
        boolean another = source == MPI.ANY_SOURCE
                || expected.stream().anyMatch(m -> m.from() == first.from() && m.tag() == first.tag());
        Status behind = another && t.own.nextInt(3) == 0 ? second.imProbe(source, tag, comm) : null;
        if (behind != null) {
            receive(second, behind, t.take(expected, number, behind));
        }
        receive(message, found, first);
    }

    private void receive(Message message, Status found, Planned planned) throws MPIException {
        Area area = t.target(planned.element(), found.getCount(planned.element().type) * planned.element().size);
        Status status = t.own.nextBoolean()
                ? message.mRecv(area.buffer, area.count, area.type)
                : message.imRecv(area.buffer, area.count, area.type).waitStatus();
        t.check(planned, area, status);
    }

    /** Known messages, those of different sources and tags in any order. */
    private void takeKnown(int number, List<Planned> expected) throws MPIException {
        Comm comm = t.comms[number];
        while (!expected.isEmpty()) {
            Planned any = expected.get(t.own.nextInt(expected.size()));
            int source = t.rankIn(number, any.from());
            Planned message = first(expected, any);
            switch (t.own.nextInt(4)) {
                case 0 -> {
                    Status found =
                            t.own.nextBoolean() ? comm.probe(source, any.tag()) : awaitProbe(comm, source, any.tag());
                    Area area = t.target(message.element(), message.length());
                    Status status = comm.recv(area.buffer, area.count, area.type, found.getSource(), found.getTag());
                    expected.remove(message);
                    t.check(message, area, status);
                }
                case 1 -> takeReserved(number, source, any.tag(), expected);
                default -> {
                    Area area = t.target(message.element(), message.length());
                    Status status = comm.recv(area.buffer, area.count, area.type, source, any.tag());
                    expected.remove(message);
                    t.check(message, area, status);
                }
            }
        }
    }

    private static Planned first(List<Planned> expected, Planned like) {
        for (Planned message : expected) {
            if (message.from() == like.from() && message.tag() == like.tag()) {
                return message;
            }
        }
        throw new IllegalStateException("the list has " + like);
    }
}
