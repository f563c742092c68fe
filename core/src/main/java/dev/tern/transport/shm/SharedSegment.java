/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.transport.shm;

import static dev.tern.transport.shm.SegmentLayout.ATOMIC_LONG;
import static dev.tern.transport.shm.SegmentLayout.INT;
import static dev.tern.transport.shm.SegmentLayout.LONG;

import dev.tern.error.ErrorClass;
import dev.tern.error.MpiError;
import dev.tern.os.Futex;
import dev.tern.os.Lazy;
import dev.tern.transport.ring.Doorbell;
import dev.tern.transport.ring.RingGeometry;
import dev.tern.transport.ring.SleepFlag;
import dev.tern.transport.ring.WakeRequest;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** A mapped segment file: the one this rank owns, or that of a peer. */
final class SharedSegment {
    private static final Path MEMORY = Path.of("/proc/meminfo");
    private static final int ZEROS = 1 << 16;

    private final Path path;
    private final MemorySegment memory;
    private final int localSize;
    private final RingGeometry geometry;
    private final SharedHeap heap; // null in the segments of others
    private final long heapStart;
    private final long heapLimit;

    private SharedSegment(
            Path path,
            MemorySegment memory,
            int localSize,
            RingGeometry geometry,
            RandomAccessFile file,
            long heapLimit,
            boolean isLimitByItself) {
        this.path = path;
        this.memory = memory;
        this.localSize = localSize;
        this.geometry = geometry;
        this.heapStart = SegmentLayout.heap(localSize, geometry.size());
        this.heapLimit = heapLimit;
        this.heap = file == null
                ? null
                : new SharedHeap(
                        memory, file, path.toAbsolutePath().getParent(), heapStart, heapLimit, isLimitByItself);
    }

    /**
     * Creates the file, readable by this user only, and fills it, so that a full file system is found out here and not
     * by a fault at the first message. The heap behind the rings takes no space yet.
     *
     * @param heapBytes limit of the heap, a multiple of the page size; negative for what the file system has room for, at
     *     most half of the memory, divided among the local ranks
     * @throws IOException if the folder is absent, full or not writable; nothing of the file remains then
     */
    static SharedSegment create(
            Path path, int localRank, int localSize, RingGeometry geometry, long heapBytes, long nonce)
            throws IOException {
        long heap = SegmentLayout.heap(localSize, geometry.size());
        var options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
        Files.deleteIfExists(path); // a job of the same name that was killed while it started
        open(path, options).close();
        var file = new RandomAccessFile(path.toFile(), "rw");
        try {
            fill(file, 0, heap);
            long limit = heapBytes >= 0 ? heapBytes : share(path, localSize);
            MemorySegment memory =
                    file.getChannel().map(FileChannel.MapMode.READ_WRITE, 0, heap + limit, Arena.global());
            return new SharedSegment(path, memory, localSize, geometry, file, limit, heapBytes < 0)
                    .initialize(localRank, localSize, nonce);
        } catch (IOException e) {
            file.close();
            Files.deleteIfExists(path);
            throw e;
        }
    }

    private static long share(Path path, int localSize) throws IOException {
        long room = Math.min(Files.getFileStore(path).getUsableSpace(), halfOfMemory());
        return room / localSize & -SegmentLayout.PAGE;
    }

