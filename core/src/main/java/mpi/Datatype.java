/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package mpi;

import dev.tern.datatype.TypeMap;
import dev.tern.error.ErrorClass;
import java.util.function.Supplier;

/**
 * Describes what a buffer holds (MPI-4.1 chapter 5). Every datatype has a base type, the Java primitive of the buffers
 * that hold its elements; sizes, extents and bounds that methods return are counted in elements of the base type.
 *
 * <p>A derived type must be {@linkplain #commit committed} before it is used in a communication.
 */
public final class Datatype implements Freeable, Cloneable {

    private TypeMap map;
    private String name;
    private final boolean predefined;
    private boolean committed;

    private Datatype(TypeMap map, String name, boolean predefined) {
        this.map = map;
        this.name = name;
        this.predefined = predefined;
        committed = predefined;
    }

    /** A type that exists from the start and cannot be freed; {@code MPI_DATATYPE_NULL} has no layout. */
    static Datatype predefined(TypeMap map, String name) {
        return new Datatype(map, name, true);
    }

    /** The layout; null for the null type and after {@link #free}. */
    TypeMap map() {
        return map;
    }

    /** Whether the type may be used in a communication. */
    boolean isCommitted() {
        return committed;
    }

    /** Whether this is {@link MPI#DATATYPE_NULL} or was freed. */
    public boolean isNull() {
        return map == null;
    }

    /**
     * {@code count} elements of a type, one behind the other. {@code MPI_TYPE_CONTIGUOUS}, MPI-4.1 section 5.1.2.
     *
     * @param count number of elements
     * @param oldType their type
     * @return the new type
     * @throws MPIException if the count is negative or the type null
     */
    public static Datatype createContiguous(int count, Datatype oldType) throws MPIException {
        String operation = "Datatype.createContiguous";
        TypeMap old = check(oldType, operation);
        checkCount(count, "count", operation);
        return derive(operation, () -> TypeMap.contiguous(count, old));
    }

    /**
     * Blocks of equal length at equal distances. {@code MPI_TYPE_VECTOR}, MPI-4.1 section 5.1.2.
     *
     * @param count number of blocks
     * @param blockLength elements in each block
     * @param stride distance of the blocks' starts, in extents of {@code oldType}
     * @param oldType type of the elements
     * @return the new type
     * @throws MPIException if a count is negative or the type null
     */
    public static Datatype createVector(int count, int blockLength, int stride, Datatype oldType) throws MPIException {
        String operation = "Datatype.createVector";
        TypeMap old = check(oldType, operation);
        checkCount(count, "count", operation);
        checkCount(blockLength, "block length", operation);
        return derive(operation, () -> TypeMap.vector(count, blockLength, stride, old));
    }

    /**
     * As {@link #createVector}, with the stride in bytes. {@code MPI_TYPE_CREATE_HVECTOR}, MPI-4.1 section 5.1.2.
     *
     * @param count number of blocks
     * @param blockLength elements in each block
     * @param stride distance of the blocks' starts in bytes
     * @param oldType type of the elements
     * @return the new type
     * @throws MPIException if a count is negative or the type null
     */
    public static Datatype createHVector(int count, int blockLength, int stride, Datatype oldType) throws MPIException {
        String operation = "Datatype.createHVector";
        TypeMap old = check(oldType, operation);
        checkCount(count, "count", operation);
        checkCount(blockLength, "block length", operation);
        return derive(operation, () -> TypeMap.hvector(count, blockLength, stride, old));
    }

    /**
     * Blocks of any length at any place. {@code MPI_TYPE_INDEXED}, MPI-4.1 section 5.1.2.
     *
     * @param blockLengths elements in each block
     * @param displacements starts of the blocks, in extents of {@code oldType}
     * @param oldType type of the elements
     * @return the new type
     * @throws MPIException if a length is negative, the arrays differ in length or are null, or the type is null
     */
    public static Datatype createIndexed(int[] blockLengths, int[] displacements, Datatype oldType)
            throws MPIException {
        String operation = "Datatype.createIndexed";
        TypeMap old = check(oldType, operation);
        checkBlocks(blockLengths, displacements, operation);
        return derive(operation, () -> TypeMap.indexed(blockLengths, displacements, old));
    }

