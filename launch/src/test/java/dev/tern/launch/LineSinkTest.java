/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class LineSinkTest {
    private static final long LONGER_THAN_IDLE_MILLIS = 120;

    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final LineSink sink = new LineSink(written);
    private final RankStream first = stream(0, null);
    private final RankStream second = stream(1, null);

    private RankStream stream(int rank, LineMark mark) {
        return new RankStream(null, new Rank(rank, new App(), List.of(), null, true), null, sink, mark);
    }

    private boolean accept(RankStream stream, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        return sink.accept(stream, bytes, bytes.length);
    }

    private String written() {
        return written.toString(StandardCharsets.ISO_8859_1);
    }

    private static LineMark tag(int rank) {
        Settings settings = new Settings();
        settings.tagOutput = true;
        return new LineMark(settings, rank, false);
    }

    @Test
    void linesAreNeverMixed() {
        assertThat(accept(first, "a1 ")).isTrue();
        assertThat(accept(second, "b1\nb2")).isTrue();
        assertThat(accept(first, "a1\na2\n")).isFalse();
        assertThat(accept(second, " b2\n")).isFalse();
        assertThat(written()).isEqualTo("b1\na1 a1\na2\nb2 b2\n");
    }

    @Test
    void theLastLineNeedsNoEnd() {
        accept(first, "a");
        accept(second, "b");
        sink.finish(first);
        sink.finish(second);
        assertThat(written()).isEqualTo("a\nb");
    }

    @Test
    void promptsAreShownWhenIdle() throws InterruptedException {
        accept(first, "name? ");
        sink.showIdle();
        assertThat(written()).isEmpty();
        Thread.sleep(LONGER_THAN_IDLE_MILLIS);
        sink.showIdle();
        assertThat(written()).isEqualTo("name? ");
        accept(second, "b");
        Thread.sleep(LONGER_THAN_IDLE_MILLIS);
        sink.showIdle();
        assertThat(written()).isEqualTo("name? ");
        accept(first, "hi\n");
        assertThat(written()).isEqualTo("name? hi\n");
        accept(second, "b\n");
        assertThat(written()).isEqualTo("name? hi\nbb\n");
    }

    @Test
    void othersBeginANewLineAfterAPrompt() throws InterruptedException {
        accept(first, "name? ");
        Thread.sleep(LONGER_THAN_IDLE_MILLIS);
        sink.showIdle();
        accept(second, "b\n");
        accept(first, "hi\n");
        assertThat(written()).isEqualTo("name? \nb\nhi\n");
    }

    @Test
    void messagesBeginANewLine() {
        accept(first, "a");
        sink.finish(first);
        sink.print("message\n".getBytes(StandardCharsets.ISO_8859_1));
        assertThat(written()).isEqualTo("a\nmessage\n");
    }

    @Test
    void marksStandBeforeEveryLine() throws InterruptedException {
        RankStream marked = stream(0, tag(0));
        RankStream other = stream(1, tag(1));
        accept(marked, "a1\n\na");
        accept(marked, "3\na4");
        Thread.sleep(LONGER_THAN_IDLE_MILLIS);
        sink.showIdle();
        accept(marked, "!\na5");
        accept(other, "b\n");
        sink.finish(marked);
        assertThat(written())
                .isEqualTo("[1,0]<stdout>:a1\n[1,0]<stdout>:\n[1,0]<stdout>:a3\n[1,0]<stdout>:a4!\n"
                        + "[1,1]<stdout>:b\n[1,0]<stdout>:a5");
    }

    @Test
    void markForms() {
        Settings settings = new Settings();
        settings.prependRank = true;
        assertThat(new LineMark(settings, 3, false).bytes()).asString().isEqualTo("[3] ");
        settings.timestampOutput = true;
        assertThat(new String(new LineMark(settings, 3, true).bytes(), StandardCharsets.ISO_8859_1))
                .matches("\\d{4}-\\d\\d-\\d\\dT[\\d:.]+<stderr>:\\[3] ");
    }

    @Test
    void oneStreamComesOutAsItWentIn() {
        byte[] all = new byte[256 * 20];
        for (int i = 0; i < all.length; i++) {
            all[i] = (byte) (i * 7);
        }
        for (int from = 0; from < all.length; from += 100) {
            byte[] chunk = java.util.Arrays.copyOfRange(all, from, Math.min(all.length, from + 100));
            sink.accept(first, chunk, chunk.length);
        }
        sink.finish(first);
        assertThat(written.toByteArray()).isEqualTo(all);
    }

    @Test
    void memoryForALineIsBounded() {
        String part = "x".repeat(100_000);
        for (int i = 0; i < 30; i++) {
            accept(first, part);
        }
        assertThat(first.pending.size()).isLessThan(1_200_000);
        sink.finish(first);
        assertThat(written.size()).isEqualTo(3_000_000);
    }

    @Test
    void aBrokenPipeIsNoticedOnce() {
        LineSink broken = new LineSink(new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("Broken pipe");
            }
        });
        assertThat(broken.isBroken()).isFalse();
        broken.accept(first, new byte[] {'\n'}, 1);
        assertThat(broken.isBroken()).isTrue();
        broken.accept(first, new byte[] {'\n'}, 1);
    }
}
