/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.tern.error.ErrorClass;
import dev.tern.error.MpiError;
import dev.tern.testing.Seed;
import dev.tern.testing.Threads;
import dev.tern.transport.ring.RingGeometry;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What every link must do, whatever it is made of. */
@Timeout(60)
public abstract class LinkContractTest {
    /** Small, so that everything wraps around often. */
    protected static final RingGeometry GEOMETRY = new RingGeometry(16, 1 << 13);

    private static final int HARMLESS_KIND = 7;

    private Link left;
    private Link right;

    /** Two ends of a link: what is offered to one arrives at the other. May be one and the same, for a link to itself. */
    public record Ends(Link left, Link right) {}

    protected abstract Ends connect() throws Exception;

    /** Whether a link has the two areas of a ring, for headers and for payloads, and no more room than these. */
    protected boolean isRing() {
        return true;
    }

    @BeforeEach
    void connectEnds() throws Exception {
        Ends ends = connect();
        left = ends.left();
        right = ends.right();
    }

    // Record n of a test: kind, words and content follow from n and the length.

    private static int kindOf(long n) {
        return 1 + (int) (n % 255);
    }

    private static int wordOf(long n) {
        return (int) (n * 0x9E37_79B9L);
    }

    private static byte[] contentOf(long n, int length) {
        byte[] content = new byte[length];
        for (int i = 0; i < length; i++) {
            content[i] = (byte) (n * 131 + i * 7 + (i >>> 8));
        }
        return content;
    }

    private static boolean put(Link link, long n, int length) {
        return link.offer(kindOf(n), wordOf(n), ~wordOf(n), contentOf(n, length), 0, length);
    }

    private void take(Link link, long n, int length) {
        long header = link.peek();
        for (long start = System.nanoTime(); header == 0 && !isRing(); header = link.peek()) {
            left.flush(); // what the system has not taken yet
            right.flush();
            if (System.nanoTime() - start > 10_000_000_000L) {
                break;
            }
        }
        if (header == 0) {
            throw new AssertionError("record " + n + " of " + length + " bytes has not arrived");
        }
        takeArrived(link, header, n, length);
    }

    private static void takeArrived(Link link, long header, long n, int length) {
        long words = link.words();
        boolean right = Link.kind(header) == kindOf(n)
                && Link.length(header) == length
                && (int) words == wordOf(n)
                && (int) (words >>> 32) == ~wordOf(n)
                && link.payload()
                                .segment()
                                .asSlice(link.payloadOffset(header), length)
                                .mismatch(MemorySegment.ofArray(contentOf(n, length)))
                        < 0;
        if (!right) {
            throw new AssertionError("record " + n + " of " + length + " bytes arrived as kind " + Link.kind(header)
                    + " with " + Link.length(header) + " bytes, words " + Long.toHexString(words));
        }
        link.advance(header);
    }

    private static void assertEmpty(Link link) {
        assertThat(link.peek()).as("header of an empty link").isZero();
    }

    @Test
    void newLinkIsEmptyAndSaysHowMuchItTakes() {
        assertEmpty(left);
        assertEmpty(right);
        assertThat(left.maxPayload()).isEqualTo(right.maxPayload()).isGreaterThan(48);
        assertThat(left.maxPayload() % 64).isZero();
        assertThat(left.peerIsGone()).isFalse();
    }

    @Test
    void recordStaysUntilItIsAdvancedOver() {
        put(left, 1, 10);
        put(left, 2, 300);

        assertThat(right.peek()).isNotZero().isEqualTo(right.peek());
        take(right, 1, 10);
        assertThat(right.peek()).isNotZero().isEqualTo(right.peek());
        take(right, 2, 300);
        assertEmpty(right);
    }

    @Test
    void contentOfEveryLengthArrives() {
        int max = left.maxPayload();
        long n = 0;
        for (int length = 0; length <= 200; length++) {
            assertThat(put(left, ++n, length)).isTrue();
            take(right, n, length);
        }
        for (int multiple = 64; multiple <= max; multiple += 64) {
            for (int length = multiple - 1; length <= Math.min(multiple + 1, max); length++) {
                assertThat(put(left, ++n, length)).isTrue();
                take(right, n, length);
            }
        }
        assertEmpty(right);
    }

    @Test
    void everyKindAndAllWordsArrive() {
        int[] words = {0, 1, -1, Integer.MIN_VALUE, Integer.MAX_VALUE, 0x8000_0000, 0x1234_5678};
        for (int kind = 1; kind <= 255; kind++) {
            for (int a : words) {
                for (int b : words) {
                    assertThat(left.offer(kind, a, b, null, 0, 0)).isTrue();
                    long header = right.peek();
                    assertThat(Link.kind(header)).isEqualTo(kind);
                    assertThat(Link.length(header)).isZero();
                    assertThat((int) right.words()).isEqualTo(a);
                    assertThat((int) (right.words() >>> 32)).isEqualTo(b);
                    right.advance(header);
                }
            }
        }
    }

