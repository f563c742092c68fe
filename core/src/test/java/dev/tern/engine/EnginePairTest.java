/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.tern.boot.FakeLauncher;
import dev.tern.coll.Block;
import dev.tern.coll.Blocks;
import dev.tern.coll.Collectives;
import dev.tern.coll.PointToPoint;
import dev.tern.datatype.Reduction;
import dev.tern.datatype.ReductionKind;
import dev.tern.datatype.Reductions;
import dev.tern.datatype.TypeMap;
import dev.tern.error.MpiError;
import dev.tern.match.RecvOperation;
import dev.tern.match.SendOperation;
import dev.tern.testing.Captured;
import dev.tern.testing.Threads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several ranks in one JVM: a thread and an engine for each, shared memory between them, as in a real job. */
@Timeout(60)
class EnginePairTest {
    @TempDir
    private Path folder;

    /** What a rank does between joining the job and leaving it. */
    @FunctionalInterface
    private interface Body {
        void run(Engine engine) throws Exception;
    }

    private final Map<String, String> parameters = new HashMap<>();
    private ThreadLevel level = ThreadLevel.SINGLE;
    private FakeLauncher launcher;

    private void job(int size, Body body) throws IOException {
        // Closed only if all went well: to lose the launcher ends a rank, and here the tests with it.
        launcher = new FakeLauncher(size);
        Threads.Body[] ranks = new Threads.Body[size];
        for (int i = 0; i < size; i++) {
            Map<String, String> environment = new HashMap<>(launcher.environment(i));
            environment.put("TERN_SHM_DIR", folder.toString());
            environment.put("TERN_JOB", "test");
            environment.put("TERN_SPIN", "100");
            environment.put("TERN_YIELD", "10");
            environment.putAll(parameters);
            ranks[i] = () -> {
                Engine engine = new Engine(environment, level);
                body.run(engine);
                engine.finish();
            };
        }
        Threads.together(ranks);
        launcher.close();
        try (var files = Files.list(folder)) {
            assertThat(files).isEmpty();
        }
    }

    @Test
    void messagesOfAllSizesGoThereAndBack() throws IOException {
        job(2, engine -> {
            Endpoint endpoint = engine.world().endpoint();
            int me = engine.world().rank();
            for (int count : new int[] {0, 1, 6, 7, 500, 513, 5000, 300_000}) {
                double[] buffer = new double[count];
                if (me == 0) {
                    Arrays.fill(buffer, count + 0.5);
                    endpoint.send(buffer, 0, count, TypeMap.DOUBLE, 1, count, false);
                    Arrays.fill(buffer, 0);
                }
                RecvOperation receive = endpoint.receive(buffer, 0, count, TypeMap.DOUBLE, 1 - me, count);
                assertThat(receive.bytes()).isEqualTo(8L * count);
                assertThat(receive.peerRank()).isEqualTo(1 - me);
                endpoint.recycle(receive);
                if (me == 1) {
                    endpoint.send(buffer, 0, count, TypeMap.DOUBLE, 0, count, true);
                }
                for (double d : buffer) {
                    if (d != count + 0.5) {
                        throw new AssertionError(count + " doubles, found " + d);
                    }
                }
            }
        });
    }

    @Test
    void bothMaySendLongMessagesFirst() throws IOException {
        job(2, engine -> {
            Endpoint endpoint = engine.world().endpoint();
            int other = 1 - engine.world().rank();
            for (int i = 0; i < 20; i++) {
                byte[] out = new byte[200_000];
                Arrays.fill(out, (byte) (i + engine.world().rank()));
                byte[] in = new byte[200_000];
                SendOperation send = endpoint.isend(out, 0, out.length, TypeMap.BYTE, other, i, false);
                endpoint.recycle(endpoint.receive(in, 0, in.length, TypeMap.BYTE, other, i));
                endpoint.await(send);
                endpoint.recycle(send);
                assertThat(in).containsOnly((byte) (i + other));
            }
        });
    }

