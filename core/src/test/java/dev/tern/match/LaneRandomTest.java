/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.match;

import static dev.tern.match.Operation.ANY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.error.ErrorClass;
import dev.tern.testing.Seed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Thousands of random operations on three ranks, beside the simplest model of what MPI says. */
@Timeout(60)
class LaneRandomTest {
    private static final int RANKS = 3;
    private static final int[] CONTEXTS = {Lanes.WORLD, Lanes.OTHER};
    private static final int TAGS = 3;

    /** Where the messages of this test are. */
    Lanes lanes() {
        return new Lanes(RANKS);
    }

    /** Bytes of the longest message. */
    int maxLength() {
        return 3000;
    }

    /** A message; {@code order} counts sends, {@code operation} is null where the send was done at once. */
    private record Sent(int order, int from, int to, int context, int tag, byte[] data, SendOperation operation) {}

    /** A receive; {@code order} counts posts. The bytes behind {@code capacity} must never change. */
    private record Posted(
            int order,
            int rank,
            int source,
            int context,
            int tag,
            int capacity,
            byte[] buffer,
            RecvOperation operation) {
        boolean accepts(Sent message) {
            return context == message.context
                    && (source == ANY || source == message.from)
                    && (tag == ANY || tag == message.tag);
        }
    }

    /** One run: the lanes, and what the test has done with them. */
    private static final class Run {
        final Random random;
        final Lanes lanes;
        final int maxLength;
        final List<Sent> sent = new ArrayList<>();
        final List<Posted> posts = new ArrayList<>();

        /** Messages that have arrived at each rank and wait, oldest first; receives that wait, oldest first. */
        final List<List<Sent>> unexpected = new ArrayList<>();

        final List<List<Posted>> waiting = new ArrayList<>();

        Run(Random random, Lanes lanes, int maxLength) {
            this.random = random;
            this.lanes = lanes;
            this.maxLength = maxLength;
            for (int rank = 0; rank < RANKS; rank++) {
                unexpected.add(new ArrayList<>());
                waiting.add(new ArrayList<>());
            }
        }

        int rank() {
            return random.nextInt(RANKS);
        }

        int length() {
            return switch (random.nextInt(4)) {
                case 0 -> 4 + random.nextInt(50);
                case 1 -> 4 + random.nextInt(maxLength / 5);
                default -> 4 + random.nextInt(maxLength - 4);
            };
        }

        Sent send(int to) {
            int from = rank();
            int context = CONTEXTS[random.nextInt(2)];
            int tag = random.nextInt(TAGS);
            byte[] data = Lanes.message(sent.size(), length());
            for (int i = 0; i < 4; i++) {
                data[i] = (byte) (sent.size() >>> 8 * i); // tells which one it is
            }
            SendOperation operation = lanes.send(from, to, context, tag, data, random.nextInt(8) == 0);
            var message = new Sent(sent.size(), from, to, context, tag, data, operation);
            sent.add(message);
            return message;
        }

        Posted newPost(int rank, int source, int context, int tag, int capacity) {
            byte[] buffer = new byte[capacity + 8];
            RecvOperation operation =
                    lanes.lane(rank).newReceive(lanes.context(rank, context), source, tag, buffer, 0, capacity);
            var post = new Posted(posts.size(), rank, source, context, tag, capacity, buffer, operation);
            posts.add(post);
            return post;
        }

        Posted randomPost(int rank) {
            return newPost(
                    rank,
                    random.nextInt(5) < 2 ? ANY : rank(),
                    CONTEXTS[random.nextInt(2)],
                    random.nextInt(3) == 0 ? ANY : random.nextInt(TAGS),
                    random.nextInt(5) == 0 ? length() : maxLength);
        }
    }

