/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.config;

import java.nio.file.Files;
import java.nio.file.Path;

/** What {@code auto} comes to: the values that suit a number of local ranks on a number of processors. */
public final class Automatic {
    /**
     * Payload areas of all rings of a machine together, if none gets too small by that. Long messages pass through them: with
     * 2 MB for each of two ranks osu_bw reached 30 to 35 GB/s above 16 KB where 128 KB gave 2 to 8, and 64 KB took 4 instead
     * of 9 microseconds (Zen 4, one run of each).
     */
    private static final int ALL_RING_BYTES = 1 << 24;

    private static final int MOST_RING_BYTES = 1 << 21;
    private static final int LEAST_RING_BYTES = 1 << 15;

    /** With arrays 8 KB took 0.51 µs instead of the 0.72 with a rendezvous, 16 KB 0.99 instead of 1.22 (best of 3 to 5 runs). */
    private static final int EAGER_LIMIT = 1 << 14;

    /** To ask takes as long as a short message there and back. */
    private static final int TCP_EAGER_LIMIT = 1 << 20;

    /**
     * Copying once pays from 2 KB (0.22 µs either way) on: 4 KB 0.24 instead of 0.34 µs, 8 KB 0.27 instead of 0.51. Below 4 KB no
     * sender waits for its receiver.
     */
    private static final int SHORTEST_HEAP_READ = 1 << 12;

    /**
     * Both sides copy at once, the sooner the smaller the pieces; each costs the transfer of a cache line. 64 KB in pieces of 32
     * KB took 3.0 µs, in one 3.7; 256 KB 8.9 instead of 12.4; 1 MB 35 instead of 39.
     */
    private static final int PIECE_BYTES = 1 << 15;

    /**
     * With a core for each rank the system's copy is slower than two that go on at the same time: 64 KB 6.4 instead of 3.0 µs, 1 MB
     * 81 instead of 35. Without, the two would have to take turns.
     */
    private static final int SHORTEST_PROCESS_READ = 1 << 16;

    private static final int MOST_LANES = 8;

    /** Lanes times local ranks: each lane has rings between all of them. */
    private static final int MOST_LANE_RANKS = 64;

    private static final int FEWEST_FOR_DOORBELL = 16;

    /** About a millisecond of polling. */
    private static final int SPIN_WITH_CORE = 20_000;

    private static final int SPIN_WITHOUT_CORE = 2;
    private static final int YIELDS = 1000;
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    private Automatic() {}

    /** For {@link Parameter#RING_BYTES}. */
    public static int ringBytes(int localRanks, int lanes) {
        int share = ALL_RING_BYTES / localRanks / localRanks / lanes;
        return Integer.highestOneBit(Math.clamp(share, LEAST_RING_BYTES, MOST_RING_BYTES));
    }

    /** For {@link Parameter#EAGER_LIMIT}. */
    public static int eagerLimit() {
        return EAGER_LIMIT;
    }

    /** For {@link Parameter#TCP_EAGER_LIMIT}. */
    public static int tcpEagerLimit() {
        return TCP_EAGER_LIMIT;
    }

    /** For {@link Parameter#HEAP_READ}. */
    public static int shortestHeapRead() {
        return SHORTEST_HEAP_READ;
    }

    /** For {@link Parameter#PIECE_BYTES}. */
    public static int pieceBytes() {
        return PIECE_BYTES;
    }

    /** For {@link Parameter#PROCESS_READ}; 0 for never. */
    public static int shortestProcessRead(int localRanks, int cores) {
        return localRanks <= cores ? 0 : SHORTEST_PROCESS_READ;
    }

    /** For {@link Parameter#DOORBELL}. */
    public static int fewestForDoorbell() {
        return FEWEST_FOR_DOORBELL;
    }

    /** For {@link Parameter#LANES}. */
    public static int lanes(boolean concurrent, int localRanks, int cores) {
        return concurrent
                ? Math.clamp(MOST_LANE_RANKS / localRanks, 1, Math.min(MOST_LANES, Math.max(2, 2 * cores)))
                : 1;
    }

    /** For {@link Parameter#SPIN}. */
    public static int spins(int localRanks, int cores) {
        return localRanks <= cores ? SPIN_WITH_CORE : SPIN_WITHOUT_CORE;
    }

    /** For {@link Parameter#YIELD}. */
    public static int yields() {
        return YIELDS;
    }

    /** For {@link Parameter#SHM_DIR}: the folders to try, in this order. */
    public static Path[] folders() {
        return new Path[] {SHARED_MEMORY, Path.of(System.getProperty("java.io.tmpdir"))};
    }

    /** The value for users, {@code auto} for a parameter about which more has to be known. */
    public static String text(Parameter parameter, int localRanks, int cores) {
        return switch (parameter) {
            case EAGER_LIMIT -> String.valueOf(eagerLimit());
            case TCP_EAGER_LIMIT -> String.valueOf(tcpEagerLimit());
            case HEAP_READ -> String.valueOf(shortestHeapRead());
            case PIECE_BYTES -> String.valueOf(pieceBytes());
            case PROCESS_READ -> String.valueOf(shortestProcessRead(localRanks, cores));
            case DOORBELL -> String.valueOf(fewestForDoorbell());
            case RING_BYTES -> String.valueOf(ringBytes(localRanks, 1));
            case SPIN -> String.valueOf(spins(localRanks, cores));
            case YIELD -> String.valueOf(yields());
            case SHM_DIR -> firstWritable(folders());
            default -> "auto";
        };
    }

    private static String firstWritable(Path[] folders) {
        for (Path folder : folders) {
            if (Files.isDirectory(folder) && Files.isWritable(folder)) {
                return folder.toString();
            }
        }
        return folders[folders.length - 1].toString();
    }
}
