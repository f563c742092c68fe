/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * Base class of user-defined structures. A subclass declares the fields in its constructor (or in field initialisers)
 * through the {@code add} methods and keeps the numbers they return; a nested subclass of {@link Data} reads and writes
 * the fields of one element under these numbers. Fields follow each other without gaps, unless {@link #setOffset} is
 * called.
 *
 * <pre>{@code
 * class Point extends Struct {
 *     private final int x = addDouble(), id = addInt();
 *     protected Data newData() { return new Data(); }
 *     class Data extends Struct.Data {
 *         double getX() { return getDouble(x); }
 *         void putX(double v) { putDouble(x, v); }
 *     }
 * }
 * }</pre>
 */
public abstract class Struct {

    private final List<Integer> offsets = new ArrayList<>();
    private final List<Integer> lengths = new ArrayList<>();
    private final List<Datatype> types = new ArrayList<>();
    private int extent;
    private Datatype type;

    /** For subclasses. */
    public Struct() {}

    /** Makes the object that gives access to the fields of one element. */
    protected abstract Struct.Data newData();

    /**
     * The bytes of one element, from its first field to the end of the last one added.
     *
     * @return extent in bytes
     * @throws MPIException never; part of the signature for compatibility
     */
    public final int getExtent() throws MPIException {
        return extent;
    }

    /**
     * Places the next field.
     *
     * @param offset where it starts, in bytes
     * @return this object
     */
    public final Struct setOffset(int offset) {
        extent = offset;
        return this;
    }

    /** Adds a byte. Like all {@code add} methods it returns the number of the field. */
    public final int addByte() {
        return addByte(1);
    }

    /** Adds an array of bytes. */
    public final int addByte(int length) {
        return add(MPI.BYTE, length, Byte.BYTES);
    }

    /** Adds a char. */
    public final int addChar() {
        return addChar(1);
    }

    /** Adds an array of chars. */
    public final int addChar(int length) {
        return add(MPI.CHAR, length, Character.BYTES);
    }

    /** Adds a short. */
    public final int addShort() {
        return addShort(1);
    }

    /** Adds an array of shorts. */
    public final int addShort(int length) {
        return add(MPI.SHORT, length, Short.BYTES);
    }

    /** Adds an int. */
    public final int addInt() {
        return addInt(1);
    }

    /** Adds an array of ints. */
    public final int addInt(int length) {
        return add(MPI.INT, length, Integer.BYTES);
    }

    /** Adds a long. */
    public final int addLong() {
        return addLong(1);
    }

    /** Adds an array of longs. */
    public final int addLong(int length) {
        return add(MPI.LONG, length, Long.BYTES);
    }

    /** Adds a float. */
    public final int addFloat() {
        return addFloat(1);
    }

    /** Adds an array of floats. */
    public final int addFloat(int length) {
        return add(MPI.FLOAT, length, Float.BYTES);
    }

    /** Adds a double. */
    public final int addDouble() {
        return addDouble(1);
    }

    /** Adds an array of doubles. */
    public final int addDouble(int length) {
        return add(MPI.DOUBLE, length, Double.BYTES);
    }

    /**
     * Adds a structure.
     *
     * @param struct the inner structure
     * @return number of the field
     * @throws MPIException if its type cannot be made
     */
    public final int addStruct(Struct struct) throws MPIException {
        return addStruct(struct, 1);
    }

    /**
     * Adds an array of structures.
     *
     * @param struct the inner structure
     * @param length number of elements
     * @return number of the field
     * @throws MPIException if its type cannot be made
     */
    public final int addStruct(Struct struct, int length) throws MPIException {
        return add(struct.getType(), length, struct.extent);
    }

    /**
     * Adds an element of any type.
     *
     * @param type its type
     * @return number of the field
     * @throws MPIException if the type is null
     */
    public final int addData(Datatype type) throws MPIException {
        return addData(type, 1);
    }

    /**
     * Adds an array of elements of any type.
     *
     * @param type their type
     * @param length number of elements
     * @return number of the field
     * @throws MPIException if the type is null
     */
    public final int addData(Datatype type, int length) throws MPIException {
        return add(type, length, extentInBytes(type, "Struct.addData"));
    }

    private int add(Datatype fieldType, int length, int fieldExtent) {
        if (type != null) {
            throw new IllegalStateException("Struct: the type is in use; no field can be added any more");
        }
        offsets.add(extent);
        lengths.add(length);
        types.add(fieldType);
        extent = Math.addExact(extent, Math.multiplyExact(fieldExtent, length));
        return types.size() - 1;
    }

    /**
     * The datatype of the structure, made and committed at the first call.
     *
     * @return the datatype; its base type is {@link MPI#BYTE}
     * @throws MPIException if it cannot be made
     */
    public final Datatype getType() throws MPIException {
        if (type == null) {
            int[] fieldLengths = toArray(lengths);
            Datatype fields = Datatype.createStruct(fieldLengths, toArray(offsets), types.toArray(new Datatype[0]));
            Datatype whole = Datatype.createResized(fields, 0, extent);
            whole.commit();
            type = whole;
        }
        return type;
    }

    /** Lets a predefined structure answer {@link #getType} without MPI being active. */
    final void setType(Datatype predefined) {
        type = predefined;
    }

    private static int[] toArray(List<Integer> list) {
        return list.stream().mapToInt(Integer::intValue).toArray();
    }

    private static int extentInBytes(Datatype type, String operation) throws MPIException {
        return Math.toIntExact(Errors.checkType(type, operation).map().extent());
    }

    /**
     * Access to the first structure in a buffer.
     *
     * @param <T> the subclass of {@link Data}
     * @param buffer a buffer of structures
     * @return the access object
     * @throws MPIException never; part of the signature for compatibility
     */
    public final <T extends Struct.Data> T getData(ByteBuffer buffer) throws MPIException {
        return getData(buffer, 0);
    }

    /**
     * Access to a structure in a buffer.
     *
     * @param <T> the subclass of {@link Data}
     * @param buffer a buffer of structures
     * @param index number of the structure
     * @return the access object
     * @throws MPIException never; part of the signature for compatibility
     */
    public final <T extends Struct.Data> T getData(ByteBuffer buffer, int index) throws MPIException {
        return access(buffer, Math.multiplyExact(index, extent));
    }

    /**
     * Access to the first structure in an array.
     *
     * @param <T> the subclass of {@link Data}
     * @param array an array of structures
     * @return the access object
     * @throws MPIException never; part of the signature for compatibility
     */
    public final <T extends Struct.Data> T getData(byte[] array) throws MPIException {
        return getData(array, 0);
    }

    /**
     * Access to a structure in an array.
     *
     * @param <T> the subclass of {@link Data}
     * @param array an array of structures
     * @param index number of the structure
     * @return the access object
     * @throws MPIException never; part of the signature for compatibility
     */
    public final <T extends Struct.Data> T getData(byte[] array, int index) throws MPIException {
        return access(ByteBuffer.wrap(array), Math.multiplyExact(index, extent));
    }

    /** The caller chooses the class that its own {@link #newData} returns. */
    @SuppressWarnings("unchecked")
    private <T extends Struct.Data> T access(ByteBuffer buffer, int offset) {
        Struct.Data data = newData();
        data.buffer = buffer.duplicate().order(ByteOrder.nativeOrder());
        data.offset = offset;
        return (T) data;
    }

    /** Access to the fields of one structure in a buffer. Methods with an index are for fields that are arrays. */
    public abstract class Data {

        private ByteBuffer buffer;
        private int offset;

        /** For subclasses. */
        public Data() {}

        /** The bytes of this structure, as a view of the buffer in native order. */
        public final ByteBuffer getBuffer() {
            return view(offset, extent);
        }

        private ByteBuffer view(int start, int length) {
            return buffer.duplicate()
                    .limit(start + length)
                    .position(start)
                    .slice()
                    .order(ByteOrder.nativeOrder());
        }

        private int at(int field) {
            return offset + offsets.get(field);
        }

        private int at(int field, int index, int size) {
            return at(field) + Math.multiplyExact(index, size);
        }

        /** The bytes of a field that was added by {@code addData}. */
        protected final ByteBuffer getBuffer(Datatype type, int field) {
            try {
                return getBuffer(type, field, 0);
            } catch (MPIException e) {
                throw new RuntimeException(e);
            }
        }

        /**
         * The bytes of an element of a field that was added by {@code addData}.
         *
         * @param type type of the elements
         * @param field number of the field
         * @param index number of the element
         * @return a view of the buffer in native order
         * @throws MPIException if the type is null
         */
        protected final ByteBuffer getBuffer(Datatype type, int field, int index) throws MPIException {
            int size = extentInBytes(type, "Struct.Data.getBuffer");
            return view(at(field, index, size), size);
        }

        /** Access to an inner structure. */
        protected final <S extends Struct, D extends Struct.Data> D getData(S struct, int field) {
            return getData(struct, field, 0);
        }

        /** Access to an element of an array of inner structures. */
        protected final <S extends Struct, D extends Struct.Data> D getData(S struct, int field, int index) {
            Struct inner = struct;
            return inner.access(buffer, at(field, index, inner.extent));
        }

        /** Reads a byte. */
        protected final byte getByte(int field) {
            return buffer.get(at(field));
        }

        /** Reads a byte of an array. */
        protected final byte getByte(int field, int index) {
            return buffer.get(at(field, index, Byte.BYTES));
        }

        /** Writes a byte. */
        protected final void putByte(int field, byte v) {
            buffer.put(at(field), v);
        }

        /** Writes a byte of an array. */
        protected final void putByte(int field, int index, byte v) {
            buffer.put(at(field, index, Byte.BYTES), v);
        }

        /** Reads a char. */
        protected final char getChar(int field) {
            return buffer.getChar(at(field));
        }

        /** Reads a char of an array. */
        protected final char getChar(int field, int index) {
            return buffer.getChar(at(field, index, Character.BYTES));
        }

        /** Writes a char. */
        protected final void putChar(int field, char v) {
            buffer.putChar(at(field), v);
        }

        /** Writes a char of an array. */
        protected final void putChar(int field, int index, char v) {
            buffer.putChar(at(field, index, Character.BYTES), v);
        }

        /** Reads a short. */
        protected final short getShort(int field) {
            return buffer.getShort(at(field));
        }

        /** Reads a short of an array. */
        protected final short getShort(int field, int index) {
            return buffer.getShort(at(field, index, Short.BYTES));
        }

        /** Writes a short. */
        protected final void putShort(int field, short v) {
            buffer.putShort(at(field), v);
        }

        /** Writes a short of an array. */
        protected final void putShort(int field, int index, short v) {
            buffer.putShort(at(field, index, Short.BYTES), v);
        }

        /** Reads an int. */
        protected final int getInt(int field) {
            return buffer.getInt(at(field));
        }

        /** Reads an int of an array. */
        protected final int getInt(int field, int index) {
            return buffer.getInt(at(field, index, Integer.BYTES));
        }

        /** Writes an int. */
        protected final void putInt(int field, int v) {
            buffer.putInt(at(field), v);
        }

        /** Writes an int of an array. */
        protected final void putInt(int field, int index, int v) {
            buffer.putInt(at(field, index, Integer.BYTES), v);
        }

        /** Reads a long. */
        protected final long getLong(int field) {
            return buffer.getLong(at(field));
        }

        /** Reads a long of an array. */
        protected final long getLong(int field, int index) {
            return buffer.getLong(at(field, index, Long.BYTES));
        }

        /** Writes a long. */
        protected final void putLong(int field, long v) {
            buffer.putLong(at(field), v);
        }

        /** Writes a long of an array. */
        protected final void putLong(int field, int index, long v) {
            buffer.putLong(at(field, index, Long.BYTES), v);
        }

        /** Reads a float. */
        protected final float getFloat(int field) {
            return buffer.getFloat(at(field));
        }

        /** Reads a float of an array. */
        protected final float getFloat(int field, int index) {
            return buffer.getFloat(at(field, index, Float.BYTES));
        }

        /** Writes a float. */
        protected final void putFloat(int field, float v) {
            buffer.putFloat(at(field), v);
        }

        /** Writes a float of an array. */
        protected final void putFloat(int field, int index, float v) {
            buffer.putFloat(at(field, index, Float.BYTES), v);
        }

        /** Reads a double. */
        protected final double getDouble(int field) {
            return buffer.getDouble(at(field));
        }

        /** Reads a double of an array. */
        protected final double getDouble(int field, int index) {
            return buffer.getDouble(at(field, index, Double.BYTES));
        }

        /** Writes a double. */
        protected final void putDouble(int field, double v) {
            buffer.putDouble(at(field), v);
        }

        /** Writes a double of an array. */
        protected final void putDouble(int field, int index, double v) {
            buffer.putDouble(at(field, index, Double.BYTES), v);
        }
    }
}
