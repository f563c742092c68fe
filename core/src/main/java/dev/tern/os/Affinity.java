/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.os;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.stream.IntStream;

/** Which cpus a thread may run on. Threads and processes inherit it from the thread that starts them. */
public final class Affinity {
    /** Room for 1024 cpus, what the C library calls a cpu set; the system refuses less room than it has cpus. */
    private static final int LEAST_BYTES = 128;

    private static final int MOST_BYTES = 1 << 16;

    private Affinity() {}

    /** Access to affinities, or null where there is none. Takes milliseconds the first time. */
    public static Affinity probe() {
        if (!SystemCall.areAvailable()) {
            return null;
        }
        Affinity affinity = new Affinity();
        return affinity.get(0).length > 0 ? affinity : null;
    }

    /**
     * The cpus that a thread may run on.
     *
     * @param tid number of a thread in the system, 0 for the calling one
     * @return the numbers of the cpus, ascending; none if there is no such thread
     */
    public int[] get(int tid) {
        try (Arena arena = Arena.ofConfined()) {
            for (int bytes = LEAST_BYTES; bytes <= MOST_BYTES; bytes *= 2) {
                MemorySegment mask = arena.allocate(bytes, Long.BYTES);
                if (call(SystemCall.SCHED_GETAFFINITY, tid, mask) >= 0) {
                    return IntStream.range(0, bytes * Byte.SIZE)
                            .filter(cpu -> (mask.get(JAVA_BYTE, cpu / Byte.SIZE) >> cpu % Byte.SIZE & 1) != 0)
                            .toArray();
                }
            }
            return new int[0];
        }
    }

    /**
     * Moves a thread to some cpus and keeps it there.
     *
     * @param tid number of a thread in the system, 0 for the calling one
     * @param cpus at least one that exists and that the process is not shut out from; others are ignored
     * @return false if the system refuses, for there is no such cpu or no such thread of this user
     */
    public boolean set(int tid, int[] cpus) {
        int most = Arrays.stream(cpus).max().orElse(-1);
        if (Arrays.stream(cpus).anyMatch(cpu -> cpu < 0) || most >= MOST_BYTES * Byte.SIZE) {
            return false;
        }
        try (Arena arena = Arena.ofConfined()) {
            long bytes = Math.max(LEAST_BYTES, (most / Long.SIZE + 1) * (long) Long.BYTES);
            MemorySegment mask = arena.allocate(bytes, Long.BYTES);
            for (int cpu : cpus) {
                long at = cpu / Byte.SIZE;
                mask.set(JAVA_BYTE, at, (byte) (mask.get(JAVA_BYTE, at) | 1 << cpu % Byte.SIZE));
            }
            return call(SystemCall.SCHED_SETAFFINITY, tid, mask) == 0;
        }
    }

    /** Bit n of byte n/8 is cpu n: the words of the mask are little-endian on all systems that have this class. */
    private static long call(SystemCall call, int tid, MemorySegment mask) {
        return call.call(tid, mask.byteSize(), mask.address(), 0, 0, 0);
    }
}
