/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests.programs.soak;

import dev.tern.tests.programs.StallWatch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Message;
import mpi.Request;
import mpi.Status;

/** Receives with wildcards what others would receive as well. */
final class WildReceiver {
    private static final int MOST_AT_ONCE = 4;

    private final Team team;
    private final Random random;
    private final Areas areas;
    private final StallWatch.Activity activity;
    private final Map<Team.Stream, Integer> places = new HashMap<>();

    WildReceiver(Team team, Random random, Areas areas, StallWatch.Activity activity) {
        this.team = team;
        this.random = random;
        this.areas = areas;
        this.activity = activity;
    }

    /** Receives until nothing is left, together with others. */
    void receiveAll(List<Pool> pools) throws MPIException {
        places.clear();
        List<Pool> left = new ArrayList<>(pools);
        while (!left.isEmpty()) {
            Pool pool = left.get(random.nextInt(left.size()));
            int tickets = 0;
            for (int wanted = 1 + random.nextInt(MOST_AT_ONCE); wanted > 0 && pool.takeTicket(); wanted--) {
                tickets++;
            }
            if (tickets > 0) {
                receive(pool, tickets);
            }
            if (pool.isEmpty()) {
                left.remove(pool);
            }
        }
    }

    /** Receives what is there, until nothing is left, and never waits for what has not been sent. */
    void attend(List<Pool> pools) throws MPIException {
        places.clear();
        List<Pool> left = new ArrayList<>(pools);
        boolean waits = false;
        while (!left.isEmpty()) {
            Pool pool = left.get(random.nextInt(left.size()));
            if (!pool.takeTicket()) {
                left.remove(pool); // only this thread returns tickets
            } else if (receiveIfThere(pool)) {
                waits = false;
            } else {
                pool.returnTicket();
                if (!waits) {
                    activity.begins("any message that it attends");
                }
                waits = true;
                Completion.lookAgain();
            }
        }
    }

    private boolean receiveIfThere(Pool pool) throws MPIException {
        Comm comm = team.comms[pool.comm];
        if (random.nextInt(3) == 0) {
            Area area = target(pool.longest());
            return receiveOrCancel(comm, pool, area);
        }
        Message found = new Message();
        Status status = found.imProbe(pool.source, pool.tag, comm);
        if (status == null) {
            return false;
        }
        describe(comm, pool);
        Area area = target(status.getCount(MPI.BYTE));
        Status received = random.nextBoolean()
                ? found.mRecv(area.buffer, area.count, area.type)
                : found.imRecv(area.buffer, area.count, area.type).waitStatus();
        team.checkWild(pool.comm, area, received, places);
        return true;
    }

    private void describe(Comm comm, Pool pool) throws MPIException {
        activity.begins("a receive of at most " + pool.longest() + " bytes from "
                + (pool.source == MPI.ANY_SOURCE ? "any rank" : "rank " + pool.source) + ", "
                + (pool.tag == MPI.ANY_TAG ? "any tag" : "tag " + pool.tag) + " (" + comm.getName() + ')');
    }

    private void receive(Pool pool, int count) throws MPIException {
        Comm comm = team.comms[pool.comm];
        describe(comm, pool);
        switch (random.nextInt(6)) {
            case 0 -> receivePosted(comm, pool, count);
            case 1 -> receiveClaimed(comm, pool, count);
            default -> {
                for (int i = 0; i < count; i++) {
                    receiveOne(comm, pool);
                }
            }
        }
    }

    private Area target(int length) throws MPIException {
        Area area = areas.make(Element.BYTE, length);
        area.clear();
        return area;
    }

    private void receiveOne(Comm comm, Pool pool) throws MPIException {
        Area area = target(pool.longest());
        switch (random.nextInt(6)) {
            case 0 -> {
                comm.probe(pool.source, pool.tag); // another thread may get what it has seen, but there is one for each
                receiveNow(comm, pool, area);
            }
            case 1 -> {
                comm.iProbe(pool.source, pool.tag);
                receiveNow(comm, pool, area);
            }
            case 2 -> {
                Message found = new Message();
                found.mProbe(pool.source, pool.tag, comm);
                team.checkWild(pool.comm, area, found.mRecv(area.buffer, area.count, area.type), places);
            }
            case 3 -> {
                while (!receiveOrCancel(comm, pool, area)) {
                    Completion.lookAgain();
                }
            }
            default -> receiveNow(comm, pool, area);
        }
    }

    private void receiveNow(Comm comm, Pool pool, Area area) throws MPIException {
        Status status = comm.recv(area.buffer, area.count, area.type, pool.source, pool.tag);
        team.checkWild(pool.comm, area, status, places);
    }

    /** False if the receive was cancelled before a message came. */
    private boolean receiveOrCancel(Comm comm, Pool pool, Area area) throws MPIException {
        Request receive = comm.iRecv(area.buffer, area.count, area.type, pool.source, pool.tag);
        for (int looks = random.nextInt(20); looks > 0; looks--) {
            receive.getStatus();
            Completion.lookAgain();
        }
        receive.cancel();
        Status status = receive.waitStatus();
        if (status.isCancelled()) {
            area.checkUntouched("a receive with wildcards that was cancelled");
            return false;
        }
        team.checkWild(pool.comm, area, status, places);
        return true;
    }

    /** Several receives at once: those that were posted first get the earlier messages. */
    private void receivePosted(Comm comm, Pool pool, int count) throws MPIException {
        List<Area> targets = new ArrayList<>();
        List<Request> receives = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Area area = target(pool.longest());
            targets.add(area);
            receives.add(comm.iRecv(area.buffer, area.count, area.type, pool.source, pool.tag));
        }
        completeInOrder(pool, targets, receives);
    }

    /** Several messages are claimed before any is received. */
    private void receiveClaimed(Comm comm, Pool pool, int count) throws MPIException {
        List<Area> targets = new ArrayList<>();
        List<Request> receives = new ArrayList<>();
        while (receives.size() < count) {
            Message found = new Message();
            Status status = found.imProbe(pool.source, pool.tag, comm);
            if (status == null) {
                Completion.lookAgain();
                continue;
            }
            Area area = target(status.getCount(MPI.BYTE));
            targets.add(area);
            receives.add(found.imRecv(area.buffer, area.count, area.type));
        }
        completeInOrder(pool, targets, receives);
    }

    private void completeInOrder(Pool pool, List<Area> targets, List<Request> receives) throws MPIException {
        Status[] statuses = Completion.statuses(receives, random);
        for (int i = 0; i < statuses.length; i++) {
            team.checkWild(pool.comm, targets.get(i), statuses[i], places);
        }
    }
}
