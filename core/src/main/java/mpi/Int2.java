/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package mpi;

/**
 * An {@code int} and an {@code int}, laid out like the C structure: the elements of {@link MPI#INT2} (MPI-4.1 section
 * 6.9.4). Use {@link MPI#int2}.
 */
public final class Int2 extends Struct {

    private final int value = addInt();
    private final int index;

    Int2() {
        index = setOffset(4).addInt();
        setOffset(8).setType(MPI.INT2);
    }

    @Override
    protected Data newData() {
        return new Data();
    }

    /** Access to one pair. */
    public final class Data extends Struct.Data {

        /** For {@link Int2#getData}. */
        public Data() {}

        /** The value. */
        public int getValue() {
            return getInt(value);
        }

        /** The index. */
        public int getIndex() {
            return getInt(index);
        }

        /** Changes the value. */
        public void putValue(int v) {
            putInt(value, v);
        }

        /** Changes the index. */
        public void putIndex(int v) {
            putInt(index, v);
        }
    }
}