    /**
     * As {@link #createIndexed}, with the displacements in bytes. {@code MPI_TYPE_CREATE_HINDEXED}, MPI-4.1 section
     * 5.1.2.
     *
     * @param blockLengths elements in each block
     * @param displacements starts of the blocks in bytes
     * @param oldType type of the elements
     * @return the new type
     * @throws MPIException if a length is negative, the arrays differ in length or are null, or the type is null
     */
    public static Datatype createHIndexed(int[] blockLengths, int[] displacements, Datatype oldType)
            throws MPIException {
        String operation = "Datatype.createHIndexed";
        TypeMap old = check(oldType, operation);
        checkBlocks(blockLengths, displacements, operation);
        return derive(operation, () -> TypeMap.hindexed(blockLengths, displacements, old));
    }

    /**
     * Blocks of different types. The base type of the result is {@link MPI#BYTE}: such data live in {@code byte[]} and
     * {@code ByteBuffer}; class {@link Struct} gives access to the fields. {@code MPI_TYPE_CREATE_STRUCT}, MPI-4.1
     * section 5.1.2.
     *
     * @param blockLengths elements in each block
     * @param displacements starts of the blocks in bytes
     * @param types type of the elements of each block
     * @return the new type
     * @throws MPIException if a length is negative, the arrays differ in length or are null, or a type is null
     */
    public static Datatype createStruct(int[] blockLengths, int[] displacements, Datatype[] types) throws MPIException {
        String operation = "Datatype.createStruct";
        MPI.check();
        checkBlocks(blockLengths, displacements, operation);
        if (types == null || types.length != blockLengths.length) {
            throw Errors.raise(ErrorClass.ARG, operation + ": there must be as many types as blocks");
        }
        TypeMap[] maps = new TypeMap[types.length];
        for (int i = 0; i < maps.length; i++) {
            maps[i] = check(types[i], operation);
        }
        return derive(operation, () -> TypeMap.struct(blockLengths, displacements, maps));
    }

    /**
     * The same data with another lower bound and extent. {@code MPI_TYPE_CREATE_RESIZED}, MPI-4.1 section 5.1.7.
     *
     * @param oldType a type
     * @param lb the new lower bound in bytes
     * @param extent the new extent in bytes
     * @return the new type
     * @throws MPIException if the type is null
     */
    public static Datatype createResized(Datatype oldType, int lb, int extent) throws MPIException {
        TypeMap old = check(oldType, "Datatype.createResized");
        return derive("Datatype.createResized", () -> TypeMap.resized(old, lb, extent));
    }

    /**
     * Makes the type ready for communication. {@code MPI_TYPE_COMMIT}, MPI-4.1 section 5.1.9.
     *
     * @throws MPIException if the type is null
     */
    public void commit() throws MPIException {
        check(this, "Datatype.commit");
        committed = true;
    }

    /**
     * Releases the type; communication under way and types made from this one are not affected. {@code MPI_TYPE_FREE},
     * MPI-4.1 section 5.1.9.
     *
     * @throws MPIException if the type is null or predefined
     */
    @Override
    public void free() throws MPIException {
        check(this, "Datatype.free");
        if (predefined) {
            throw Errors.raise(ErrorClass.TYPE, "Datatype.free: " + name + " is predefined and cannot be freed");
        }
        map = null;
    }

    /**
     * An independent type with the same layout, committed if this one is. {@code MPI_TYPE_DUP}, MPI-4.1 section 5.1.10.
     *
     * @return the new type
     * @throws MPIException if the type is null
     */
    public Datatype dup() throws MPIException {
        Datatype copy = new Datatype(check(this, "Datatype.dup"), "", false);
        copy.committed = committed;
        return copy;
    }

    /**
     * The same as {@link #dup}.
     *
     * @throws RuntimeException if the type is null
     */
    @Override
    public Datatype clone() {
        try {
            return dup();
        } catch (MPIException e) {
            throw new RuntimeException(e);
        }
    }

    /**
     * The lower bound, in elements of the base type. {@code MPI_TYPE_GET_EXTENT}, MPI-4.1 section 5.1.7.
     *
     * @return the lower bound, rounded down
     * @throws MPIException if the type is null
     */
    public int getLb() throws MPIException {
        return inBaseElements(check(this, "Datatype.getLb").lb(), "Datatype.getLb");
    }

