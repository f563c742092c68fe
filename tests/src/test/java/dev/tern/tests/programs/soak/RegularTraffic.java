/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests.programs.soak;

import dev.tern.tests.programs.Check;
import dev.tern.tests.programs.Mode;
import java.util.ArrayList;
import java.util.List;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;

/** What programs do in lockstep: exchanges, streams, windows, persistent requests, collective calls. */
final class RegularTraffic {
    private static final int WINDOW = 64;
    private static final int LONGEST_SHORT = 200;
    private static final int LONGEST_COLLECTIVE = 1 << 16;

    private final Talker t;

    RegularTraffic(Talker talker) {
        t = talker;
    }

    /** What a rank sends to one neighbour and receives from the other, who is as far away on the other side. */
    private record Shift(Planned out, Planned in) {}

    /** Plans a message from each rank to the one that is {@code distance} further. */
    private Shift shift(int distance, int comm, Element element, int length) {
        Planned out = null;
        Planned in = null;
        for (int from = 0; from < t.size; from++) {
            Planned message = t.next(from, (from + distance) % t.size, comm, element, length);
            out = from == t.rank ? message : out;
            in = message.to() == t.rank ? message : in;
        }
        return new Shift(out, in);
    }

    /** sendRecv and sendRecvReplace around all circles. */
    void exchange() throws MPIException {
        for (int distance = 0; distance < t.size; distance++) {
            int number = t.plan.nextInt(t.comms.length);
            Shift shift =
                    shift(distance, number, t.element(), Math.min(t.limits.length(t.plan), t.limits.budget() / 4));
            if (t.plan.nextBoolean()) {
                sendRecv(shift, t.comms[number]);
            } else {
                sendRecvReplace(shift, t.comms[number]);
            }
        }
    }

    private void sendRecv(Shift shift, Comm comm) throws MPIException {
        Planned out = shift.out;
        Planned in = shift.in;
        Area from = t.areas.make(out.element(), out.length());
        from.fill(out.key());
        Area to = t.target(in.element(), in.length());
        Status status = comm.sendRecv(
                from.buffer,
                from.count,
                from.type,
                t.rankIn(out.comm(), out.to()),
                out.tag(),
                to.buffer,
                to.count,
                to.type,
                t.rankIn(in.comm(), in.from()),
                t.own.nextBoolean() ? MPI.ANY_TAG : in.tag());
        from.scribble();
        t.countSent(out);
        t.check(in, to, status);
    }

    private void sendRecvReplace(Shift shift, Comm comm) throws MPIException {
        Planned out = shift.out;
        Planned in = shift.in;
        Area area = t.target(out.element(), out.length());
        area.fill(out.key());
        Status status = comm.sendRecvReplace(
                area.buffer,
                area.count,
                area.type,
                t.rankIn(out.comm(), out.to()),
                out.tag(),
                t.rankIn(in.comm(), in.from()),
                in.tag());
        t.countSent(out);
        t.check(in, area, status);
    }

    /** Streams of blocking calls from one to another, for some pairs, by all in the same order. */
    void streams() throws MPIException {
        for (int low = 0; low < t.size; low++) {
            for (int high = low + 1; high < t.size; high++) {
                if (t.plan.nextInt(t.size) > 1) {
                    continue;
                }
                boolean up = t.plan.nextBoolean();
                stream(up ? low : high, up ? high : low);
                stream(up ? high : low, up ? low : high);
            }
        }
    }

    private void stream(int from, int to) throws MPIException {
        boolean flood = t.plan.nextBoolean();
        int messages = flood ? 1 + t.plan.nextInt(600) : 1 + t.plan.nextInt(8);
        int number = t.plan.nextInt(t.comms.length);
        Element element = t.element();
        int budget = t.limits.budget() / t.size;
        for (int i = 0; i < messages; i++) {
            int length = Math.min(flood ? t.plan.nextInt(LONGEST_SHORT) : t.limits.length(t.plan), budget);
            budget -= length;
            Planned message = t.next(from, to, number, element, length);
            if (t.rank == from) {
                Request request = t.send(message, flood ? Mode.SEND : t.blockingMode(length));
                Check.that(request == null, "a blocking send returns no request");
            } else if (t.rank == to) {
                Area area = t.target(element, message.length());
                int tag = t.own.nextInt(8) == 0 ? MPI.ANY_TAG : message.tag();
                t.check(
                        message,
                        area,
                        t.comms[number].recv(area.buffer, area.count, area.type, t.rankIn(number, from), tag));
            }
        }
        if (t.rank == to) {
            t.perhapsNap();
        }
    }

    /** Many immediate sends and receives at once, then a word back: what bandwidth is measured with. */
    void window() throws MPIException {
        int distance = t.plan.nextInt(t.size);
        int number = t.plan.nextInt(t.comms.length);
        Element element = t.element();
        int length = Math.min(t.limits.length(t.plan), t.limits.budget() / WINDOW);
        List<Shift> shifts = new ArrayList<>();
        for (int i = 0; i < WINDOW; i++) {
            shifts.add(shift(distance, number, element, length));
        }
        List<Area> areas = new ArrayList<>();
        List<Request> receives = new ArrayList<>();
        List<Request> sends = new ArrayList<>();
        boolean receiveFirst = t.own.nextBoolean();
        if (receiveFirst) {
            post(shifts, areas, receives);
        }
        for (Shift shift : shifts) {
            sends.add(t.send(shift.out, Mode.ISEND));
        }
        if (!receiveFirst) {
            t.perhapsNap();
            post(shifts, areas, receives);
        }
        Completion.of(sends, t.own);
        Status[] statuses = Completion.statuses(receives, t.own);
        for (int i = 0; i < WINDOW; i++) {
            t.check(shifts.get(i).in, areas.get(i), statuses[i]);
        }
        sendRecv(shift(t.size - distance, number, Element.INT, 4), t.comms[number]);
    }