    /** What is in {@code /dev/shm} takes memory; the file system may offer all there is. */
    private static long halfOfMemory() {
        try (BufferedReader lines = Files.newBufferedReader(MEMORY)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("MemTotal:")) {
                    return Long.parseLong(line.substring(line.indexOf(':') + 1, line.lastIndexOf(' '))
                                    .strip())
                            * 512;
                }
            }
        } catch (IOException | NumberFormatException e) {
            // another system
        }
        return Long.MAX_VALUE;
    }

    /**
     * Writes zeros, so that the file has this part for certain. Not by a channel, which would be closed for ever if the thread were
     * interrupted meanwhile.
     */
    static void fill(RandomAccessFile file, long from, long bytes) throws IOException {
        byte[] zeros = new byte[ZEROS];
        file.seek(from);
        for (long left = bytes; left > 0; left -= ZEROS) {
            file.write(zeros, 0, (int) Math.min(ZEROS, left));
        }
    }

    private static FileChannel open(Path path, Set<StandardOpenOption> options) throws IOException {
        if (path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            var ownerOnly = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
            return FileChannel.open(path, options, ownerOnly);
        }
        return FileChannel.open(path, options);
    }

    private SharedSegment initialize(int localRank, int localSize, long nonce) {
        memory.set(INT, SegmentLayout.VERSION, SegmentLayout.VERSION_VALUE);
        memory.set(INT, SegmentLayout.LOCAL_RANK, localRank);
        memory.set(INT, SegmentLayout.LOCAL_SIZE, localSize);
        memory.set(INT, SegmentLayout.RING_SLOTS, geometry.slots());
        memory.set(INT, SegmentLayout.RING_BYTES, geometry.payloadBytes());
        memory.set(LONG, SegmentLayout.NONCE, nonce);
        memory.set(LONG, SegmentLayout.PID, ProcessHandle.current().pid());
        memory.set(LONG, SegmentLayout.NONCE_ADDRESS, memory.address() + SegmentLayout.NONCE);
        memory.set(LONG, SegmentLayout.HEAP_LIMIT, heapLimit);
        ATOMIC_LONG.setRelease(memory, SegmentLayout.MAGIC, SegmentLayout.MAGIC_VALUE);
        return this;
    }

    /** Maps the segment of another rank, after checking that it is what that rank announced. */
    static SharedSegment attach(Path path, int peerLocalRank, int localSize, RingGeometry geometry, long nonce) {
        long heap = SegmentLayout.heap(localSize, geometry.size());
        MemorySegment memory;
        long size;
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            size = channel.size();
            if (size < heap) {
                throw new MpiError(ErrorClass.INTERN, path + " is shorter than the segment it should hold");
            }
            memory = channel.map(FileChannel.MapMode.READ_WRITE, 0, size, Arena.global());
        } catch (IOException e) {
            throw new MpiError(
                    ErrorClass.OTHER, "cannot map the shared memory of local rank " + peerLocalRank + ": " + e, e);
        }
        boolean right = (long) ATOMIC_LONG.getAcquire(memory, SegmentLayout.MAGIC) == SegmentLayout.MAGIC_VALUE
                && memory.get(INT, SegmentLayout.VERSION) == SegmentLayout.VERSION_VALUE
                && memory.get(INT, SegmentLayout.LOCAL_RANK) == peerLocalRank
                && memory.get(INT, SegmentLayout.LOCAL_SIZE) == localSize
                && memory.get(INT, SegmentLayout.RING_SLOTS) == geometry.slots()
                && memory.get(INT, SegmentLayout.RING_BYTES) == geometry.payloadBytes()
                && memory.get(LONG, SegmentLayout.NONCE) == nonce
                && memory.get(LONG, SegmentLayout.HEAP_LIMIT) == size - heap;
        if (!right) {
            throw new MpiError(
                    ErrorClass.OTHER,
                    path + " is not the segment of local rank " + peerLocalRank
                            + " of this job, or its ranks run with different ring_slots or ring_bytes");
        }
        return new SharedSegment(path, memory, localSize, geometry, null, size - heap, false);
    }

    /** Says that this process has mapped the segment. The last one to do so removes the name: the memory lives on. */
    void attached() {
        long before = (long) ATOMIC_LONG.getAndAdd(memory, SegmentLayout.ATTACHED, 1L);
        if (before + 1 == localSize) {
            removeName();
        }
    }

    void removeName() {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            // The launcher removes it at the end of the job.
        }
    }

    MemorySegment memory() {
        return memory;
    }

    /** Where the ring starts that the local rank {@code from} writes and the owner of this segment reads. */
    long ringFrom(int from) {
        return SegmentLayout.RINGS + from * geometry.size();
    }

    /** Flag by which the owner says that it sleeps. */
    SleepFlag sleepFlag(Lazy<Futex> futex) {
        return new SleepFlag(memory, SegmentLayout.SLEEP_FLAG, futex);
    }

    /**
     * Word by which the owner asks to be woken when something arrives here.
     *
     * @param owner where it sleeps then
     */
    WakeRequest wakeRequest(SleepFlag owner) {
        return new WakeRequest(memory, SegmentLayout.WAKE_REQUEST, owner);
    }

    /** The owner's doorbell, with the world ranks of the local ranks. */
    Doorbell doorbell(int[] localRanks) {
        return new Doorbell(memory, SegmentLayout.DOORBELL, localRanks);
    }

    /** The heap, of the own segment only. */
    SharedHeap heap() {
        return heap;
    }

    /** Whether the owner's heap has grown as far as these bytes. */
    boolean isInHeap(long offset, long length) {
        long grown = Math.min((long) ATOMIC_LONG.getAcquire(memory, SegmentLayout.HEAP_BYTES), heapLimit);
        return offset >= heapStart && length >= 0 && length <= grown && offset - heapStart <= grown - length;
    }

    /** Process id of the owner, as the owner sees it. */
    long pid() {
        return memory.get(LONG, SegmentLayout.PID);
    }

    /** Address of the nonce in the owner's process. */
    long nonceAddress() {
        return memory.get(LONG, SegmentLayout.NONCE_ADDRESS);
    }

    /** The number that tells this segment from all others. */
    long nonce() {
        return memory.get(LONG, SegmentLayout.NONCE);
    }

    void state(long state) {
        ATOMIC_LONG.setRelease(memory, SegmentLayout.STATE, state);
    }

    boolean ownerIsGone() {
        return (long) ATOMIC_LONG.getAcquire(memory, SegmentLayout.STATE) == SegmentLayout.STATE_GONE;
    }
}