    /**
     * The distance of neighbours in a buffer, in elements of the base type. {@code MPI_TYPE_GET_EXTENT}, MPI-4.1
     * section 5.1.7.
     *
     * @return the extent, rounded down
     * @throws MPIException if the type is null
     */
    public int getExtent() throws MPIException {
        return inBaseElements(check(this, "Datatype.getExtent").extent(), "Datatype.getExtent");
    }

    /**
     * Where the data start, in elements of the base type. {@code MPI_TYPE_GET_TRUE_EXTENT}, MPI-4.1 section 5.1.8.
     *
     * @return the true lower bound, rounded down
     * @throws MPIException if the type is null
     */
    public int getTrueLb() throws MPIException {
        return inBaseElements(check(this, "Datatype.getTrueLb").trueLb(), "Datatype.getTrueLb");
    }

    /**
     * From the first to the last datum, in elements of the base type. {@code MPI_TYPE_GET_TRUE_EXTENT}, MPI-4.1 section
     * 5.1.8.
     *
     * @return the true extent, rounded down
     * @throws MPIException if the type is null
     */
    public int getTrueExtent() throws MPIException {
        return inBaseElements(check(this, "Datatype.getTrueExtent").trueExtent(), "Datatype.getTrueExtent");
    }

    /**
     * The amount of data, without gaps, in elements of the base type. {@code MPI_TYPE_SIZE}, MPI-4.1 section 5.1.5.
     *
     * @return the size, rounded down
     * @throws MPIException if the type is null
     */
    public int getSize() throws MPIException {
        return inBaseElements(check(this, "Datatype.getSize").size(), "Datatype.getSize");
    }

    /**
     * The name, empty unless set. {@code MPI_TYPE_GET_NAME}, MPI-4.1 section 7.8.
     *
     * @return the name
     * @throws MPIException if the type was freed
     */
    public String getName() throws MPIException {
        if (this != MPI.DATATYPE_NULL) {
            check(this, "Datatype.getName");
        }
        return name;
    }

    /**
     * Gives the type a name. {@code MPI_TYPE_SET_NAME}, MPI-4.1 section 7.8.
     *
     * @param name the name; what exceeds {@link MPI#MAX_OBJECT_NAME} - 1 characters is cut off
     * @throws MPIException if the name or the type is null
     */
    public void setName(String name) throws MPIException {
        check(this, "Datatype.setName");
        if (name == null) {
            throw Errors.raise(ErrorClass.ARG, "Datatype.setName: the name is null");
        }
        this.name = name.substring(0, Math.min(name.length(), MPI.MAX_OBJECT_NAME - 1));
    }

    private int inBaseElements(long bytes, String operation) throws MPIException {
        long elements = Math.floorDiv(bytes, map.base().size());
        if (elements != (int) elements) {
            throw Errors.raise(ErrorClass.TYPE, operation + ": " + elements + " exceeds the range of int");
        }
        return (int) elements;
    }

    private static Datatype derive(String operation, Supplier<TypeMap> layout) throws MPIException {
        try {
            return new Datatype(layout.get(), "", false);
        } catch (ArithmeticException e) {
            throw Errors.raise(ErrorClass.ARG, operation + ": the layout exceeds the range of 64 bits");
        }
    }

    private static TypeMap check(Datatype type, String operation) throws MPIException {
        MPI.check();
        return Errors.checkType(type, operation).map;
    }

    private static void checkCount(int count, String what, String operation) throws MPIException {
        if (count < 0) {
            throw Errors.raise(ErrorClass.COUNT, operation + ": " + what + " " + count + " is negative");
        }
    }

    private static void checkBlocks(int[] lengths, int[] displacements, String operation) throws MPIException {
        if (lengths == null || displacements == null || lengths.length != displacements.length) {
            throw Errors.raise(ErrorClass.ARG, operation + ": there must be as many displacements as block lengths");
        }
        for (int length : lengths) {
            checkCount(length, "block length", operation);
        }
    }

    @Override
    public String toString() {
        return name.isEmpty() ? "Datatype[" + map + "]" : name;
    }
}
