/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package mpi;

import dev.tern.datatype.TypeMap;
import dev.tern.error.ErrorClass;

/** What is known of a message that was received or found ({@code MPI_Status}, MPI-4.1 section 3.2.5). */
public final class Status {

    private final int source;
    private final int tag;
    private final int error;
    private int index = MPI.UNDEFINED;
    private long bytes;
    private boolean cancelled;

    Status(int source, int tag, long bytes, int error, boolean cancelled) {
        this.source = source;
        this.tag = tag;
        this.bytes = bytes;
        this.error = error;
        this.cancelled = cancelled;
    }

    /** Notes the place of the request in the array given to {@code waitAny} and its like. */
    Status withIndex(int newIndex) {
        index = newIndex;
        return this;
    }

    /** Bytes of data received. */
    long bytes() {
        return bytes;
    }

    /**
     * The number of whole elements received, or {@link MPI#UNDEFINED} if the message is not a whole number of them.
     * {@code MPI_GET_COUNT}, MPI-4.1 section 3.2.5.
     *
     * @param datatype type of the elements
     * @return their number
     * @throws MPIException if the type is null
     */
    public int getCount(Datatype datatype) throws MPIException {
        long size = layout(datatype, "getCount").size();
        if (size == 0) {
            return bytes == 0 ? 0 : MPI.UNDEFINED;
        }
        return bytes % size == 0 ? toInt(bytes / size) : MPI.UNDEFINED;
    }

    /**
     * The number of basic elements received, also those of an incomplete last element, or {@link MPI#UNDEFINED} if the
     * message ends inside a basic element or there are too many for an {@code int}. {@code MPI_GET_ELEMENTS}, MPI-4.1
     * section 5.1.11.
     *
     * @param datatype type of the elements
     * @return number of basic elements
     * @throws MPIException if the type is null
     */
    public int getElements(Datatype datatype) throws MPIException {
        return toInt(elements(datatype, "getElements"));
    }

    /**
     * As {@link #getElements}, without limit. {@code MPI_GET_ELEMENTS_X}, MPI-4.1 section 16.4.
     *
     * @param datatype type of the elements
     * @return number of basic elements
     * @throws MPIException if the type is null
     */
    public Count getElementsX(Datatype datatype) throws MPIException {
        return new Count(elements(datatype, "getElementsX"));
    }

    private long elements(Datatype datatype, String operation) throws MPIException {
        TypeMap map = layout(datatype, operation);
        long elements = map.elementsIn(bytes);
        return map.bytesOf(elements) == bytes ? elements : MPI.UNDEFINED;
    }

    /**
     * Sets what {@link #getElements} will return. {@code MPI_STATUS_SET_ELEMENTS}, MPI-4.1 section 13.3.
     *
     * @param datatype type of the elements
     * @param count number of basic elements
     * @throws MPIException if the type is null or the count negative
     */
    public void setElements(Datatype datatype, int count) throws MPIException {
        set(datatype, count, "setElements");
    }

    /**
     * As {@link #setElements}, without limit. {@code MPI_STATUS_SET_ELEMENTS_X}, MPI-4.1 section 16.4.
     *
     * @param datatype type of the elements
     * @param count number of basic elements
     * @throws MPIException if the type is null or the count negative
     */
    public void setElementsX(Datatype datatype, Count count) throws MPIException {
        set(datatype, count.getCount(), "setElementsX");
    }

    private void set(Datatype datatype, long count, String operation) throws MPIException {
        if (count < 0) {
            throw Errors.raise(ErrorClass.COUNT, operation + ": count " + count + " is negative");
        }
        bytes = layout(datatype, operation).bytesOf(count);
    }

    /**
     * Sets what {@link #isCancelled} will return. {@code MPI_STATUS_SET_CANCELLED}, MPI-4.1 section 13.3.
     *
     * @param flag whether the request counts as cancelled
     * @throws MPIException never; part of the signature for compatibility
     */
    public void setCancelled(boolean flag) throws MPIException {
        cancelled = flag;
    }

    /**
     * Whether the request was cancelled before it took part in a communication. {@code MPI_TEST_CANCELLED}, MPI-4.1
     * section 3.8.4.
     *
     * @return whether it was cancelled
     * @throws MPIException never; part of the signature for compatibility
     */
    public boolean isCancelled() throws MPIException {
        return cancelled;
    }

    /** The rank that sent the message ({@code MPI_SOURCE}). */
    public int getSource() {
        return source;
    }

    /** The tag of the message ({@code MPI_TAG}). */
    public int getTag() {
        return tag;
    }

    /** The error code of the request in calls that complete several ({@code MPI_ERROR}). */
    public int getError() {
        return error;
    }

    /** The place of the request in the array given to {@code waitAnyStatus} and its like. */
    public int getIndex() {
        return index;
    }

    private static TypeMap layout(Datatype datatype, String operation) throws MPIException {
        return Errors.checkType(datatype, operation).map();
    }

    private static int toInt(long value) {
        return value > Integer.MAX_VALUE ? MPI.UNDEFINED : (int) value;
    }

    @Override
    public String toString() {
        return "Status[source=" + source + ", tag=" + tag + ", bytes=" + bytes + ", error=" + error
                + (cancelled ? ", cancelled" : "") + "]";
    }
}
