/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package mpi;

/**
 * A {@code long} and an {@code int}, laid out like the C structure: the elements of {@link MPI#LONG_INT} (MPI-4.1
 * section 6.9.4). Use {@link MPI#longInt}.
 */
public final class LongInt extends Struct {

    private final int value = addLong();
    private final int index;

    LongInt() {
        index = setOffset(8).addInt();
        setOffset(16).setType(MPI.LONG_INT);
    }

    @Override
    protected Data newData() {
        return new Data();
    }

    /** Access to one pair. */
    public final class Data extends Struct.Data {

        /** For {@link LongInt#getData}. */
        public Data() {}

        /** The value. */
        public long getValue() {
            return getLong(value);
        }

        /** The index. */
        public int getIndex() {
            return getInt(index);
        }

        /** Changes the value. */
        public void putValue(long v) {
            putLong(value, v);
        }

        /** Changes the index. */
        public void putIndex(int v) {
            putInt(index, v);
        }
    }
}
