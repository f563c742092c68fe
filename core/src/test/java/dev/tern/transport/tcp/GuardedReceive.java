/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.match.Context;
import dev.tern.match.Kinds;
import dev.tern.match.Lane;
import dev.tern.match.RecvOperation;
import dev.tern.transport.tcp.Rogue.Forged;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A receive in the middle of a buffer, and what surrounds it. */
final class GuardedReceive {
    private static final int GUARD = 4096;
    private static final byte MARK = 0x33;

    final RecvOperation receive;
    private final ByteBuffer bytes; // of the buffer, from its first one on
    private final int length;

    GuardedReceive(Lane lane, Context context, int source, int tag, int length, boolean direct) {
        this.length = length;
        byte[] marks = new byte[length + 2 * GUARD];
        Arrays.fill(marks, MARK);
        bytes = direct ? ByteBuffer.allocateDirect(marks.length).put(marks).clear() : ByteBuffer.wrap(marks);
        receive = lane.newReceive(context, source, tag, direct ? bytes : marks, GUARD, length);
        lane.post(receive);
    }

    private byte[] copy(int from, int count) {
        byte[] copy = new byte[count];
        bytes.get(from, copy);
        return copy;
    }

    byte[] content() {
        return copy(GUARD, length);
    }

    /** What is there was sent as one message, and lies where it belongs. */
    void check(List<Forged> sent) {
        assertThat(copy(0, GUARD)).as("before the buffer").containsOnly(MARK);
        assertThat(copy(GUARD + length, GUARD)).as("behind the buffer").containsOnly(MARK);
        byte[] content = content();
        boolean isMessage = receive.isDone()
                ? contents(sent, true).stream().anyMatch(message -> isWhole(content, message))
                : contents(sent, false).stream().anyMatch(message -> isBegun(content, message));
        assertThat(isMessage)
                .as("%s, done %s, %d bytes", receive.describe(), receive.isDone(), receive.bytes())
                .isTrue();
    }

    private boolean isWhole(byte[] content, byte[] message) {
        int n = (int) receive.bytes();
        return message.length >= n && Arrays.equals(content, 0, n, message, 0, n) && isUntouched(content, n);
    }

    private static boolean isBegun(byte[] content, byte[] message) {
        int n = Arrays.mismatch(content, message);
        return isUntouched(content, n < 0 ? content.length : n);
    }

    private static boolean isUntouched(byte[] content, int from) {
        for (int i = from; i < content.length; i++) {
            if (content[i] != MARK) {
                return false;
            }
        }
        return true;
    }

    /** The messages that some records carry: those of one record, and those of the pieces for one receive. */
    private static List<byte[]> contents(List<Forged> sent, boolean onlyWhole) {
        List<byte[]> contents = new ArrayList<>(List.of(new byte[0]));
        for (Forged first : sent) {
            if (first.kind() == Kinds.EAGER && (first.isWhole() || !onlyWhole)) {
                contents.add(first.payload());
            } else if (first.kind() == Kinds.DATA) {
                var pieces = ByteBuffer.allocate(
                        sent.stream().mapToInt(each -> each.payload().length).sum());
                sent.stream()
                        .filter(each -> each.kind() == Kinds.DATA && each.a() == first.a())
                        .forEach(each -> pieces.put(each.payload()));
                contents.add(Arrays.copyOf(pieces.array(), pieces.position()));
            }
        }
        return contents;
    }
}
