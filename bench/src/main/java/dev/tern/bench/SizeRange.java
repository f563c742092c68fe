/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench;

import java.util.ArrayList;
import java.util.List;

/**
 * The message sizes of a run: from the smallest, doubled until the largest.
 *
 * @param min the smallest size in bytes
 * @param max the largest size in bytes
 */
public record SizeRange(int min, int max) {
    /** The largest message of any benchmark. */
    private static final int LIMIT = 1 << 30;

    /**
     * Reads {@code MAX}, {@code MIN:MAX}, {@code MIN:} or {@code :MAX}.
     *
     * @param text what option -m was given
     * @param defaults the range to take a missing end from
     * @return the range
     * @throws UsageException when the text is no such range
     */
    public static SizeRange parse(String text, SizeRange defaults) throws UsageException {
        int colon = text.indexOf(':');
        String from = colon < 0 ? "" : text.substring(0, colon);
        String to = text.substring(colon + 1);
        if (from.isEmpty() && to.isEmpty()) {
            throw wrong(text);
        }
        SizeRange range = new SizeRange(
                from.isEmpty() ? Math.min(defaults.min, size(to, text)) : size(from, text),
                to.isEmpty() ? defaults.max : size(to, text));
        if (range.min > range.max) {
            throw new UsageException(
                    "-m %s: the smallest size, %d, is above the largest, %d".formatted(text, range.min, range.max));
        }
        return range;
    }

    private static int size(String number, String text) throws UsageException {
        try {
            int size = Integer.parseInt(number);
            if (size < 0 || size > LIMIT) {
                throw wrong(text);
            }
            return size;
        } catch (NumberFormatException e) {
            throw wrong(text);
        }
    }

    private static UsageException wrong(String text) {
        return new UsageException("-m %s: expected MAX or MIN:MAX in bytes, each from 0 to %d".formatted(text, LIMIT));
    }

    /**
     * All sizes of the range.
     *
     * @param unit every size is a multiple of this many bytes
     * @return the sizes, ascending
     */
    public List<Integer> sizes(int unit) {
        List<Integer> sizes = new ArrayList<>();
        long first = ((long) min + unit - 1) / unit * unit;
        for (long size = first; size <= max; size = size == 0 ? unit : size * 2) {
            sizes.add((int) size);
        }
        return sizes;
    }
}
