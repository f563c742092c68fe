/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.stress;

import dev.tern.datatype.MappedMemory;
import dev.tern.transport.Link;

/** Records that tell by every byte which one they are. */
final class Records {
    /** A payload in the first cache line of a slot. */
    static final int FIRST_LINE = 48;

    /** One that takes both lines. */
    static final int SLOT = 112;

    /** One in the payload area, of which four fit. */
    static final int AREA = 1000;

    private static final int KIND = 9;
    private static final int NUMBERS = 64;
    private static final byte[][] CONTENTS = new byte[NUMBERS][AREA];

    static {
        for (int number = 0; number < NUMBERS; number++) {
            for (int i = 0; i < AREA; i++) {
                CONTENTS[number][i] = content(number, i);
            }
        }
    }

    private Records() {}

    private static byte content(int number, int at) {
        return (byte) (number * 59 + at * 3 + (at >>> 6) + 1);
    }

    /** The payload of a record, cut to its length by whoever uses it. */
    static byte[] payload(int number) {
        return CONTENTS[number];
    }

    static boolean offer(Link link, int number, int length) {
        return link.offer(KIND, number, ~number, CONTENTS[number], 0, length);
    }

    /** Takes the next record: its number, 0 if there is none, -1 if any part of it is not as it was written. */
    static int take(Link link, int length) {
        long header = link.peek();
        if (header == 0) {
            return 0;
        }
        int number = check(link, header, length);
        link.advance(header);
        return number;
    }

    private static int check(Link link, long header, int length) {
        long words = link.words();
        int number = (int) words;
        if (Link.kind(header) != KIND
                || Link.length(header) != length
                || (int) (words >>> 32) != ~number
                || number <= 0
                || number >= NUMBERS) {
            return -1;
        }
        MappedMemory memory = link.payload();
        byte[] payload = memory.copy(link.payloadOffset(header), length);
        return isPayload(number, payload, length) ? number : -1;
    }

    static boolean isPayload(int number, byte[] payload, int length) {
        for (int i = 0; i < length; i++) {
            if (payload[i] != content(number, i)) {
                return false;
            }
        }
        return true;
    }

    /** Sends records through a fresh ring, so that it is a few places before its end and full of old ones. */
    static void roll(Rings.Ends ends, int records, int length) {
        for (int i = 0; i < records; i++) {
            int number = NUMBERS - 1 - i % 8;
            if (!offer(ends.left(), number, length) || take(ends.right(), length) != number) {
                throw new IllegalStateException("a ring that nobody else uses has lost record " + i);
            }
        }
    }
}
