/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package mpi;

/**
 * A {@code short} and an {@code int}, laid out like the C structure: the elements of {@link MPI#SHORT_INT} (MPI-4.1
 * section 6.9.4). Use {@link MPI#shortInt}.
 */
public final class ShortInt extends Struct {

    private final int value = addShort();
    private final int index;

    ShortInt() {
        index = setOffset(4).addInt();
        setOffset(8).setType(MPI.SHORT_INT);
    }

    @Override
    protected Data newData() {
        return new Data();
    }

    /** Access to one pair. */
    public final class Data extends Struct.Data {

        /** For {@link ShortInt#getData}. */
        public Data() {}

        /** The value. */
        public short getValue() {
            return getShort(value);
        }

        /** The index. */
        public int getIndex() {
            return getInt(index);
        }

        /** Changes the value. */
        public void putValue(short v) {
            putShort(value, v);
        }

        /** Changes the index. */
        public void putIndex(int v) {
            putInt(index, v);
        }
    }
}