    @Test
    void threeLongWordsArePayloadOfTwentyFourBytes() {
        assertThat(left.offer(3, -5, 9, Long.MIN_VALUE, 0x0123_4567_89ab_cdefL, -1))
                .isTrue();

        long header = right.peek();
        assertThat(Link.kind(header)).isEqualTo(3);
        assertThat(Link.length(header)).isEqualTo(24);
        assertThat(right.words()).isEqualTo(9L << 32 | 0xffff_fffbL);
        long at = right.payloadOffset(header);
        assertThat(right.payload().segment().get(ValueLayout.JAVA_LONG, at)).isEqualTo(Long.MIN_VALUE);
        assertThat(right.payload().segment().get(ValueLayout.JAVA_LONG, at + 8)).isEqualTo(0x0123_4567_89ab_cdefL);
        assertThat(right.payload().segment().get(ValueLayout.JAVA_LONG, at + 16))
                .isEqualTo(-1);
        right.advance(header);
        assertEmpty(right);
    }

    @Test
    void payloadsComeFromTheMiddleOfAnyBuffer() {
        byte[] content = contentOf(1, 1000);
        double[] doubles = new double[125];
        MemorySegment.ofArray(doubles).copyFrom(MemorySegment.ofArray(content));
        ByteBuffer direct = ByteBuffer.allocateDirect(1000).put(0, content).position(990);

        for (Object buffer : new Object[] {content, doubles, direct, ByteBuffer.wrap(content)}) {
            for (int length : new int[] {8, 48, 49, 640}) {
                assertThat(left.offer(HARMLESS_KIND, 0, 0, buffer, 16, length)).isTrue();
                long header = right.peek();
                byte[] arrived = right.payload()
                        .segment()
                        .asSlice(right.payloadOffset(header), length)
                        .toArray(ValueLayout.JAVA_BYTE);
                assertThat(arrived)
                        .as("%d bytes of %s", length, buffer.getClass())
                        .isEqualTo(Arrays.copyOfRange(content, 16, 16 + length));
                right.advance(header);
            }
        }
    }

    @Test
    void fullLinkRefusesAndRecovers() {
        for (int length : new int[] {0, 48, 49, 200, left.maxPayload()}) {
            for (int round = 0; round < 5; round++) {
                int taken = 0;
                while (put(left, taken, length)) {
                    taken++;
                    assertThat(taken).as("records that fit").isLessThan(isRing() ? 1000 : 10_000_000);
                }
                assertThat(taken).isPositive();
                if (isRing()) {
                    assertThat(put(left, taken, length)).isFalse();
                    assertThat(left.offer(HARMLESS_KIND, 0, 0, contentOf(0, length), 0, length))
                            .isFalse();
                }

                for (int n = 0; n < taken; n++) {
                    take(right, n, length);
                }
                assertEmpty(right);
            }
        }
    }

    @Test
    void refusedRecordLeavesNoTrace() {
        assumeThat(isRing()).isTrue();
        int max = left.maxPayload();
        int large = 0;
        while (put(left, large, max)) {
            large++;
        }
        assertThat(put(left, large, 48)).as("a small one needs no payload area").isTrue();
        assertThat(put(left, large + 1, max)).isFalse();
        assertThat(left.offer(HARMLESS_KIND, 1, 2, 3L, 4L, 5L)).isTrue();

        for (int n = 0; n < large; n++) {
            take(right, n, max);
        }
        take(right, large, 48);
        assertThat(Link.kind(right.peek())).isEqualTo(HARMLESS_KIND);
        right.advance(right.peek());
        assertEmpty(right);
    }

    @Test
    void largestPayloadAlwaysFitsIntoAnIdleLink() {
        Seed.run(random -> {
            int max = left.maxPayload();
            for (long n = 0; n < 3000; n += 2) {
                int before = random.nextInt(max + 1);
                assertThat(put(left, n, before)).isTrue();
                take(right, n, before);
                assertThat(put(left, n + 1, max)).as("after %d bytes", before).isTrue();
                take(right, n + 1, max);
            }
        });
    }

    @Test
    void everythingWrapsAroundManyTimes() {
        Seed.run(random -> {
            int[] lengths = new int[1 << 10];
            long offered = 0;
            long taken = 0;
            for (long bytes = 0; bytes < 3_000_000; ) {
                for (int burst = random.nextInt(40); burst > 0; burst--) {
                    int length = randomLength(random);
                    if (!put(left, offered, length)) {
                        break;
                    }
                    lengths[(int) offered++ & lengths.length - 1] = length;
                    bytes += length;
                }
                for (int burst = random.nextInt(40); burst > 0 && taken < offered; burst--) {
                    take(right, taken, lengths[(int) taken++ & lengths.length - 1]);
                }
            }
            while (taken < offered) {
                take(right, taken, lengths[(int) taken++ & lengths.length - 1]);
            }
            assertEmpty(right);
        });
    }

