/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.transport.shm;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Memory of this rank that all local ranks have mapped: whoever receives a message that lies in it copies it from there. It
 * grows when no free block fits, and goes back to the system when the job ends.
 */
public final class SharedHeap {
    private static final long LINE = 64;

    /** Growth in one step at least, so that small buffers do not cost a step each. */
    private static final long GROWTH = 1 << 20;

    private static final int LOOKS_AFTER_COLLECTION = 8;
    private static final int LOOKS_BEFORE_GROWTH = 4;

    /** Bytes in use at which the first collection is asked for. */
    private static final long COLLECT_AT_FIRST = 1 << 26;

    private final MemorySegment segment;
    private final RandomAccessFile file;
    private final Path folder;
    private final long start;
    private final long limit;
    private final boolean isLimitByItself;

    // Guarded by this: the program's threads take, the collector's thread gives.
    private final FreeBlocks free = new FreeBlocks();
    private long grown;
    private long used;
    private long collectAt = COLLECT_AT_FIRST;
    private boolean saidThatItIsFull;

    /**
     * @param segment the whole segment of this rank
     * @param file from which it is mapped
     * @param folder in which the file is
     * @param start of the heap in both
     * @param limit bytes to which it may grow
     * @param isLimitByItself whether the limit is what the file system had room for, and not the user's
     */
    SharedHeap(
            MemorySegment segment,
            RandomAccessFile file,
            Path folder,
            long start,
            long limit,
            boolean isLimitByItself) {
        this.segment = segment;
        this.file = file;
        this.folder = folder;
        this.start = start;
        this.limit = limit;
        this.isLimitByItself = isLimitByItself;
    }

    /**
     * Takes memory, filled with zeros. It is free again when the arena is closed or, with an automatic one, when nobody
     * reaches it any more.
     *
     * @param bytes more than 0
     * @return null if the file system has no room for it, or if the limit is 0
     * @throws OutOfMemoryError if the limit is reached that the user has set
     */
    public MemorySegment allocate(long bytes, Arena arena) {
        if (limit == 0) {
            return null;
        }
        long size = bytes + LINE - 1 & -LINE;
        long place;
        try {
            collectBeforeGrowing(size);
            place = take(size);
            for (int i = 0; place == FreeBlocks.NONE && i < LOOKS_AFTER_COLLECTION; i++) {
                collect(i);
                place = take(size);
            }
        } catch (IOException e) {
            sayThatItIsFull(e.getMessage());
            return null;
        }
        if (place == FreeBlocks.NONE && isLimitByItself) {
            sayThatItIsFull(limit + " bytes for this rank");
            return null;
        }
        if (place == FreeBlocks.NONE) {
            throw new OutOfMemoryError("the shared heap of this rank has no room for " + bytes + " bytes: " + used()
                    + " of at most " + limit + " are in use; the parameter heap_bytes sets this limit");
        }
        return block(place, bytes, size, arena);
    }

    @SuppressWarnings("restricted") // whoever allocates has asked whether native access is on
    private MemorySegment block(long place, long bytes, long size, Arena arena) {
        MemorySegment memory = MemorySegment.ofAddress(segment.address() + start + place);
        MemorySegment block;
        try {
            block = memory.reinterpret(bytes, arena, unused -> give(place, size));
        } catch (RuntimeException e) { // the arena is closed, or another thread's
            give(place, size);
            throw e;
        }
        return block.fill((byte) 0);
    }

    /**
     * The objects that stand for blocks are small, so the program could go on for long without a collection, while blocks that
     * nobody reaches any more fill the memory of the machine. So there is one whenever the heap has doubled since the last.
     */
    private void collectBeforeGrowing(long size) {
        synchronized (this) {
            if (used + size <= collectAt) {
                return;
            }
        }
        for (int i = 0; i < LOOKS_BEFORE_GROWTH; i++) {
            collect(i);
        }
        synchronized (this) {
            collectAt = Math.max(COLLECT_AT_FIRST, 2 * (used + size));
        }
    }

    /**
     * Takes a block for Tern's own use, filled with zeros; works without native access.
     *
     * @return its offset in the segment, 0 if there is no room
     */
    public long takeBlock(long bytes) {
        try {
            long place = take(bytes + LINE - 1 & -LINE);
            if (place == FreeBlocks.NONE) {
                return 0;
            }
            segment.asSlice(start + place, bytes).fill((byte) 0);
            return start + place;
        } catch (IOException e) {
            return 0;
        }
    }

    /** Gives such a block back. */
    public void giveBlock(long offset, long bytes) {
        give(offset - start, bytes + LINE - 1 & -LINE);
    }

    private synchronized long take(long size) throws IOException {
        long place = free.take(size);
        if (place == FreeBlocks.NONE && grow(size)) {
            place = free.take(size);
        }
        if (place != FreeBlocks.NONE) {
            used += size;
        }
        return place;
    }

    private synchronized void give(long place, long size) {
        free.give(place, size);
        used -= size;
    }

    /** Makes room for a block at the end. What is written to the file is there; what is only mapped may not be when it is used. */
    private boolean grow(long size) throws IOException {
        long missing = size - free.endingAt(grown);
        if (missing > limit - grown) {
            return false;
        }
        long by = Math.min(limit - grown, Math.max(missing, GROWTH));
        long room = Files.getFileStore(folder).getUsableSpace();
        if (room < by) {
            throw new IOException(room + " bytes are free there, " + by + " are needed");
        }
        SharedSegment.fill(file, start + grown, by);
        free.give(grown, by);
        grown += by;
        SegmentLayout.ATOMIC_LONG.setRelease(segment, SegmentLayout.HEAP_BYTES, grown);
        return true;
    }

    private synchronized void sayThatItIsFull(String why) {
        if (!saidThatItIsFull) {
            saidThatItIsFull = true;
            System.err.println("tern: there is no room for the shared heap in " + folder + " (" + why
                    + "); buffers lie in ordinary memory, and messages from there are copied twice [heap-full]");
        }
    }

    /** Buffers that nobody reaches become free only after a collection. */
    private static void collect(int round) {
        if (round == 0) {
            System.gc();
        }
        try {
            Thread.sleep(1L << round);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Bytes in use. */
    synchronized long used() {
        return used;
    }

    /** Offset in the segment of memory of the heap, 0 if {@code address} is none of it. */
    long offset(long address, long length) {
        long offset = address - segment.address();
        return offset >= start && offset + length <= start + limit ? offset : 0;
    }
}