    @Test
    void splitOrdersByKeyAndRenumbersRanks() throws IOException {
        int size = 5;
        job(size, engine -> {
            int me = engine.world().rank();
            Communicator half = engine.world().split(me % 2, -me);
            int members = me % 2 == 0 ? 3 : 2;
            assertThat(half.size()).isEqualTo(members);
            assertThat(half.worldRanks()).isEqualTo(me % 2 == 0 ? new int[] {4, 2, 0} : new int[] {3, 1});
            assertThat(half.worldRanks()[half.rank()]).isEqualTo(me);

            int[] token = {half.rank() == 0 ? 1 : 0};
            Endpoint endpoint = half.endpoint();
            if (half.rank() == 0) {
                endpoint.send(token, 0, 1, TypeMap.INT, 1, 0, false);
            }
            RecvOperation receive =
                    endpoint.receive(token, 0, 1, TypeMap.INT, (half.rank() + members - 1) % members, 0);
            assertThat(receive.peerRank()).isEqualTo((half.rank() + members - 1) % members);
            assertThat(token[0]).isEqualTo(half.rank() == 0 ? members : half.rank());
            token[0]++;
            if (half.rank() > 0) {
                endpoint.send(token, 0, 1, TypeMap.INT, (half.rank() + 1) % members, 0, false);
            }
            half.free();

            Communicator most = engine.world().split(me == 2 ? -1 : 9, 0);
            assertThat(most == null).isEqualTo(me == 2);
            Communicator dup = engine.world().dup();
            engine.world().collectives().barrier(dup.collectivePort());
            assertThat(dup.size()).isEqualTo(size);
        });
    }

    @Test
    void collectivesNeverMeetTheProgramsWildcards() throws IOException {
        job(3, engine -> {
            Endpoint endpoint = engine.world().endpoint();
            RecvOperation any = endpoint.ireceive(new byte[100], 0, 100, TypeMap.BYTE, -1, -1);
            PointToPoint port = engine.world().collectivePort();
            for (int i = 0; i < 50; i++) {
                engine.world().collectives().barrier(port);
            }
            assertThat(endpoint.test(any)).isFalse();
            endpoint.cancel(() -> any);
            assertThat(any.isCancelled()).isTrue();
        });
    }

    @Test
    void messagesLeftBehindAreDeliveredByFinalize() throws IOException {
        job(2, engine -> {
            Endpoint endpoint = engine.world().endpoint();
            if (engine.world().rank() == 0) {
                for (int i = 0; i < 2000; i++) { // far more than the ring holds; nobody waits for them
                    endpoint.isend(new int[] {i}, 0, 1, TypeMap.INT, 1, 0, false);
                }
            } else {
                int[] number = new int[1];
                for (int i = 0; i < 2000; i++) {
                    endpoint.recycle(endpoint.receive(number, 0, 1, TypeMap.INT, 0, 0));
                    assertThat(number[0]).isEqualTo(i);
                }
            }
        });
    }