    private static void assertGot(Posted post, Sent message) {
        RecvOperation receive = post.operation;
        int bytes = Math.min(message.data.length, post.capacity);
        boolean right = receive.isDone()
                && !receive.isCancelled()
                && receive.source() == message.from
                && receive.tag() == message.tag
                && receive.bytes() == bytes
                && receive.error() == (bytes < message.data.length ? ErrorClass.TRUNCATE : ErrorClass.SUCCESS)
                && receive.messageLength() == message.data.length
                && Arrays.equals(post.buffer, 0, bytes, message.data, 0, bytes);
        for (int i = bytes; i < post.buffer.length; i++) {
            right &= post.buffer[i] == 0;
        }
        if (!right) {
            throw new AssertionError("receive " + post.order + " should have got message " + message.order + " of "
                    + message.data.length + " bytes from rank " + message.from + ", tag " + message.tag + ", but: "
                    + receive.describe() + ", done " + receive.isDone() + ", " + receive.bytes() + " bytes, error "
                    + receive.error());
        }
    }

    /** Everything that is sent arrives before the next operation: the model says exactly what each of them gives. */
    @Test
    void agreesWithTheModelStepByStep() {
        Seed.run(random -> {
            var run = new Run(random, lanes(), maxLength());
            for (int step = 0; step < 12_000; step++) {
                int rank = run.rank();
                switch (random.nextInt(20)) {
                    case 0 -> cancel(run, rank);
                    case 1, 2 -> probe(run, rank);
                    case 3, 4 -> claim(run, rank);
                    case 5, 6, 7, 8, 9, 10, 11 -> send(run, rank);
                    default -> post(run, rank);
                }
            }
            for (int rank = 0; rank < RANKS; rank++) {
                for (Posted post : run.waiting.get(rank)) {
                    assertThat(post.operation.isDone()).isFalse();
                }
                List<Sent> left = run.unexpected.get(rank);
                while (!left.isEmpty()) {
                    Sent message = left.removeFirst();
                    Posted post = run.newPost(rank, message.from, message.context, message.tag, run.maxLength);
                    run.lanes.lane(rank).post(post.operation);
                    run.lanes.pump();
                    assertGot(post, message);
                }
            }
            assertThat(run.sent).allMatch(m -> m.operation == null || m.operation.isDone());
        });
    }

    private static void send(Run run, int to) {
        Sent message = run.send(to);
        run.lanes.pump();
        for (Posted post : run.waiting.get(to)) {
            if (post.accepts(message)) {
                run.waiting.get(to).remove(post);
                assertGot(post, message);
                assertThat(message.operation == null || message.operation.isDone())
                        .isTrue();
                return;
            }
        }
        run.unexpected.get(to).add(message);
    }

    private static void post(Run run, int rank) {
        Posted post = run.randomPost(rank);
        run.lanes.lane(rank).post(post.operation);
        run.lanes.pump();
        Sent message = firstFor(run, post);
        if (message != null) {
            run.unexpected.get(rank).remove(message);
            assertGot(post, message);
        } else {
            assertThat(post.operation.isDone()).isFalse();
            run.waiting.get(rank).add(post);
        }
    }

    private static Sent firstFor(Run run, Posted post) {
        return run.unexpected.get(post.rank).stream()
                .filter(post::accepts)
                .findFirst()
                .orElse(null);
    }

    private static void cancel(Run run, int rank) {
        List<Posted> waiting = run.waiting.get(rank);
        if (!waiting.isEmpty()) {
            Posted victim = waiting.remove(run.random.nextInt(waiting.size()));
            run.lanes.lane(rank).cancel(victim.operation);
            assertThat(victim.operation.isDone()).isTrue();
            assertThat(victim.operation.isCancelled()).isTrue();
        }
    }

    private static void probe(Run run, int rank) {
        Posted like = run.randomPost(rank);
        Message found = run.lanes.lane(rank).probe(run.lanes.context(rank, like.context), like.source, like.tag);
        assertFound(found, firstFor(run, like));
    }

