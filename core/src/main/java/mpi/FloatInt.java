/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package mpi;

/**
 * A {@code float} and an {@code int}, laid out like the C structure: the elements of {@link MPI#FLOAT_INT} (MPI-4.1
 * section 6.9.4). Use {@link MPI#floatInt}.
 */
public final class FloatInt extends Struct {

    private final int value = addFloat();
    private final int index;

    FloatInt() {
        index = setOffset(4).addInt();
        setOffset(8).setType(MPI.FLOAT_INT);
    }

    @Override
    protected Data newData() {
        return new Data();
    }

    /** Access to one pair. */
    public final class Data extends Struct.Data {

        /** For {@link FloatInt#getData}. */
        public Data() {}

        /** The value. */
        public float getValue() {
            return getFloat(value);
        }

        /** The index. */
        public int getIndex() {
            return getInt(index);
        }

        /** Changes the value. */
        public void putValue(float v) {
            putFloat(value, v);
        }

        /** Changes the index. */
        public void putIndex(int v) {
            putInt(index, v);
        }
    }
}
