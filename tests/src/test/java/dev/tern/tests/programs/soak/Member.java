/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests.programs.soak;

import dev.tern.tests.programs.Check;
import dev.tern.tests.programs.Mode;
import dev.tern.tests.programs.StallWatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Message;
import mpi.Request;
import mpi.Status;

/** A thread of a storm: does its steps in their order, in ways that it draws. */
final class Member {
    private static final int POOL_BYTES = 1 << 18;
    private static final int MOST_STARTED = 12;
    private static final int BATCH = 8;
    private static final long SHORT_PAUSE_NANOS = 200_000;
    private static final Mode[] BLOCKING = {Mode.SEND, Mode.SEND, Mode.SSEND, Mode.BSEND};
    private static final Mode[] IMMEDIATE = {
        Mode.ISEND, Mode.ISEND, Mode.ISSEND, Mode.IBSEND, Mode.SEND_INIT, Mode.SSEND_INIT
    };

    private final Team team;
    private final int number;
    private final Random random;
    private final Areas areas;
    private final StallWatch.Activity activity;
    private final WildReceiver wild;
    private final OwnCommunicator own;
    private final List<Team.Started> started = new ArrayList<>();
    private final List<Team.Started> freed = new ArrayList<>(); // receives whose end nobody tells

    Member(Team team, int number, StallWatch.Activity activity) {
        this.team = team;
        this.number = number;
        this.activity = activity;
        this.random = team.random(number);
        this.areas = new Areas(random, POOL_BYTES);
        this.wild = new WildReceiver(team, random, areas, activity);
        this.own = new OwnCommunicator(team, number, activity);
    }

    void run() throws MPIException {
        activity.begins("the other threads of its team");
        team.awaitRound();
        while (team.goesOn) {
            switch (team.script.roles[number]) {
                case WORKER -> work(team.script.steps.get(number));
                case ATTENDANT -> wild.attend(team.script.pools);
                case WILD -> wild.receiveAll(team.script.pools);
                default -> completeWhatOthersStart();
            }
            activity.begins("the other threads of its team");
            team.awaitRound();
            areas.reset();
        }
        activity.begins(null);
    }

    private void work(List<Step> steps) throws MPIException {
        for (Step step : steps) {
            switch (step) {
                case Step.Send send -> send(send.message());
                case Step.Receive receive -> receive(receive.message());
                case Step.Exchange exchange -> exchange(exchange.outgoing(), exchange.incoming());
                case Step.Collective collective -> own.call(collective);
                case Step.Creation creation -> own.create(creation.kind());
            }
            perhapsComplete();
        }
        completeAll();
        team.activeWorkers.decrementAndGet();
        for (Team.Started receive : freed) {
            awaitFreed(receive);
        }
        freed.clear();
    }

    private Comm comm(Planned message) {
        return team.comms[message.comm()];
    }

    private int dest(Planned message) {
        return team.rankIn(message.comm(), message.to());
    }

    private int source(Planned message) {
        return team.rankIn(message.comm(), message.from());
    }

    private void waitsForSend(Planned message) throws MPIException {
        activity.begins("a send of " + message.length() + " bytes to rank " + dest(message) + ", tag " + message.tag()
                + " (" + comm(message).getName() + ')');
    }

    private void waitsForReceive(Planned message, String how) throws MPIException {
        activity.begins(describeReceive(message) + how);
    }

    private String describeReceive(Planned message) throws MPIException {
        return "a receive of at most " + message.length() + " bytes from rank " + source(message) + ", tag "
                + message.tag() + " (" + comm(message).getName() + ')';
    }

    // Sending

    private void send(Planned message) throws MPIException {
        waitsForSend(message);
        int kind = random.nextInt(10);
        Mode mode = (kind < 4 ? BLOCKING : IMMEDIATE)[random.nextInt(kind < 4 ? BLOCKING.length : IMMEDIATE.length)];
        boolean buffered = mode == Mode.BSEND || mode == Mode.IBSEND;
        if (buffered && !team.reserveBsend(message.length())) {
            mode = Mode.SEND;
        }
        Area area = areas.make(message.element(), message.length());
        area.fill(message.key());
        Request request = mode.start(comm(message), area.buffer, area.count, area.type, dest(message), message.tag());
        if (random.nextInt(16) == 0) {
            talkToNobody(comm(message));
        }
        if (request == null || mode == Mode.IBSEND) {
            area.scribble();
        }
        if (request != null) {
            startedSend(new Team.Started(request, message, area, false), mode);
        }
    }