    private int randomLength(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> random.nextInt(49);
            case 1 -> 40 + random.nextInt(40);
            case 2 -> 64 * random.nextInt(left.maxPayload() / 64 + 1);
            default -> random.nextInt(left.maxPayload() + 1);
        };
    }

    /** As a rendezvous does it: the sender gives what the link takes, the receiver takes what has come, and short records follow. */
    @Test
    void longPayloadsArrivePieceByPiece() {
        byte[] content = contentOf(1, 3_000_001);
        for (Object from :
                new Object[] {content, ByteBuffer.allocateDirect(content.length).put(content)}) {
            for (Object to : new Object[] {new byte[content.length], ByteBuffer.allocateDirect(content.length)}) {
                moveLong(from, to, content.length);
                byte[] got = new byte[content.length];
                MemorySegment.ofArray(got)
                        .copyFrom(
                                to instanceof byte[] array
                                        ? MemorySegment.ofArray(array)
                                        : MemorySegment.ofBuffer((ByteBuffer) to));
                assertThat(Arrays.equals(got, content)).as("content").isTrue();
                assertThat(put(left, 7, 20)).isTrue();
                take(right, 7, 20);
            }
        }
    }

    private void moveLong(Object from, Object to, int length) {
        if (from instanceof ByteBuffer buffer) {
            buffer.clear();
        }
        int sent = 0;
        int received = 0;
        long start = System.nanoTime();
        while (received < length) {
            if (sent < length) {
                sent += left.stream(HARMLESS_KIND, 1, 2, from, sent, Math.min(left.piece(4096), length - sent));
            } else {
                left.flush();
            }
            long header = right.peek();
            if (header != 0) {
                received += right.drain(header, to, received);
                if (right.drained() == 0 || right.drained() == Link.length(header)) {
                    right.advance(header);
                }
            }
            assertThat(System.nanoTime() - start)
                    .as("%d of %d bytes", received, length)
                    .isLessThan(30_000_000_000L);
        }
    }

    @Test
    void directionsDoNotTouchEachOther() {
        assumeThat(left).isNotSameAs(right);
        for (int n = 0; n < 100; n++) {
            put(left, n, n);
            put(right, 1000 + n, 2 * n);
            take(right, n, n);
            take(left, 1000 + n, 2 * n);
        }
        while (put(left, 0, 100)) {
            // until it is full
        }
        assertEmpty(left);
        assertThat(put(right, 5, 60)).isTrue();
        take(left, 5, 60);
    }

    @Test
    void lengthThatCannotBeIsAnErrorBeforeItIsUsed() {
        assumeThat(isRing()).isTrue();
        put(left, 1, 100);
        long header = right.peek();

        for (int length : new int[] {right.maxPayload() + 1, 1 << 20, 0xff_ffff}) {
            long forged = (header & ~0xff_ffffL) | length;
            assertThatExceptionOfType(MpiError.class)
                    .isThrownBy(() -> right.payloadOffset(forged))
                    .withMessageContaining(String.valueOf(length))
                    .matches(e -> e.errorClass() == ErrorClass.INTERN);
        }
        take(right, 1, 100);
    }

    @Test
    void producerAndConsumerMayBeTwoThreads() {
        Seed.run(random -> {
            long seed = random.nextLong();
            Threads.together(() -> produce(left, seed), () -> consume(right, seed));
            assertEmpty(right);
        });
    }

    @Test
    void bothEndsMaySendAtTheSameTime() {
        assumeThat(left).isNotSameAs(right);
        Seed.run(random -> {
            long seed = random.nextLong();
            Threads.together(
                    () -> produce(left, seed),
                    () -> consume(right, seed),
                    () -> produce(right, ~seed),
                    () -> consume(left, ~seed));
        });
    }

    private static final int STRESS_RECORDS = 50_000;

    private static int stressLength(SplittableRandom random, int max) {
        return random.nextInt(16) == 0 ? random.nextInt(max + 1) : random.nextInt(80);
    }

    private static void produce(Link link, long seed) throws InterruptedException {
        var random = new SplittableRandom(seed);
        for (int n = 0; n < STRESS_RECORDS; n++) {
            int length = stressLength(random, link.maxPayload());
            while (!put(link, n, length)) {
                Threads.pause();
            }
        }
        while (!link.flush()) {
            Threads.pause();
        }
    }

    private static void consume(Link link, long seed) throws InterruptedException {
        var random = new SplittableRandom(seed);
        for (int n = 0; n < STRESS_RECORDS; n++) {
            int length = stressLength(random, link.maxPayload());
            long header;
            while ((header = link.peek()) == 0) {
                Threads.pause();
            }
            takeArrived(link, header, n, length);
        }
    }
}
