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

/** Receives that are cancelled: of messages that nobody sends, and of messages that may be there already. */
final class CancelTraffic {
    private static final int UNUSED_TAG = 1000;

    private final Talker t;

    CancelTraffic(Talker talker) {
        t = talker;
    }

    void cancel() throws MPIException {
        List<Request> hopeless = new ArrayList<>();
        List<Area> areas = new ArrayList<>();
        for (int i = t.own.nextInt(10); i > 0; i--) {
            Area area = t.target(Element.INT, 4 * t.own.nextInt(5000));
            areas.add(area);
            hopeless.add(postHopeless(area));
        }
        boolean early = t.own.nextBoolean();
        if (early) {
            cancelAll(hopeless, areas);
        }
        race();
        if (!early) {
            cancelAll(hopeless, areas);
        }
    }

    private Request postHopeless(Area area) throws MPIException {
        Comm comm = t.comms[t.own.nextInt(t.comms.length)];
        int source = t.own.nextBoolean() ? MPI.ANY_SOURCE : t.own.nextInt(t.size);
        if (t.own.nextBoolean()) {
            return comm.iRecv(area.buffer, area.count, area.type, source, UNUSED_TAG);
        }
        Prequest receive = comm.recvInit(area.buffer, area.count, area.type, source, UNUSED_TAG);
        receive.start();
        return receive;
    }

    private void cancelAll(List<Request> requests, List<Area> areas) throws MPIException {
        for (Request request : requests) {
            request.cancel();
        }
        Status[] statuses = Completion.statuses(requests, t.own);
        for (int i = 0; i < statuses.length; i++) {
            Check.that(statuses[i].isCancelled(), "a receive that nothing matches ends cancelled: " + statuses[i]);
            areas.get(i).checkUntouched("a cancelled receive");
            if (requests.get(i) instanceof Prequest persistent) {
                persistent.free();
            }
        }
    }

    /** Each sends some messages to a neighbour, who posts receives and cancels them at any time. */
    private void race() throws MPIException {
        int distance = t.plan.nextInt(t.size);
        int number = t.plan.nextInt(t.comms.length);
        int count = 1 + t.plan.nextInt(8);
        List<Planned> outgoing = new ArrayList<>();
        List<Planned> incoming = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Element element = t.element();
            int length = Math.min(t.limits.length(t.plan), t.limits.budget() / 16);
            for (int from = 0; from < t.size; from++) {
                Planned message = t.next(from, (from + distance) % t.size, number, element, length);
                if (message.from() == t.rank) {
                    outgoing.add(message);
                }
                if (message.to() == t.rank) {
                    incoming.add(message);
                }
            }
        }
        List<Request> sends = new ArrayList<>();
        for (Planned message : outgoing) {
            sends.add(t.send(message, t.own.nextBoolean() ? Mode.ISEND : Mode.ISSEND));
        }
        for (Planned message : incoming) {
            receiveOrCancel(message);
        }
        Completion.of(sends, t.own);
    }

    private void receiveOrCancel(Planned message) throws MPIException {
        while (true) {
            Area area = t.target(message.element(), message.length());
            Request receive = t.receive(message, area);
            for (int looks = t.own.nextInt(50); looks > 0; looks--) {
                receive.getStatus();
            }
            receive.cancel();
            Status status = receive.waitStatus();
            if (!status.isCancelled()) {
                t.check(message, area, status);
                return;
            }
            area.checkUntouched("a receive that was cancelled before " + message + " came");
        }
    }
}
