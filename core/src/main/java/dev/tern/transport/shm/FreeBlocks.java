/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.transport.shm;

import java.util.Map;
import java.util.TreeMap;

/** The free blocks of a heap: the first one that fits is taken, neighbours become one. Not safe for use by several threads. */
final class FreeBlocks {
    static final long NONE = -1;

    private final TreeMap<Long, Long> sizes = new TreeMap<>(); // by place

    /** Takes a block; {@link #NONE} if none is large enough. */
    long take(long size) {
        for (Map.Entry<Long, Long> block : sizes.entrySet()) {
            long rest = block.getValue() - size;
            if (rest >= 0) {
                return takeFrom(block.getKey(), size, rest);
            }
        }
        return NONE;
    }

    private long takeFrom(long place, long size, long rest) {
        sizes.remove(place);
        if (rest > 0) {
            sizes.put(place + size, rest);
        }
        return place;
    }

    /** Gives a block back. */
    void give(long place, long size) {
        long start = place;
        long end = place + size;
        Map.Entry<Long, Long> before = sizes.lowerEntry(place);
        if (before != null && before.getKey() + before.getValue() == place) {
            start = before.getKey();
        }
        Long behind = sizes.remove(end);
        if (behind != null) {
            end += behind;
        }
        sizes.put(start, end - start);
    }

    /** Size of the free block that ends at {@code end}, 0 if there is none. */
    long endingAt(long end) {
        Map.Entry<Long, Long> last = sizes.lowerEntry(end);
        return last != null && last.getKey() + last.getValue() == end ? last.getValue() : 0;
    }
}
