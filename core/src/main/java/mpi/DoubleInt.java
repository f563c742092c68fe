/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package mpi;

/**
 * A {@code double} and an {@code int}, laid out like the C structure: the elements of {@link MPI#DOUBLE_INT} (MPI-4.1
 * section 6.9.4). Use {@link MPI#doubleInt}.
 */
public final class DoubleInt extends Struct {

    private final int value = addDouble();
    private final int index;

    DoubleInt() {
        index = setOffset(8).addInt();
        setOffset(16).setType(MPI.DOUBLE_INT);
    }

    @Override
    protected Data newData() {
        return new Data();
    }

    /** Access to one pair. */
    public final class Data extends Struct.Data {

        /** For {@link DoubleInt#getData}. */
        public Data() {}

        /** The value. */
        public double getValue() {
            return getDouble(value);
        }

        /** The index. */
        public int getIndex() {
            return getInt(index);
        }

        /** Changes the value. */
        public void putValue(double v) {
            putDouble(value, v);
        }

        /** Changes the index. */
        public void putIndex(int v) {
            putInt(index, v);
        }
    }
}