    private static void claim(Run run, int rank) {
        Posted post = run.randomPost(rank);
        Message found = run.lanes.lane(rank).claim(run.lanes.context(rank, post.context), post.source, post.tag);
        Sent message = firstFor(run, post);
        assertFound(found, message);
        if (found != null) {
            run.unexpected.get(rank).remove(message);
            run.lanes.lane(rank).deliver(found, post.operation);
            run.lanes.pump();
            assertGot(post, message);
        }
    }

    private static void assertFound(Message found, Sent message) {
        if (message == null) {
            assertThat(found).isNull();
        } else {
            assertThat(found).isNotNull();
            assertThat(found.source()).isEqualTo(message.from);
            assertThat(found.tag()).isEqualTo(message.tag);
            assertThat(found.length()).isEqualTo(message.data.length);
        }
    }

    /** Messages arrive at any time: each one arrives once, as a whole, and none overtakes another that fits as well. */
    @Test
    void keepsTheOrderWheneverMessagesArrive() {
        Seed.run(random -> {
            for (int round = 0; round < 10; round++) {
                var run = new Run(random, lanes(), maxLength());
                for (int step = 0; step < 800; step++) {
                    int rank = run.rank();
                    switch (random.nextInt(8)) {
                        case 0, 1, 2 -> run.send(rank);
                        case 3, 4 -> run.lanes.lane(rank).progress();
                        default -> {
                            Posted post = run.randomPost(rank);
                            run.lanes.lane(rank).post(post.operation);
                        }
                    }
                }
                run.lanes.pump();
                receiveTheRest(run);
                assertOrder(run, whoGotWhat(run));
            }
        });
    }

    private static void receiveTheRest(Run run) {
        for (int rank = 0; rank < RANKS; rank++) {
            for (int context : CONTEXTS) {
                Context queues = run.lanes.context(rank, context);
                while (isLeft(run, rank, context)) {
                    run.lanes.pump();
                    if (queues.unexpected > 0) {
                        Posted post = run.newPost(rank, ANY, context, ANY, run.maxLength);
                        run.lanes.lane(rank).post(post.operation);
                        run.lanes.pumpUntil(post.operation::isDone);
                    }
                }
            }
        }
        run.lanes.pumpUntil(() -> run.sent.stream().allMatch(m -> m.operation == null || m.operation.isDone()));
    }

    private static boolean isLeft(Run run, int rank, int context) {
        long sent = run.sent.stream()
                .filter(m -> m.to == rank && m.context == context)
                .count();
        long received = run.posts.stream()
                .filter(p -> p.rank == rank && p.context == context && p.operation.isDone())
                .count();
        return received < sent;
    }

    /** The receive that each message went to. */
    private static Posted[] whoGotWhat(Run run) {
        Posted[] receivers = new Posted[run.sent.size()];
        for (Posted post : run.posts) {
            if (post.operation.isDone()) {
                int order = 0;
                for (int i = 0; i < 4; i++) {
                    order |= (post.buffer[i] & 0xff) << 8 * i;
                }
                Sent message = run.sent.get(order);
                assertThat(post.accepts(message)).isTrue();
                assertGot(post, message);
                assertThat(receivers[order]).as("message %d came twice", order).isNull();
                receivers[order] = post;
            }
        }
        assertThat(receivers).as("a message got lost").doesNotContainNull();
        assertThat(run.sent).allMatch(m -> m.operation == null || m.operation.isDone());
        return receivers;
    }

    private static void assertOrder(Run run, Posted[] receivers) {
        for (Sent first : run.sent) {
            for (Sent second : run.sent.subList(first.order + 1, run.sent.size())) {
                Posted ofFirst = receivers[first.order];
                Posted ofSecond = receivers[second.order];
                if (first.from == second.from
                        && ofFirst.rank == ofSecond.rank
                        && ofSecond.order < ofFirst.order
                        && ofSecond.accepts(first)) {
                    throw new AssertionError(
                            "message " + second.order + " has overtaken " + first.order + " from rank " + first.from);
                }
            }
        }
    }
}