    private void post(List<Shift> shifts, List<Area> areas, List<Request> receives) throws MPIException {
        for (Shift shift : shifts) {
            Area area = t.target(shift.in.element(), shift.in.length());
            areas.add(area);
            receives.add(t.receive(shift.in, area));
        }
    }

    /** The same requests again and again, with other contents. */
    void persistent() throws MPIException {
        int count = 1 + t.plan.nextInt(6);
        int distance = t.plan.nextInt(t.size);
        int number = t.plan.nextInt(t.comms.length);
        Comm comm = t.comms[number];
        Element element = t.element();
        int length = Math.min(t.limits.length(t.plan), t.limits.budget() / 8) / element.size * element.size;
        boolean ready = t.plan.nextInt(3) == 0;
        int to = t.rankIn(number, (t.rank + distance) % t.size);
        int from = t.rankIn(number, (t.rank - distance + t.size) % t.size);

        Area[] outgoing = new Area[count];
        Area[] incoming = new Area[count];
        Prequest[] sends = new Prequest[count];
        Prequest[] receives = new Prequest[count];
        for (int i = 0; i < count; i++) {
            Area out = outgoing[i] = t.areas.make(element, length);
            Area in = incoming[i] = t.areas.make(element, length);
            sends[i] = ready
                    ? comm.rSendInit(out.buffer, out.count, out.type, to, Talker.TAGS + i)
                    : t.own.nextBoolean()
                            ? comm.sendInit(out.buffer, out.count, out.type, to, Talker.TAGS + i)
                            : comm.sSendInit(out.buffer, out.count, out.type, to, Talker.TAGS + i);
            receives[i] = comm.recvInit(in.buffer, in.count, in.type, from, Talker.TAGS + i);
        }
        for (int round = t.plan.nextInt(6); round >= 0; round--) {
            repeat(distance, number, element, length, ready, outgoing, incoming, sends, receives);
        }
        for (int i = 0; i < count; i++) {
            sends[i].free();
            receives[i].free();
        }
    }

    private void repeat(
            int distance,
            int number,
            Element element,
            int length,
            boolean ready,
            Area[] outgoing,
            Area[] incoming,
            Prequest[] sends,
            Prequest[] receives)
            throws MPIException {
        List<Planned> expected = new ArrayList<>();
        for (int i = 0; i < sends.length; i++) {
            Shift shift = shift(distance, number, element, length);
            outgoing[i].fill(shift.out.key());
            incoming[i].clear();
            t.countSent(shift.out);
            Planned in = shift.in;
            expected.add(new Planned(in.from(), in.to(), number, Talker.TAGS + i, element, length, in.key()));
        }
        Prequest.startAll(receives);
        if (ready) {
            t.comm.barrier(); // a ready send needs its receive
        }
        for (int i = 0; i < sends.length; i++) {
            sends[(i + 1) % sends.length].start();
        }
        Completion.of(List.of(sends), t.own);
        for (Area area : outgoing) {
            area.scribble();
        }
        Status[] statuses = Completion.statuses(List.of(receives), t.own);
        for (int i = 0; i < receives.length; i++) {
            t.check(expected.get(i), incoming[i], statuses[i]);
        }
    }

    /** A few collective calls; what they give can be computed. */
    void collective() throws MPIException {
        for (int i = t.plan.nextInt(4); i >= 0; i--) {
            int length = Math.min(t.limits.length(t.plan), LONGEST_COLLECTIVE) / 8;
            switch (t.plan.nextInt(4)) {
                case 0 -> broadcast(t.plan.nextInt(t.size), length);
                case 1 -> sum(length);
                case 2 -> allToAll(length / t.size);
                default -> t.comm.barrier();
            }
            t.perhapsNap();
        }
    }

    private void broadcast(int root, int count) throws MPIException {
        long key = t.plan.nextLong();
        Area area = t.areas.makeArray(Element.LONG, 8 * count);
        area.clear();
        if (t.rank == root) {
            area.fill(key);
        }
        t.comm.bcast(area.buffer, area.count, area.type, root);
        area.check(key, 8L * count, "broadcast of " + count + " longs from " + root);
    }

    private void sum(int count) throws MPIException {
        long[] values = new long[count];
        for (int i = 0; i < count; i++) {
            values[i] = (long) i * (t.rank + 1);
        }
        t.comm.allReduce(values, count, MPI.LONG, MPI.SUM);
        long ranks = t.size * (t.size + 1L) / 2;
        for (int i = 0; i < count; i++) {
            Check.that(values[i] == i * ranks, "sum " + i + " of " + count + " is " + values[i]);
        }
    }

    private void allToAll(int count) throws MPIException {
        long[] out = new long[count * t.size];
        long[] in = new long[count * t.size];
        for (int i = 0; i < out.length; i++) {
            out[i] = Pattern.key(t.rank, i);
        }
        t.comm.allToAll(out, count, MPI.LONG, in, count, MPI.LONG);
        for (int from = 0; from < t.size; from++) {
            for (int i = 0; i < count; i++) {
                long right = Pattern.key(from, t.rank * count + i);
                Check.that(in[from * count + i] == right, "number " + i + " of all-to-all from " + from);
            }
        }
    }
}
