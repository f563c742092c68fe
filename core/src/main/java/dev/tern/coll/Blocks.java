/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.coll;

import dev.tern.datatype.TypeMap;

/** One block of data for each rank, all in one buffer. */
public sealed interface Blocks {

    /** The block of a rank. */
    Block of(int rank);

    /** Blocks of {@code count} elements, one behind the other in rank order. */
    static Blocks equal(Object buf, long count, TypeMap type) {
        return new Equal(buf, count, type);
    }

    /** Blocks of {@code counts[rank]} elements that start at {@code displs[rank]} extents of the type. */
    static Blocks varying(Object buf, int[] counts, int[] displs, TypeMap type) {
        return new Varying(buf, 0, counts, displs, type);
    }

    /** Blocks of {@code counts[rank]} elements of {@code types[rank]} that start at {@code displs[rank]} bytes. */
    static Blocks mixed(Object buf, int[] counts, int[] displs, TypeMap[] types) {
        return new Mixed(buf, counts, displs, types);
    }

    /** The parts of a block, {@code counts[rank]} elements each, one behind the other. */
    static Blocks partsOf(Block whole, int[] counts) {
        int[] displs = new int[counts.length];
        for (int rank = 1; rank < counts.length; rank++) {
            displs[rank] = Math.addExact(displs[rank - 1], counts[rank - 1]);
        }
        return new Varying(whole.buf(), whole.start(), counts, displs, whole.type());
    }

    /** See {@link #equal}. */
    record Equal(Object buf, long count, TypeMap type) implements Blocks {
        @Override
        public Block of(int rank) {
            return new Block(buf, rank * count * type.extent(), count, type);
        }
    }

    /** See {@link #varying}. */
    record Varying(Object buf, long start, int[] counts, int[] displs, TypeMap type) implements Blocks {
        @Override
        public Block of(int rank) {
            return new Block(buf, start + displs[rank] * type.extent(), counts[rank], type);
        }
    }

    /** See {@link #mixed}. */
    record Mixed(Object buf, int[] counts, int[] displs, TypeMap[] types) implements Blocks {
        @Override
        public Block of(int rank) {
            return new Block(buf, displs[rank], counts[rank], types[rank]);
        }
    }
}
