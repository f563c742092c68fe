/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package mpi;

/** A count that may exceed the range of {@code int} ({@code MPI_Count}, MPI-4.1 section 2.5.8). */
@SuppressWarnings("rawtypes") // programs are compiled against the raw Comparable
public final class Count implements Comparable {

    private long count;

    /** A count of the given value. */
    public Count(long count) {
        this.count = count;
    }

    /** The value. */
    public long getCount() {
        return count;
    }

    /** Changes the value. */
    public void setCount(long count) {
        this.count = count;
    }

    @Override
    public boolean equals(Object obj) {
        return obj instanceof Count other && other.count == count;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(count);
    }

    /**
     * Compares by value.
     *
     * @throws ClassCastException if {@code obj} is no {@code Count}
     */
    @Override
    public int compareTo(Object obj) {
        return Long.compare(count, ((Count) obj).count);
    }

    @Override
    public String toString() {
        return Long.toString(count);
    }
}