    /** A rank that is killed in Init by a launcher that removes nothing: no file may lie about while it waits. */
    @Test
    void noFileIsMadeForALauncherThatRemovesNoneBeforeAllRanksAreThere() throws Exception {
        launcher = new FakeLauncher(2);
        Threads.Body[] ranks = new Threads.Body[2];
        for (int i = 0; i < 2; i++) {
            Map<String, String> environment = new HashMap<>(launcher.environment(i));
            environment.put("TERN_SHM_DIR", folder.toString());
            boolean late = i == 1;
            ranks[i] = () -> {
                if (late) {
                    while (launcher.requests().stream().noneMatch(line -> line.startsWith("cmd=barrier_in"))) {
                        Threads.pause();
                    }
                    assertThat(folder).isEmptyDirectory();
                }
                new Engine(environment, false).finish();
            };
        }
        Threads.together(ranks);
        launcher.close();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void rankSaysWhatItWaitsForWhenTheLauncherAsks() throws IOException {
        try (var error = Captured.standardError()) {
            job(2, engine -> {
                Endpoint endpoint = engine.world().endpoint();
                byte[] buffer = new byte[8];
                if (engine.world().rank() == 0) {
                    endpoint.recycle(endpoint.receive(buffer, 0, 8, TypeMap.BYTE, 1, 42));
                    return;
                }
                for (String wanted : List.of(
                        "waits for a receive of at most 8 bytes from rank 1, tag 42 (MPI_COMM_WORLD)",
                        "tern: rank 0: thread ",
                        "tern: rank 1: no thread waits in MPI",
                        "dev.tern.engine.Waiting.pause(")) {
                    while (!error.text().contains(wanted)) {
                        launcher.say("cmd=tern_report");
                        Thread.sleep(20);
                    }
                }
                endpoint.send(buffer, 0, 8, TypeMap.BYTE, 0, 42, false);
            });
        }
    }

    // Short collectives of ranks on one machine go over a board in shared memory, after the first few.

    private static long value(int rank, int round, int i) {
        return 1000L * round + 10L * rank + i;
    }

    private static void collectives(Communicator communicator, int round, int count) {
        PointToPoint port = communicator.collectivePort();
        Collectives all = communicator.collectives();
        int me = communicator.rank();
        int size = communicator.size();
        int root = round % size;
        long[] mine = new long[count];
        Arrays.setAll(mine, i -> value(me, round, i));
        Block out = new Block(mine, count, TypeMap.LONG);

        all.barrier(port);
        long[] sum = new long[count];
        all.allReduce(port, out, new Block(sum, count, TypeMap.LONG), SUM);
        long[] sumOnRoot = new long[count];
        all.reduce(port, out, new Block(sumOnRoot, count, TypeMap.LONG), SUM, root);
        long[] data = me == root ? mine.clone() : new long[count];
        all.bcast(port, new Block(data, count, TypeMap.LONG), root);
        long[] gathered = new long[size * count];
        all.allGather(port, out, Blocks.equal(gathered, count, TypeMap.LONG));
        long[] toAll = new long[size * count];
        Arrays.setAll(toAll, i -> value(me, round, i));
        long[] fromAll = new long[size * count];
        all.allToAll(port, Blocks.equal(toAll, count, TypeMap.LONG), Blocks.equal(fromAll, count, TypeMap.LONG));

        for (int i = 0; i < count; i++) {
            long expected = 0;
            for (int rank = 0; rank < size; rank++) {
                expected += value(rank, round, i);
                assertEqual(value(rank, round, i), gathered[rank * count + i], "allGather");
                assertEqual(value(rank, round, me * count + i), fromAll[rank * count + i], "allToAll");
            }
            assertEqual(expected, sum[i], "allReduce");
            assertEqual(me == root ? expected : 0, sumOnRoot[i], "reduce");
            assertEqual(value(root, round, i), data[i], "bcast");
        }
    }

    private static void assertEqual(long expected, long actual, String what) {
        if (expected != actual) {
            throw new AssertionError(what + ": expected " + expected + ", not " + actual);
        }
    }

    private static final Reduction SUM = Reductions.of(ReductionKind.SUM, TypeMap.LONG);

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5})
    void collectivesOfAllLengthsAreRight(int size) throws IOException {
        job(size, engine -> {
            int[] counts = {0, 1, 5, 6, 7, 100, 128, 129, 511, 512, 513, 2000};
            for (int round = 0; round < 60; round++) {
                collectives(engine.world(), round, counts[round % counts.length]);
            }
        });
    }

    @Test
    void rootMayBeAheadOfTheOthers() throws IOException {
        job(3, engine -> {
            Communicator world = engine.world();
            long[] data = new long[3];
            for (int round = 0; round < 2000; round++) {
                boolean isRoot = world.rank() == round / 100 % 3;
                data[2] = isRoot ? round : -1;
                world.collectives().bcast(world.collectivePort(), new Block(data, 3, TypeMap.LONG), round / 100 % 3);
                assertEqual(round, data[2], "bcast");
                if (world.rank() == 1 && round % 300 == 0) {
                    Thread.sleep(5);
                }
            }
        });
    }

    @Test
    void freedBoardsAreUsedAgain() throws IOException {
        job(3, engine -> {
            for (int i = 0; i < 300; i++) {
                Communicator dup = engine.world().dup();
                for (int round = 0; round < 3; round++) {
                    collectives(dup, i + round, 3);
                }
                dup.free();
            }
        });
    }

    @Test
    void differentCountsAreAnError() throws IOException {
        List<Throwable> errors = new CopyOnWriteArrayList<>();
        job(2, engine -> {
            Communicator world = engine.world();
            for (int round = 0; round < 5; round++) {
                world.collectives().barrier(world.collectivePort());
            }
            int count = 3 + world.rank();
            try {
                world.collectives()
                        .allReduce(
                                world.collectivePort(),
                                new Block(new long[count], count, TypeMap.LONG),
                                new Block(new long[count], count, TypeMap.LONG),
                                SUM);
            } catch (MpiError e) {
                errors.add(e);
            }
            world.collectives().barrier(world.collectivePort());
        });
        assertThat(errors).hasSize(2).allMatch(e -> e.getMessage().contains("counts or types differ"));
    }

    @Test
    void differentCollectivesAreAnError() throws IOException {
        List<Throwable> errors = new CopyOnWriteArrayList<>();
        job(2, engine -> {
            Communicator world = engine.world();
            for (int round = 0; round < 5; round++) {
                world.collectives().barrier(world.collectivePort());
            }
            try {
                if (world.rank() == 0) {
                    world.collectives().barrier(world.collectivePort());
                } else {
                    world.collectives().bcast(world.collectivePort(), new Block(new long[1], 1, TypeMap.LONG), 0);
                }
            } catch (MpiError e) {
                errors.add(e);
            }
            world.collectives().barrier(world.collectivePort());
        });
        assertThat(errors).hasSize(2).allMatch(e -> e.getMessage().contains("another collective"));
    }

    @Test
    void collectivesDoWithoutBoardWhereThereIsNoHeap() throws IOException {
        parameters.put("TERN_HEAP_BYTES", "0");
        job(3, engine -> {
            for (int round = 0; round < 10; round++) {
                collectives(engine.world(), round, 5);
            }
        });
    }

    // A communicator that is spread over lanes

    private static Set<Endpoint> endpoints(Communicator communicator) {
        Set<Endpoint> endpoints = new HashSet<>();
        for (int tag = 0; tag < 16; tag++) {
            endpoints.add(communicator.spread().outgoing(tag));
        }
        return endpoints;
    }

    private static void exchange(Communicator communicator, int tag, int length) {
        int other = 1 - communicator.rank();
        byte[] out = new byte[length];
        Arrays.fill(out, (byte) (tag + communicator.rank()));
        byte[] in = new byte[length];
        Endpoint outgoing = communicator.spread().outgoing(tag);
        Endpoint incoming = communicator.spread().incoming(other, tag);
        SendOperation send = outgoing.isend(out, 0, length, TypeMap.BYTE, other, tag, false);
        RecvOperation receive = incoming.receive(in, 0, length, TypeMap.BYTE, other, tag);
        assertThat(receive.peerRank()).isEqualTo(other);
        incoming.recycle(receive);
        outgoing.await(send);
        outgoing.recycle(send);
        assertThat(in).containsOnly((byte) (tag + other));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void messagesAreSpreadByTagOrSource(boolean threads) throws IOException {
        parameters.put("TERN_LANES", "4");
        level = threads ? ThreadLevel.MULTIPLE : ThreadLevel.SINGLE;
        job(2, engine -> {
            Communicator byTag = engine.world().dup(Set.of(Hint.NO_ANY_TAG));
            Communicator bySource = engine.world().dup(Set.of(Hint.NO_ANY_SOURCE));
            assertThat(endpoints(byTag)).hasSize(4).contains(byTag.endpoint());
            assertThat(endpoints(bySource)).hasSize(1);
            assertThat(bySource.spread().incoming(0, 5))
                    .isNotSameAs(bySource.spread().incoming(1, 5));
            for (int tag = 0; tag < 40; tag++) {
                exchange(byTag, tag, tag % 3 == 0 ? 100_000 : 10);
                exchange(bySource, tag, tag % 3 == 0 ? 100_000 : 10);
            }
            byTag.name("spread");
            assertThat(endpoints(byTag)).allMatch(e -> e.context().name().equals("spread"));
            byTag.free();
            bySource.free();
        });
    }

    @Test
    void onlyWhatAllMembersPromiseSpreads() throws IOException {
        parameters.put("TERN_LANES", "2");
        job(2, engine -> {
            boolean first = engine.world().rank() == 0;
            assertThat(engine.world()
                            .dup(first ? Set.of(Hint.NO_ANY_TAG) : Set.of())
                            .spread())
                    .isNull();
            Set<Hint> both = Set.of(Hint.NO_ANY_TAG, Hint.NO_ANY_SOURCE);
            Communicator bySource = engine.world().dup(first ? both : Set.of(Hint.NO_ANY_SOURCE));
            assertThat(bySource.spread().promise()).isEqualTo(Hint.NO_ANY_SOURCE);
            exchange(bySource, 3, 10);
            assertThat(engine.world().dup().spread()).isNull();
        });
    }

    @Test
    void oneLaneIsNotSpread() throws IOException {
        parameters.put("TERN_LANES", "1");
        job(
                2,
                engine -> assertThat(engine.world().dup(Set.of(Hint.NO_ANY_TAG)).spread())
                        .isNull());
    }

    @Test
    void idsOfFreedSpreadCommunicatorsAreUsedAgain() throws IOException {
        parameters.put("TERN_LANES", "3");
        job(2, engine -> {
            int id = -1;
            for (int i = 0; i < 50; i++) {
                Communicator dup = engine.world().dup(i % 2 == 0 ? Set.of(Hint.NO_ANY_TAG) : Set.of());
                assertThat(id < 0 || id == dup.id()).isTrue();
                id = dup.id();
                for (int tag = 0; tag < 6 && i % 2 == 0; tag++) {
                    exchange(dup, tag, 10);
                }
                dup.free();
            }
            Communicator used = engine.world().dup(Set.of(Hint.NO_ANY_TAG));
            int other = 1 - used.rank();
            Endpoint in = used.spread().incoming(other, 1);
            Endpoint out = used.spread().outgoing(1);
            byte[] buffer = new byte[1];
            RecvOperation receive = in.ireceive(buffer, 0, 1, TypeMap.BYTE, other, 1);
            used.free();
            assertThat(engine.world().dup().id()).as("while a receive goes on").isNotEqualTo(used.id());
            out.send(new byte[] {5}, 0, 1, TypeMap.BYTE, other, 1, false);
            in.await(receive);
            assertThat(buffer[0]).isEqualTo((byte) 5);
            engine.world().collectives().barrier(engine.world().collectivePort());
            assertThat(engine.world().dup().id()).isEqualTo(used.id());
        });
    }

    /** The long message needs the help of its sender, who waits on another lane; with threads or without. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whoWaitsOnOneLaneHelpsOnTheOthers(boolean threads) throws IOException {
        parameters.put("TERN_LANES", "4");
        level = threads ? ThreadLevel.MULTIPLE : ThreadLevel.SINGLE;
        job(2, engine -> {
            Communicator comm = engine.world().dup(Set.of(Hint.NO_ANY_TAG));
            int other = 1 - comm.rank();
            byte[] data = new byte[1_000_000];
            byte[] answer = new byte[1];
            if (comm.rank() == 0) {
                Endpoint out = comm.spread().outgoing(0);
                SendOperation send = out.isend(data, 0, data.length, TypeMap.BYTE, 1, 0, false);
                Endpoint in = comm.spread().incoming(1, 1);
                in.recycle(in.receive(answer, 0, 1, TypeMap.BYTE, 1, 1));
                out.await(send);
                assertThat(answer[0]).isEqualTo((byte) 9);
            } else {
                Endpoint in = comm.spread().incoming(0, 0);
                in.recycle(in.receive(data, 0, data.length, TypeMap.BYTE, 0, 0));
                answer[0] = 9;
                comm.spread().outgoing(1).send(answer, 0, 1, TypeMap.BYTE, other, 1, false);
            }
        });
    }

    /** Under check_threads: who waits is inside MPI, also while it sleeps. */
    @Test
    void aCallWhileAnotherThreadWaitsIsAnError() throws IOException {
        parameters.put("TERN_CHECK_THREADS", "true");
        level = ThreadLevel.SERIALIZED;
        var seen = new CountDownLatch(1);
        job(2, engine -> {
            Endpoint endpoint = engine.world().endpoint();
            if (engine.world().rank() == 1) {
                seen.await();
                endpoint.send(new int[] {7}, 0, 1, TypeMap.INT, 0, 1, false);
                return;
            }
            int[] data = new int[1];
            Thread waiter = new Thread(
                    () -> endpoint.recycle(endpoint.receive(data, 0, 1, TypeMap.INT, 1, 1)), "the one inside");
            waiter.start();
            while (waiter.getState() != Thread.State.TIMED_WAITING) {
                Threads.pause();
            }
            List<ThrowingCallable> calls = List.of(
                    () -> endpoint.send(data, 0, 1, TypeMap.INT, 1, 1, false),
                    () -> endpoint.iprobe(1, 1, false),
                    () -> engine.world().collectives().barrier(engine.world().collectivePort()));
            for (ThrowingCallable call : calls) {
                assertThatExceptionOfType(MpiError.class)
                        .isThrownBy(call)
                        .withMessageContaining("MPI.THREAD_SERIALIZED one thread may call MPI at a time")
                        .withMessageContaining("\"the one inside\"")
                        .withMessageContaining(Thread.currentThread().getName());
            }
            seen.countDown();
            waiter.join();
            assertThat(data[0]).isEqualTo(7);
        });
    }
}
