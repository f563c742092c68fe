/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.pattern;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Optional;

/**
 * The contents of validated messages: message number k carries a window of one pseudo-random text that begins at k
 * modulo {@value #SHIFTS}, so a message that is lost, repeated, swapped or shifted shows, and both filling and
 * verifying run at the speed of memory.
 */
final class Payload {
    /** Number of different contents; a prime, so that no power of two of messages repeats itself. */
    static final int SHIFTS = 251;

    private final MemorySegment text;

    Payload(int largest) {
        byte[] bytes = new byte[largest + SHIFTS];
        int state = 0x7E54;
        for (int i = 0; i < bytes.length; i++) {
            state = state * 1_103_515_245 + 12_345;
            byte value = (byte) (state >>> 16);
            bytes[i] = value == Area.UNTOUCHED ? 0 : value;
        }
        text = MemorySegment.ofArray(bytes);
    }

    /** Writes message number {@code message} at {@code offset} of the area. */
    void write(Area area, long offset, int size, long message) {
        MemorySegment.copy(text, message % SHIFTS, area.bytes(), offset, size);
    }

    /** Compares the bytes at {@code offset} of the area with message number {@code message}. */
    Optional<String> verify(Area area, long offset, int size, long message) {
        long shift = message % SHIFTS;
        long at = MemorySegment.mismatch(area.bytes(), offset, offset + size, text, shift, shift + size);
        if (at < 0) {
            return Optional.empty();
        }
        byte found = area.bytes().get(ValueLayout.JAVA_BYTE, offset + at);
        byte expected = text.get(ValueLayout.JAVA_BYTE, shift + at);
        return Optional.of("byte %d is 0x%02x instead of 0x%02x".formatted(at, found, expected));
    }
}
