/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.error.ErrorClass;
import dev.tern.error.MpiError;
import dev.tern.match.Kinds;
import dev.tern.match.Lane;
import dev.tern.match.Limits;
import dev.tern.match.Operation;
import dev.tern.match.SendOperation;
import dev.tern.testing.Seed;
import dev.tern.transport.Link;
import dev.tern.transport.tcp.Rogue.Forged;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Wrong records of a process that has proved that it belongs to the job: each is an error or the end of the connection, or a
 * message if it happens to be one; never a byte in the wrong place, and never a wait without end.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RogueFramesTest {
    private static final int WORLD = 0;
    private static final int EAGER_LIMIT = 4096;
    private static final int WINDOW = 1 << 20;
    private static final long HANG_NANOS = 20_000_000_000L;
    private static final int ROUNDS_OF_EACH = 4;

    // The tags and lengths of the messages, and the ids of the operations, in the order in which they get them.
    private static final int SHORT_TAG = 5;
    private static final int SHORT = 800;
    private static final int LONG_TAG = 6;
    private static final int LONG = 150_000;
    private static final int OTHER_TAG = 7;
    private static final int OTHER = 500;
    private static final int STREAMED_TAG = 8;
    private static final int STREAMED = Frame.MOST_WHOLE + 50_000; // more than a link holds
    private static final int LAST = 2000;
    private static final int SENT = 20_000;
    private static final int SEND_ID = 0;
    private static final int RECEIVE_ID = 1;
    private static final int AFTER_REQUEST = 2; // index in the legal stream

    /** Rank 0 of a job whose ranks 1 and 2 are rogues; five receives and a send to rank 1 wait. */
    private static final class Victim implements AutoCloseable {
        final TcpTransport transport;
        final Rogue[] rogues = new Rogue[2];
        final TcpLink[] links = new TcpLink[2];
        final Lane lane;
        final List<GuardedReceive> receives = new ArrayList<>();
        final SendOperation send;

        Victim(Random random, boolean encrypt) throws IOException {
            this(random, encrypt, WINDOW);
        }

        Victim(Random random, boolean encrypt, long window) throws IOException {
            byte[] secret = new byte[32];
            random.nextBytes(secret);
            transport = new TcpTransport(
                    0, "here", new TcpOptions("127.0.0.0/8", null, 0, 0, encrypt, 1, EAGER_LIMIT, window, 20));
            transport.start(new boolean[] {false, true, true}, 1, false, secret, "job", peer -> "0");
            var handshake = new Handshake(secret, "job");
            for (int i = 0; i < 2; i++) {
                rogues[i] = Rogue.call(transport, handshake, i + 1);
                links[i] = (TcpLink) transport.link(i + 1, 0);
                await(links[i]);
            }
            lane = new Lane(
                    new Link[] {null, links[0], links[1]},
                    new Limits(EAGER_LIMIT, Integer.MAX_VALUE, Integer.MAX_VALUE),
                    null,
                    false);
            lane.context(WORLD).describe("MPI_COMM_WORLD", new int[] {0, 1, 2});
            send = lane.send(lane.peer(1), lane.context(WORLD), 1, new byte[SENT], 0, SENT, false);
            receives.add(new GuardedReceive(lane, lane.context(WORLD), 1, SHORT_TAG, SHORT, random.nextBoolean()));
            receives.add(new GuardedReceive(lane, lane.context(WORLD), 1, LONG_TAG, LONG, random.nextBoolean()));
            receives.add(
                    new GuardedReceive(lane, lane.context(WORLD), 1, STREAMED_TAG, STREAMED, random.nextBoolean()));
            receives.add(new GuardedReceive(lane, lane.context(WORLD), 2, OTHER_TAG, OTHER, random.nextBoolean()));
            receives.add(new GuardedReceive(
                    lane, lane.context(WORLD), Operation.ANY, Operation.ANY, LAST, random.nextBoolean()));
        }

        private static void await(TcpLink link) {
            long deadline = System.nanoTime() + HANG_NANOS;
            while (!link.isConnected()) {
                assertThat(System.nanoTime()).as("no connection").isLessThan(deadline);
                Thread.onSpinWait();
            }
        }

        /**
         * Lets both say what they have to say, a piece now and a piece then, and hang up.
         *
         * @return the error that it leads to, or null if the lane has taken everything and seen both ends
         */
        MpiError play(byte[] one, byte[] other, Random random) throws IOException {
            rogues[0].prepare(one);
            rogues[1].prepare(other);
            try {
                while (rogues[0].say(random) | rogues[1].say(random)) {
                    lane.progress();
                }
                rogues[0].hangUp();
                rogues[1].hangUp();
                long deadline = System.nanoTime() + HANG_NANOS;
                while (lane.progress() | !(links[0].peerIsGone() && links[1].peerIsGone())) {
                    rogues[0].listen();
                    rogues[1].listen();
                    assertThat(System.nanoTime())
                            .as("neither an error nor an end")
                            .isLessThan(deadline);
                }
                return null;
            } catch (MpiError e) {
                assertThat(e.errorClass()).isEqualTo(ErrorClass.INTERN);
                return e;
            }
        }

        /** Lets both say the rest, and the lane look at it again and again in spite of errors. */
        void goOn(Random random) throws IOException {
            int quiet = 0;
            while (rogues[0].say(random) | rogues[1].say(random) | ++quiet < 100) {
                try {
                    lane.progress();
                } catch (MpiError e) {
                    assertThat(e.errorClass()).isEqualTo(ErrorClass.INTERN);
                }
            }
        }

        /** Sends messages to rank 1, which does not read, until not one more goes, however short. */
        void fillLinkToOne() {
            long deadline = System.nanoTime() + HANG_NANOS;
            byte[] message = new byte[EAGER_LIMIT];
            for (int length : new int[] {EAGER_LIMIT, 0}) {
                for (int refused = 0; refused < 1000; ) {
                    boolean isSent = lane.sendNow(lane.peer(1), lane.context(WORLD), 1, message, 0, length);
                    refused = isSent ? 0 : refused + 1;
                    lane.progress();
                    assertThat(System.nanoTime())
                            .as("the link takes everything")
                            .isLessThan(deadline);
                }
            }
        }

        /** Says something as rank 1, which does not read; the error that it leads to in a while, or null. */
        MpiError sayUnheard(byte[] stream) throws IOException {
            rogues[0].sayAll(stream);
            try {
                for (int i = 0; i < 100_000; i++) {
                    lane.progress();
                }
                return null;
            } catch (MpiError e) {
                return e;
            }
        }

        void check(List<Forged> sent) {
            receives.forEach(each -> each.check(sent));
        }

        @Override
        public void close() throws IOException {
            transport.close();
            rogues[0].close();
            rogues[1].close();
        }
    }

    // What a right process would say

    private static List<Forged> legal(Random random) {
        List<Forged> records = new ArrayList<>();
        records.add(eager(random, SHORT_TAG, SHORT));
        records.add(Forged.words(Kinds.REQUEST, WORLD, LONG_TAG, 77, LONG));
        for (int at = 0; at < LONG; ) {
            int n = Math.min(LONG - at, (1 + random.nextInt(1500)) * Kinds.GRAIN);
            records.add(data(random, RECEIVE_ID, at, n));
            at += n;
        }
        records.add(Forged.words(Kinds.READY, 9, 0, SEND_ID, SENT));
        records.add(eager(random, STREAMED_TAG, STREAMED));
        records.add(eager(random, 99, LAST));
        records.add(eager(random, 43, STREAMED)); // as the next
        records.add(eager(random, 42, 300)); // nobody waits for it
        return records;
    }

    private static List<Forged> legalOfOther(Random random) {
        return List.of(eager(random, OTHER_TAG, OTHER));
    }

    private static Forged eager(Random random, int tag, int length) {
        return new Forged(Kinds.EAGER, WORLD, tag, bytes(random, length));
    }

    private static Forged data(Random random, int id, long at, int length) {
        return new Forged(Kinds.DATA, id, (int) (at / Kinds.GRAIN), bytes(random, length));
    }

    private static byte[] bytes(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    private static List<Forged> both(byte[] one, byte[] other) {
        List<Forged> sent = new ArrayList<>(Rogue.decode(one));
        sent.addAll(Rogue.decode(other));
        return sent;
    }

    @ParameterizedTest
    @EnumSource(Protection.class)
    void legalRecordsAreMessages(Protection protection) {
        Seed.run(random -> {
            for (int round = 0; round < ROUNDS_OF_EACH; round++) {
                try (var victim = new Victim(random, protection == Protection.SEALED)) {
                    byte[] one = Rogue.encode(legal(random));
                    byte[] other = Rogue.encode(legalOfOther(random));
                    MpiError error = victim.play(
                            protection == Protection.SEALED ? join(victim.rogues[0].seal(one)) : one,
                            protection == Protection.SEALED ? join(victim.rogues[1].seal(other)) : other,
                            random);
                    assertThat(error).isNull();
                    victim.check(both(one, other));
                    assertThat(victim.receives)
                            .allMatch(each -> each.receive.isDone() && each.receive.error() == ErrorClass.SUCCESS)
                            .extracting(each -> each.receive.bytes())
                            .containsExactly((long) SHORT, (long) LONG, (long) STREAMED, (long) OTHER, (long) LAST);
                    assertThat(victim.send.isDone()).isTrue();
                }
            }
        });
    }

    private enum Protection {
        NONE,
        SEALED
    }

    // Records that cannot be

    /** What is said in place of, or between, the legal records. */
    private enum Lie {
        WRONG_NUMBER {
            @Override
            byte[] tell(List<Forged> legal, Random random) {
                int number = 1 + random.nextInt(legal.size());
                byte[] stream = Rogue.encode(legal);
                int at = at(legal, number - 1) + Integer.BYTES;
                stream[at + random.nextInt(Integer.BYTES)] ^= (byte) (1 + random.nextInt(255));
                return stream;
            }
        },
        RECORD_TWICE {
            @Override
            byte[] tell(List<Forged> legal, Random random) {
                int index = random.nextInt(legal.size());
                byte[] stream = Rogue.encode(legal);
                int from = at(legal, index);
                int to = from + Frame.HEADER + legal.get(index).payload().length;
                return join(List.of(Arrays.copyOf(stream, to), Arrays.copyOfRange(stream, from, stream.length)));
            }
        },
        RECORD_LEFT_OUT {
            @Override
            byte[] tell(List<Forged> legal, Random random) {
                int index = random.nextInt(legal.size() - 1);
                byte[] stream = Rogue.encode(legal);
                int from = at(legal, index);
                int to = from + Frame.HEADER + legal.get(index).payload().length;
                return join(List.of(Arrays.copyOf(stream, from), Arrays.copyOfRange(stream, to, stream.length)));
            }
        },
        LONGER_THAN_ANY {
            @Override
            byte[] tell(List<Forged> legal, Random random) {
                int length = Frame.MOST + 1 + random.nextInt((1 << 24) - 1 - Frame.MOST);
                List<Forged> before = legal.subList(0, AFTER_REQUEST);
                byte[] header = Rogue.header(before.size() + 1, Kinds.DATA, length, RECEIVE_ID, 0);
                return join(List.of(Rogue.encode(before), header, bytes(random, 200_000)));
            }
        },
        TOO_MUCH_CREDIT {
            @Override
            Forged lie(Random random) {
                int bytes = random.nextBoolean() ? -1 : WINDOW + 1;
                return new Forged(Kinds.CREDIT, bytes, 0, new byte[0]);
            }
        },
        BEYOND_THE_WINDOW {
            @Override
            byte[] tell(List<Forged> legal, Random random) {
                List<Forged> all = new ArrayList<>(legal);
                for (int bytes = 0; bytes <= WINDOW; bytes += 1 << 17) {
                    all.add(eager(random, 1000, 1 << 17));
                }
                return Rogue.encode(all);
            }
        },
        UNKNOWN_KIND {
            @Override
            Forged lie(Random random) {
                int kind = random.nextInt(4) == 0 ? 0 : Kinds.UNKNOWN + random.nextInt(256 - Kinds.UNKNOWN);
                return new Forged(kind, WORLD, random.nextInt(), bytes(random, random.nextInt(1000)));
            }
        },
        UNKNOWN_KIND_OF_THREE_WORDS {
            @Override
            Forged lie(Random random) {
                return Forged.words(Kinds.UNKNOWN, WORLD, 0, random.nextInt(3), random.nextLong());
            }
        },
        CONTEXT_OUT_OF_RANGE {
            @Override
            Forged lie(Random random) {
                int id = random.nextBoolean() ? -1 - random.nextInt(100) : Lane.MAX_CONTEXTS + random.nextInt(1 << 30);
                return random.nextBoolean()
                        ? new Forged(Kinds.EAGER, id, 1, bytes(random, 100))
                        : Forged.words(Kinds.REQUEST, id, 1, 1, 1000);
            }
        },
        REQUEST_OF_NEGATIVE_LENGTH {
            @Override
            Forged lie(Random random) {
                return Forged.words(Kinds.REQUEST, WORLD, 1, 1, random.nextLong() | Long.MIN_VALUE);
            }
        },
        REQUEST_OF_WRONG_SIZE {
            @Override
            Forged lie(Random random) {
                int size = random.nextBoolean() ? random.nextInt(24) : 25 + random.nextInt(100_000);
                return new Forged(Kinds.REQUEST, WORLD, 1, bytes(random, size));
            }
        },
        ANSWER_TO_NO_SEND {
            @Override
            Forged lie(Random random) {
                return Forged.words(Kinds.READY, 9, 0, 1L + RECEIVE_ID + random.nextInt(1 << 30), 100);
            }
        },
        ANSWER_TO_A_RECEIVE {
            @Override
            Forged lie(Random random) {
                return Forged.words(Kinds.READY, 9, 0, RECEIVE_ID, 100);
            }
        },
        WORD_THAT_A_SEND_WAS_READ {
            @Override
            Forged lie(Random random) {
                return Forged.words(Kinds.DONE, 0, 0, SEND_ID, 0);
            }
        },
        SECOND_ANSWER {
            @Override
            byte[] tell(List<Forged> legal, Random random) {
                List<Forged> all = new ArrayList<>(legal);
                all.add(Forged.words(Kinds.READY, 9, 0, SEND_ID, random.nextInt(SENT)));
                return Rogue.encode(all);
            }
        },
        DATA_FOR_NOTHING {
            @Override
            Forged lie(Random random) {
                return data(random, 1 + RECEIVE_ID + random.nextInt(1 << 30), 0, 1 + random.nextInt(Frame.MOST));
            }
        },
        DATA_FOR_A_SEND {
            @Override
            Forged lie(Random random) {
                return data(random, SEND_ID, 0, 1 + random.nextInt(1000));
            }
        },
        DATA_OUTSIDE {
            @Override
            Forged lie(Random random) {
                long at = LONG + (1L + random.nextInt(Integer.MAX_VALUE)) * Kinds.GRAIN;
                return data(random, RECEIVE_ID, at, 1 + random.nextInt(Frame.MOST));
            }
        },
        DATA_AHEAD {
            @Override
            Forged lie(Random random) {
                return data(random, RECEIVE_ID, Kinds.GRAIN, 1000);
            }
        },
        DATA_TOO_MUCH {
            @Override
            Forged lie(Random random) {
                return data(random, RECEIVE_ID, 0, LONG + 1 + random.nextInt(Frame.MOST - LONG));
            }
        },
        DATA_TOO_MUCH_IN_ALL {
            @Override
            byte[] tell(List<Forged> legal, Random random) {
                List<Forged> all = new ArrayList<>(legal.subList(0, AFTER_REQUEST));
                all.add(data(random, RECEIVE_ID, 0, Frame.MOST_WHOLE));
                all.add(data(random, RECEIVE_ID, Frame.MOST_WHOLE, LONG));
                return Rogue.encode(all);
            }
        },
        DATA_TWICE {
            @Override
            byte[] tell(List<Forged> legal, Random random) {
                List<Forged> all = new ArrayList<>(legal);
                all.add(AFTER_REQUEST, legal.get(AFTER_REQUEST));
                return Rogue.encode(all);
            }
        },
        DATA_AFTER_THE_END {
            @Override
            byte[] tell(List<Forged> legal, Random random) {
                List<Forged> all = new ArrayList<>(legal);
                all.add(legal.get(AFTER_REQUEST));
                return Rogue.encode(all);
            }
        },
        EMPTY_DATA {
            @Override
            Forged lie(Random random) {
                return data(random, RECEIVE_ID, 0, 0);
            }
        };

        /** The stream with the lie. */
        byte[] tell(List<Forged> legal, Random random) {
            List<Forged> all = new ArrayList<>(legal);
            all.add(AFTER_REQUEST, lie(random));
            return Rogue.encode(all);
        }

        /** What is said after the request. */
        Forged lie(Random random) {
            throw new AssertionError(this + " is no single record");
        }

        private static int at(List<Forged> records, int index) {
            return Rogue.encode(records.subList(0, index)).length;
        }
    }

    @ParameterizedTest
    @EnumSource
    void wrongRecordIsAnError(Lie lie) {
        Seed.run(random -> {
            for (int round = 0; round < ROUNDS_OF_EACH; round++) {
                try (var victim = new Victim(random, false)) {
                    byte[] one = lie.tell(legal(random), random);
                    byte[] other = Rogue.encode(legalOfOther(random));
                    assertThat(victim.play(one, other, random)).as(lie.name()).isNotNull();
                    victim.check(both(one, other));
                }
            }
        });
    }

    /** Who goes on after an error, since the program wants to know of errors only, gets no wrong message later. */
    @ParameterizedTest
    @EnumSource
    void nothingComesOfAWrongRecordAfterTheError(Lie lie) {
        Seed.run(random -> {
            for (int round = 0; round < ROUNDS_OF_EACH; round++) {
                try (var victim = new Victim(random, false)) {
                    byte[] one = lie.tell(legal(random), random);
                    byte[] other = Rogue.encode(legalOfOther(random));
                    assertThat(victim.play(one, other, random)).as(lie.name()).isNotNull();
                    victim.goOn(random);
                    victim.check(both(one, other));
                }
            }
        });
    }

    /** The answer to a request that has not left yet, which its sender can only have guessed. */
    @Test
    void answerBeforeTheRequestIsAnError() {
        Seed.run(random -> {
            try (var victim = new Victim(random, false, Long.MAX_VALUE >> 1)) {
                victim.fillLinkToOne();
                Lane lane = victim.lane;
                SendOperation later = lane.send(lane.peer(1), lane.context(WORLD), 1, new byte[SENT], 0, SENT, false);
                byte[] guess = Rogue.encode(List.of(Forged.words(Kinds.READY, 9, 0, SEND_ID + 1, 0)));
                assertThat(victim.sayUnheard(guess))
                        .as("done %s", later.isDone())
                        .isNotNull();
            }
        });
    }

    @Test
    void answerOfAnotherRankIsAnError() {
        Seed.run(random -> {
            for (Forged lie : List.of(
                    Forged.words(Kinds.READY, 9, 0, SEND_ID, SENT),
                    Forged.words(Kinds.DONE, 0, 0, SEND_ID, 0),
                    data(random, RECEIVE_ID, 0, 1000),
                    data(random, RECEIVE_ID, 0, LONG))) {
                try (var victim = new Victim(random, false)) {
                    byte[] one = Rogue.encode(legal(random).subList(0, AFTER_REQUEST));
                    byte[] other = Rogue.encode(List.of(lie));
                    assertThat(victim.play(one, other, random)).isNotNull();
                    victim.check(Rogue.decode(one));
                }
            }
        });
    }

    // Streams that end too early

    @Test
    void streamThatIsCutOffEnds() {
        Seed.run(random -> {
            for (int round = 0; round < 100; round++) {
                try (var victim = new Victim(random, false)) {
                    byte[] all = Rogue.encode(legal(random));
                    int end = random.nextInt(4) == 0 ? random.nextInt(SHORT + 60) : random.nextInt(all.length);
                    byte[] one = Arrays.copyOf(all, end);
                    byte[] other = Rogue.encode(legalOfOther(random));
                    assertThat(victim.play(one, other, random)).isNull();
                    victim.check(both(one, other));
                    assertThat(victim.receives.getFirst().receive.isDone()).isEqualTo(end >= SHORT + Frame.HEADER);
                }
            }
        });
    }

    // Anything at all

    /** One of many small changes of a stream, or random bytes from somewhere on. */
    private static byte[] mutated(List<Forged> legal, Random random) {
        List<Forged> all = new ArrayList<>(legal);
        int index = random.nextInt(all.size());
        switch (random.nextInt(5)) {
            case 0 -> Collections.swap(all, index, random.nextInt(all.size()));
            case 1 -> all.add(index, all.get(random.nextInt(all.size())));
            case 2 -> all.remove(index);
            case 3 ->
                all.add(
                        index,
                        Forged.words(
                                random.nextInt(8),
                                random.nextInt(4),
                                random.nextInt(100),
                                random.nextInt(4),
                                random.nextLong() >> random.nextInt(64)));
            default ->
                all.add(
                        index,
                        new Forged(
                                random.nextInt(8),
                                random.nextInt(4),
                                random.nextInt(10),
                                bytes(random, random.nextInt(Frame.MOST_WHOLE >>> random.nextInt(12)))));
        }
        byte[] stream = Rogue.encode(all);
        if (all.isEmpty()) {
            return stream;
        }
        int at = Rogue.encode(all.subList(0, random.nextInt(all.size()))).length; // of a header
        switch (random.nextInt(4)) {
            case 0 -> stream[at + random.nextInt(Frame.HEADER)] ^= (byte) (1 << random.nextInt(8));
            case 1 -> {
                byte[] garbage = bytes(random, stream.length - at);
                System.arraycopy(garbage, 0, stream, at, garbage.length);
            }
            case 2 -> stream = Arrays.copyOf(stream, random.nextInt(stream.length));
            default -> {} // as it is
        }
        return stream;
    }

    @Test
    void randomStreamsAreMessagesOrErrorsOrEnds() {
        Seed.run(random -> {
            for (int round = 0; round < 100; round++) {
                try (var victim = new Victim(random, false)) {
                    byte[] one = mutated(legal(random), random);
                    byte[] other = mutated(legalOfOther(random), random);
                    victim.play(one, other, random);
                    victim.check(both(one, other));
                }
            }
        });
    }

    @Test
    void flippedBitOfAHeaderIsAMessageOrAnErrorOrAnEnd() {
        Seed.run(random -> {
            for (int bit = 0; bit < 8 * Frame.HEADER; bit++) {
                try (var victim = new Victim(random, false)) {
                    List<Forged> legal = legal(random);
                    byte[] one = Rogue.encode(legal);
                    int at = Rogue.encode(legal.subList(0, random.nextInt(legal.size()))).length;
                    one[at + bit / 8] ^= (byte) (1 << bit % 8);
                    byte[] other = Rogue.encode(legalOfOther(random));
                    victim.play(one, other, random);
                    victim.check(both(one, other));
                }
            }
        });
    }

    // Encrypted connections

    /** What happens to encrypted blocks on their way. */
    private enum Change {
        BIT_FLIPPED {
            @Override
            void make(List<byte[]> blocks, Random random) {
                byte[] block = blocks.get(random.nextInt(blocks.size()));
                block[random.nextInt(block.length)] ^= (byte) (1 << random.nextInt(8));
            }
        },
        BIT_OF_A_LENGTH_FLIPPED {
            @Override
            void make(List<byte[]> blocks, Random random) {
                byte[] block = blocks.get(random.nextInt(blocks.size()));
                block[random.nextInt(Integer.BYTES)] ^= (byte) (1 << random.nextInt(8));
            }
        },
        REPLAYED {
            @Override
            void make(List<byte[]> blocks, Random random) {
                byte[] block = blocks.get(random.nextInt(blocks.size()));
                blocks.add(random.nextInt(blocks.size()), block);
            }
        },
        SWAPPED {
            @Override
            void make(List<byte[]> blocks, Random random) {
                int index = random.nextInt(blocks.size() - 1);
                Collections.swap(blocks, index, index + 1);
            }
        },
        LEFT_OUT {
            @Override
            void make(List<byte[]> blocks, Random random) {
                blocks.remove(random.nextInt(blocks.size()));
            }
        },
        CUT_SHORT {
            @Override
            void make(List<byte[]> blocks, Random random) {
                int index = random.nextInt(blocks.size());
                byte[] block = blocks.get(index);
                blocks.set(index, Arrays.copyOf(block, random.nextInt(block.length)));
            }
        },
        CUT_OFF {
            @Override
            void make(List<byte[]> blocks, Random random) {
                CUT_SHORT.make(blocks, random);
                blocks.subList(1 + random.nextInt(blocks.size() - 1), blocks.size())
                        .clear();
            }
        },
        REPLACED {
            @Override
            void make(List<byte[]> blocks, Random random) {
                int index = random.nextInt(blocks.size());
                random.nextBytes(blocks.get(index));
            }
        };

        abstract void make(List<byte[]> blocks, Random random);
    }

    /** Whatever is changed, nothing but right bytes comes out, and the connection ends. */
    @ParameterizedTest
    @EnumSource
    void changedBlockEndsTheConnection(Change change) {
        Seed.run(random -> {
            for (int round = 0; round < 2 * ROUNDS_OF_EACH; round++) {
                try (var victim = new Victim(random, true)) {
                    byte[] one = Rogue.encode(legal(random));
                    byte[] other = Rogue.encode(legalOfOther(random));
                    List<byte[]> blocks = new ArrayList<>(victim.rogues[0].seal(one));
                    change.make(blocks, random);
                    MpiError error = victim.play(join(blocks), join(victim.rogues[1].seal(other)), random);
                    assertThat(error).isNull();
                    victim.check(both(one, other));
                    assertThat(victim.receives.get(3).receive.isDone())
                            .as("message of the other rank")
                            .isTrue();
                }
            }
        });
    }

    /** What was encrypted for one connection is of no use on another, of the same ranks or not. */
    @Test
    void blocksOfAnotherConnectionEndIt() {
        Seed.run(random -> {
            byte[] one = Rogue.encode(legal(random));
            try (var victim = new Victim(random, true)) {
                List<byte[]> blocks = victim.rogues[1].seal(one);
                assertThat(victim.play(join(blocks), new byte[0], random)).isNull();
                assertThat(victim.receives).noneMatch(each -> each.receive.isDone());
                victim.check(List.of());
            }
        });
    }

    private static byte[] join(List<byte[]> parts) {
        var all =
                ByteBuffer.allocate(parts.stream().mapToInt(part -> part.length).sum());
        parts.forEach(all::put);
        return all.array();
    }
}
