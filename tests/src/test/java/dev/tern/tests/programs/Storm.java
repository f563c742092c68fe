/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests.programs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;

/**
 * Random traffic of all ranks with all ranks: sizes of both protocols, several communicators and tags, all modes that do
 * not block, exact receives and wildcards, probes, now and then a collective call. Everybody draws the same numbers, so
 * everybody knows what must come. Arguments: the seed, and how many
 * rounds if not {@value #ROUNDS}.
 */
public final class Storm {
    private static final int ROUNDS = 12;
    private static final int MESSAGES_PER_RANK = 60;
    private static final int TAGS = 3;
    private static final int LONGEST = 200_000;
    private static final Mode[] MODES = {Mode.ISEND, Mode.ISSEND, Mode.IBSEND, Mode.SEND_INIT};

    /** A message of the plan. */
    private record Planned(int from, int to, int comm, int tag, int length, int id) {
        byte[] data() {
            byte[] data = new byte[length];
            new Random(id).nextBytes(data);
            return data;
        }
    }

    private final Random plan; // the same on all ranks
    private final Random own; // decides about order and modes on this rank
    private final Comm[] comms;
    private final boolean[] wildcards;
    private final int rank;
    private final int size;
    private final CRC32 checksum = new CRC32();
    private final List<Request> sends = new ArrayList<>();

    private Storm(long seed) throws MPIException {
        rank = MPI.COMM_WORLD.getRank();
        size = MPI.COMM_WORLD.getSize();
        plan = new Random(seed);
        own = new Random(seed + 1 + rank);
        comms = new Comm[] {MPI.COMM_WORLD, MPI.COMM_WORLD.dup(), MPI.COMM_WORLD.dup()};
        wildcards = new boolean[comms.length];
    }

    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        long seed = Long.parseLong(args[0]);
        int rounds = args.length > 1 ? Integer.parseInt(args[1]) : ROUNDS;
        MPI.attachBuffer(new byte[ROUNDS * LONGEST]);
        var storm = new Storm(seed);
        for (int round = 0; round < rounds; round++) {
            try {
                storm.round();
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed + ", round " + round, e);
            }
        }
        long[] total = {storm.checksum.getValue()};
        MPI.COMM_WORLD.allReduce(total, 1, MPI.LONG, MPI.SUM);
        MPI.detachBuffer();
        if (storm.rank == 0) {
            System.out.println("seed " + seed + ", " + storm.size + " ranks: right, checksum " + total[0]);
        }
        MPI.Finalize();
    }

    private void round() throws MPIException {
        List<Planned> outgoing = new ArrayList<>();
        List<List<Planned>> incoming = new ArrayList<>();
        for (int i = 0; i < comms.length; i++) {
            wildcards[i] = plan.nextInt(3) == 0;
            incoming.add(new ArrayList<>());
        }
        for (int i = 0; i < MESSAGES_PER_RANK * size; i++) {
            Planned message = new Planned(
                    plan.nextInt(size),
                    plan.nextInt(size),
                    plan.nextInt(comms.length),
                    plan.nextInt(TAGS),
                    length(),
                    plan.nextInt());
            if (message.from == rank) {
                outgoing.add(message);
            }
            if (message.to == rank) {
                incoming.get(message.comm).add(message);
            }
        }
        receiveAndSend(outgoing, incoming);
        long[] sum = {rank};
        MPI.COMM_WORLD.allReduce(sum, 1, MPI.LONG, MPI.SUM);
        Check.equal(size * (size - 1L) / 2, sum[0], "sum between the rounds");
    }

    private int length() {
        int kind = plan.nextInt(20);
        int limit = kind < 10 ? 64 : kind < 16 ? 4200 : kind < 19 ? 40_000 : LONGEST;
        return plan.nextInt(limit);
    }

    /** Interleaves sends, posted receives and blocking receives; nothing blocks before all sends have been started. */
    private void receiveAndSend(List<Planned> outgoing, List<List<Planned>> incoming) throws MPIException {
        List<Request> receives = new ArrayList<>();
        List<Planned> expected = new ArrayList<>();
        List<byte[]> buffers = new ArrayList<>();
        int[] posted = new int[comms.length];
        int sent = 0;
        while (sent < outgoing.size()) {
            int comm = own.nextInt(comms.length);
            if (own.nextBoolean()) {
                send(outgoing.get(sent++));
            } else if (!wildcards[comm] && posted[comm] < incoming.get(comm).size()) {
                Planned message = incoming.get(comm).get(posted[comm]++);
                byte[] buffer = new byte[message.length + 1];
                receives.add(comms[comm].iRecv(buffer, buffer.length, MPI.BYTE, message.from, message.tag));
                expected.add(message);
                buffers.add(buffer);
            } else if (!receives.isEmpty()) {
                receives.get(own.nextInt(receives.size())).getStatus(); // makes progress, completes nothing
            }
        }
        for (int comm = 0; comm < comms.length; comm++) {
            List<Planned> rest =
                    incoming.get(comm).subList(posted[comm], incoming.get(comm).size());
            if (wildcards[comm]) {
                receiveAny(comms[comm], new ArrayList<>(rest));
            } else {
                receiveExactly(comms[comm], rest);
            }
        }
        Status[] statuses = Request.waitAllStatus(receives.toArray(new Request[0]));
        for (int i = 0; i < statuses.length; i++) {
            check(expected.get(i), statuses[i], buffers.get(i));
        }
        Request.waitAll(sends.toArray(new Request[0]));
        sends.clear();
    }

    private void send(Planned message) throws MPIException {
        Mode mode = MODES[own.nextInt(MODES.length)];
        if (mode == Mode.IBSEND && message.length > 1000) {
            mode = Mode.ISEND;
        }
        byte[] data = message.data();
        sends.add(mode.start(comms[message.comm], data, data.length, MPI.BYTE, message.to, message.tag));
    }

    private void receiveExactly(Comm comm, List<Planned> messages) throws MPIException {
        for (Planned message : messages) {
            byte[] buffer = new byte[message.length + 1];
            check(message, comm.recv(buffer, buffer.length, MPI.BYTE, message.from, message.tag), buffer);
        }
    }

    /** Whatever comes must be the first planned message of its sender and tag that has not come. */
    private void receiveAny(Comm comm, List<Planned> messages) throws MPIException {
        while (!messages.isEmpty()) {
            int tag = own.nextBoolean() ? MPI.ANY_TAG : messages.get(own.nextInt(messages.size())).tag;
            Status found = comm.probe(MPI.ANY_SOURCE, tag);
            byte[] buffer = new byte[found.getCount(MPI.BYTE) + 1];
            Status status = comm.recv(buffer, buffer.length, MPI.BYTE, found.getSource(), found.getTag());
            int i = 0;
            while (messages.get(i).from != status.getSource() || messages.get(i).tag != status.getTag()) {
                i++;
            }
            check(messages.remove(i), status, buffer);
        }
    }

    private void check(Planned message, Status status, byte[] buffer) throws MPIException {
        Check.equal(message.from, status.getSource(), "source of " + message);
        Check.equal(message.tag, status.getTag(), "tag of " + message);
        Check.equal(message.length, status.getCount(MPI.BYTE), "length of " + message);
        byte[] expected = new byte[message.length + 1];
        System.arraycopy(message.data(), 0, expected, 0, message.length);
        Check.that(Arrays.equals(expected, buffer), "contents of " + message);
        checksum.update(message.id);
    }
}
