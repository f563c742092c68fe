/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests.programs.soak;

import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;

/**
 * Buffers of all kinds for one round: arrays, heap buffers, direct ones of the JDK and of the library, slices and duplicates of
 * these, and derived datatypes over them.
 */
final class Areas {
    private static final int GUARD = 16; // elements around a message at most
    private static final int LONGEST_DERIVED = 1 << 17;
    private static final int LONGEST_FRESH = 1 << 16;

    private final Random random;
    private final ByteBuffer direct; // of these two, slices are given out until the round is over
    private final ByteBuffer shared;
    private final List<Datatype> types = new ArrayList<>();
    private int directUsed;
    private int sharedUsed;

    /** @param pool bytes of direct memory of each origin */
    Areas(Random random, int pool) {
        this.random = random;
        this.direct = ByteBuffer.allocateDirect(pool).order(ByteOrder.nativeOrder());
        this.shared = MPI.newByteBuffer(pool);
        MemorySegment.ofBuffer(direct).fill((byte) 1); // so that it is resident from the start
        MemorySegment.ofBuffer(shared).fill((byte) 1);
    }

    /** The round is over: nobody uses what was made. */
    void reset() throws MPIException {
        directUsed = 0;
        sharedUsed = 0;
        for (Datatype type : types) {
            type.free();
        }
        types.clear();
    }

    /** A buffer for a message of this many bytes, a multiple of the element's size. */
    Area make(Element element, int bytes) throws MPIException {
        int elements = bytes / element.size;
        if (elements >= 4 && elements % 4 == 0 && bytes <= LONGEST_DERIVED && random.nextInt(5) == 0) {
            return derived(element, elements);
        }
        int before = random.nextInt(GUARD);
        int after = random.nextInt(GUARD);
        Container container = container(element, before, elements, after, random.nextInt(9));
        return new Area(
                container.buffer,
                elements,
                element.type,
                container.whole,
                new long[] {container.start},
                (long) elements * element.size);
    }

    /** An array; what is received into it starts at its first element, as MPI says. */
    Area makeArray(Element element, int bytes) throws MPIException {
        Object array = element.newArray(bytes / element.size + random.nextInt(GUARD));
        return new Area(array, bytes / element.size, element.type, element.bytesOf(array), new long[] {0}, bytes);
    }

    /** A buffer whose first element lies at {@code start} of {@code whole}. */
    private record Container(Object buffer, MemorySegment whole, long start) {}

    private Container container(Element element, int before, int elements, int after, int kind) throws MPIException {
        int length = before + elements + after;
        switch (kind) {
            case 0, 1 -> {
                Object array = element.newArray(elements + after);
                return new Container(array, element.bytesOf(array), 0);
            }
            case 2 -> {
                Object array = element.newArray(length);
                return new Container(
                        element.slice(array, before), element.bytesOf(array), (long) before * element.size);
            }
            case 3 -> {
                Object array = element.newArray(length);
                Buffer slice = element.slice(array, before);
                return new Container(displaced(slice), element.bytesOf(array), (long) before * element.size);
            }
            case 4 -> {
                if (elements * element.size <= LONGEST_FRESH) {
                    Buffer fresh = element.newBuffer(elements + after);
                    return new Container(fresh, MemorySegment.ofBuffer(fresh), 0);
                }
                return pooled(element, before, elements, after);
            }
            default -> {
                return pooled(element, before, elements, after);
            }
        }
    }

    /** Position and limit do not count. */
    private Buffer displaced(Buffer buffer) {
        Buffer duplicate = buffer.duplicate();
        duplicate.limit(random.nextInt(duplicate.capacity() + 1));
        duplicate.position(random.nextInt(duplicate.limit() + 1));
        return duplicate;
    }