    private void startedSend(Team.Started send, Mode mode) throws MPIException {
        boolean persistent = mode == Mode.SEND_INIT || mode == Mode.SSEND_INIT;
        if (!persistent && random.nextInt(8) == 0) {
            send.request().free(); // its buffer is not touched before the round is over
        } else if (team.script.hasCompleter() && random.nextInt(4) == 0) {
            team.handedOver.add(send);
        } else {
            started.add(send);
        }
    }

    private void talkToNobody(Comm comm) throws MPIException {
        byte[] data = {1};
        comm.send(data, 1, MPI.BYTE, MPI.PROC_NULL, 0);
        Status status = comm.recv(data, 1, MPI.BYTE, MPI.PROC_NULL, 0);
        Check.equal(MPI.PROC_NULL, status.getSource(), "the source of nothing");
        comm.iSend(data, 1, MPI.BYTE, MPI.PROC_NULL, 0).waitFor();
        comm.iRecv(data, 1, MPI.BYTE, MPI.PROC_NULL, 0).waitFor();
    }

    private void exchange(Planned outgoing, Planned incoming) throws MPIException {
        waitsForReceive(incoming, ", in an exchange");
        Area out = areas.make(outgoing.element(), outgoing.length());
        Area in = target(incoming);
        out.fill(outgoing.key());
        Status status = comm(outgoing)
                .sendRecv(
                        out.buffer,
                        out.count,
                        out.type,
                        dest(outgoing),
                        outgoing.tag(),
                        in.buffer,
                        in.count,
                        in.type,
                        source(incoming),
                        incoming.tag());
        team.checkReceived(incoming, in, status);
    }

    // Receiving

    private Area target(Planned message) throws MPIException {
        Area area = areas.make(message.element(), message.length());
        area.clear();
        return area;
    }

    private void receive(Planned message) throws MPIException {
        Area area = target(message);
        switch (random.nextInt(14)) {
            case 0, 1, 2 -> {
                waitsForReceive(message, "");
                receiveNow(message, area);
            }
            case 3 -> {
                waitsForReceive(message, ", in probe");
                checkProbed(message, comm(message).probe(source(message), message.tag()));
                receiveNow(message, area);
            }
            case 4 -> {
                waitsForReceive(message, ", in a loop of iProbe");
                while (comm(message).iProbe(source(message), message.tag()) == null) {
                    Completion.lookAgain();
                }
                receiveNow(message, area);
            }
            case 5 -> {
                waitsForReceive(message, ", in mProbe");
                Message found = new Message();
                checkProbed(message, found.mProbe(source(message), message.tag(), comm(message)));
                team.checkReceived(message, area, found.mRecv(area.buffer, area.count, area.type));
            }
            case 6 -> {
                waitsForReceive(message, ", in a loop of imProbe");
                Message found = new Message();
                while (found.imProbe(source(message), message.tag(), comm(message)) == null) {
                    Completion.lookAgain();
                }
                startedReceive(found.imRecv(area.buffer, area.count, area.type), message, area);
            }
            case 7 -> receiveOrCancel(message, area);
            case 8 -> {
                post(message, area).free();
                freed.add(new Team.Started(null, message, area, true));
            }
            default -> startedReceive(post(message, area), message, area);
        }
    }

    private void receiveNow(Planned message, Area area) throws MPIException {
        Status status = comm(message).recv(area.buffer, area.count, area.type, source(message), message.tag());
        team.checkReceived(message, area, status);
    }

    private void checkProbed(Planned message, Status status) throws MPIException {
        Check.equal(message.length(), status.getCount(MPI.BYTE), "bytes that a probe tells of " + message);
        Check.equal(source(message), status.getSource(), "the source that a probe tells of " + message);
    }

    private Request post(Planned message, Area area) throws MPIException {
        return comm(message).iRecv(area.buffer, area.count, area.type, source(message), message.tag());
    }