    private Container pooled(Element element, int before, int elements, int after) throws MPIException {
        boolean ofLibrary = random.nextBoolean();
        int used = ofLibrary ? sharedUsed : directUsed;
        int unit = element.size;
        used = (used + unit - 1) / unit * unit;
        if (element == Element.BYTE) {
            used += random.nextInt(64);
        }
        int length = (before + elements + after) * unit;
        ByteBuffer pool = ofLibrary ? shared : direct;
        if (length > pool.capacity() - used) {
            return container(element, before, elements, after, random.nextInt(4));
        }
        if (ofLibrary) {
            sharedUsed = used + length;
        } else {
            directUsed = used + length;
        }
        ByteBuffer part = pool.slice(used, length).order(ByteOrder.nativeOrder());
        Buffer buffer =
                element.view(part.slice(before * unit, length - before * unit).order(ByteOrder.nativeOrder()));
        return new Container(
                random.nextInt(3) == 0 ? displaced(buffer) : buffer,
                MemorySegment.ofBuffer(part),
                (long) before * unit);
    }

    // Derived datatypes: the pieces are computed here from what the type is said to be, not asked from the library.

    private Area derived(Element element, int elements) throws MPIException {
        int block = elements % 16 == 0 && random.nextBoolean() ? 16 : 4;
        int blocks = elements / block;
        int stride = block + 1 + random.nextInt(8);
        return switch (random.nextInt(4)) {
            case 0 -> vector(element, block, blocks, stride);
            case 1 -> resized(element, block, blocks, stride);
            case 2 -> indexed(element, block, blocks, stride);
            default -> contiguous(element, block, blocks);
        };
    }

    private Area contiguous(Element element, int block, int blocks) throws MPIException {
        Datatype type = commit(Datatype.createContiguous(block, element.type));
        Container container = container(element, 0, block * blocks, random.nextInt(GUARD), random.nextInt(9));
        long bytes = (long) block * blocks * element.size;
        return new Area(container.buffer, blocks, type, container.whole, new long[] {container.start}, bytes);
    }

    /** Several vectors, one behind the last block of the other. */
    private Area vector(Element element, int block, int blocks, int stride) throws MPIException {
        int vectors = blocks % 3 == 0 ? 3 : 1;
        int inEach = blocks / vectors;
        Datatype type = commit(Datatype.createVector(inEach, block, stride, element.type));
        int extent = (inEach - 1) * stride + block;
        long[] starts = new long[blocks];
        for (int i = 0; i < blocks; i++) {
            starts[i] = (long) (i / inEach) * extent + (long) (i % inEach) * stride;
        }
        return scattered(element, type, vectors, vectors * extent, starts, block);
    }

    private Area resized(Element element, int block, int blocks, int stride) throws MPIException {
        Datatype dense = commit(Datatype.createContiguous(block, element.type));
        Datatype type = commit(Datatype.createResized(dense, 0, stride * element.size));
        long[] starts = new long[blocks];
        for (int i = 0; i < blocks; i++) {
            starts[i] = (long) i * stride;
        }
        return scattered(element, type, blocks, blocks * stride, starts, block);
    }

    /** Blocks in any order. */
    private Area indexed(Element element, int block, int blocks, int stride) throws MPIException {
        int[] lengths = new int[blocks];
        int[] displacements = new int[blocks];
        for (int i = 0; i < blocks; i++) {
            lengths[i] = block;
            displacements[i] = i * stride;
        }
        boolean shuffled = random.nextBoolean();
        for (int i = blocks - 1; shuffled && i > 0; i--) {
            int other = random.nextInt(i + 1);
            int displacement = displacements[i];
            displacements[i] = displacements[other];
            displacements[other] = displacement;
        }
        Datatype type = commit(Datatype.createIndexed(lengths, displacements, element.type));
        long[] starts = new long[blocks];
        for (int i = 0; i < blocks; i++) {
            starts[i] = displacements[i];
        }
        return scattered(element, type, 1, blocks * stride, starts, block);
    }

    private Area scattered(Element element, Datatype type, int count, int length, long[] starts, int block)
            throws MPIException {
        Container container = container(element, 0, length, random.nextInt(GUARD), random.nextInt(9));
        for (int i = 0; i < starts.length; i++) {
            starts[i] = container.start + starts[i] * element.size;
        }
        return new Area(container.buffer, count, type, container.whole, starts, (long) block * element.size);
    }

    private Datatype commit(Datatype type) throws MPIException {
        type.commit();
        types.add(type);
        return type;
    }
}