    private void startedReceive(Request request, Planned message, Area area) {
        Team.Started receive = new Team.Started(request, message, area, true);
        if (team.script.hasCompleter() && random.nextInt(3) == 0) {
            team.handedOver.add(receive);
        } else {
            started.add(receive);
        }
    }

    private void receiveOrCancel(Planned message, Area area) throws MPIException {
        waitsForReceive(message, ", which is cancelled until it comes");
        while (true) {
            Request receive = post(message, area);
            for (int looks = random.nextInt(20); looks > 0; looks--) {
                receive.getStatus();
                Completion.lookAgain();
            }
            receive.cancel();
            Status status = receive.waitStatus();
            if (!status.isCancelled()) {
                team.checkReceived(message, area, status);
                return;
            }
            area.checkUntouched("a receive that was cancelled before " + message + " came");
        }
    }

    /** Nobody tells when a receive whose request was freed has ended; but it ends. */
    private void awaitFreed(Team.Started receive) throws MPIException {
        Planned message = receive.message();
        waitsForReceive(message, ", whose request was freed");
        while (!receive.area().holds(message.key(), message.length())) {
            comm(message).iProbe(source(message), message.tag());
            Completion.lookAgain();
        }
        team.count(message);
    }

    // Waiting

    /** Completes some of what was started, or all, or nothing. */
    private void perhapsComplete() throws MPIException {
        int kind = started.isEmpty() ? -1 : random.nextInt(24);
        if (started.size() > MOST_STARTED || kind == 0) {
            completeAll();
        } else if (kind > 0 && kind < 6) {
            activity.begins(describe(started));
            completeSome(kind);
        }
    }

    private void completeSome(int kind) throws MPIException {
        Request[] requests = requests(started);
        switch (kind) {
            case 1 -> ended(Request.waitAnyStatus(requests));
            case 2 -> ended(Request.waitSomeStatus(requests));
            case 3 -> ended(Request.testSomeStatus(requests));
            case 4 -> {
                Status status = Request.testAnyStatus(requests);
                if (status != null) {
                    ended(status);
                }
            }
            default -> {
                Status status = started.getFirst().request().testStatus();
                if (status != null) {
                    team.ended(started.removeFirst(), status);
                }
            }
        }
    }

    private void ended(Status... statuses) throws MPIException {
        List<Team.Started> done = new ArrayList<>();
        for (Status status : statuses) {
            Team.Started one = started.get(status.getIndex());
            team.ended(one, status);
            done.add(one);
        }
        started.removeAll(done);
    }

    private void completeAll() throws MPIException {
        complete(started);
        started.clear();
    }

    private void complete(List<Team.Started> all) throws MPIException {
        if (all.isEmpty()) {
            return;
        }
        activity.begins(describe(all));
        List<Request> requests = new ArrayList<>();
        for (Team.Started one : all) {
            requests.add(one.request());
        }
        Status[] statuses = Completion.statuses(requests, random);
        for (int i = 0; i < statuses.length; i++) {
            team.ended(all.get(i), statuses[i]);
        }
    }

    private static Request[] requests(List<Team.Started> all) {
        Request[] requests = new Request[all.size()];
        for (int i = 0; i < requests.length; i++) {
            requests[i] = all.get(i).request();
        }
        return requests;
    }

    private String describe(List<Team.Started> all) throws MPIException {
        Team.Started first = all.getFirst();
        Planned message = first.message();
        String text = first.isReceive()
                ? describeReceive(message)
                : "a send of " + message.length() + " bytes to rank " + dest(message) + ", tag " + message.tag() + " ("
                        + comm(message).getName() + ')';
        return all.size() == 1 ? text : text + ", or another of " + all.size() + " requests";
    }

    private void completeWhatOthersStart() throws MPIException {
        List<Team.Started> batch = new ArrayList<>();
        while (true) {
            boolean last = team.activeWorkers.get() == 0; // before the look, so that nothing comes behind it
            Team.Started one = team.handedOver.poll();
            if (one != null) {
                batch.add(one);
            }
            if (batch.size() >= BATCH || (one == null && !batch.isEmpty())) {
                complete(batch);
                batch.clear();
            } else if (one == null) {
                if (last) {
                    return;
                }
                activity.begins("something to be handed over");
                LockSupport.parkNanos(SHORT_PAUSE_NANOS);
            }
        }
    }
}
