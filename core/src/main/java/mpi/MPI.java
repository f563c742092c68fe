/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package mpi;

import dev.tern.datatype.ReductionKind;
import dev.tern.datatype.TypeMap;
import dev.tern.error.ErrorClass;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;

/**
 * Start and end of MPI, its constants, and helpers for buffers.
 *
 * <p>The constants are deliberately not compile-time constants: a compiled program reads the values of the library it
 * runs with. They, the {@code slice} and the {@code new*Buffer} methods can be used before {@link #Init}.
 */
public final class MPI {

    // The standard (MPI-4.1 section 9.1.1)

    public static final int VERSION = of(3);
    public static final int SUBVERSION = of(1);

    // Levels of thread support (MPI-4.1 section 11.6)

    public static final int THREAD_SINGLE = of(0);
    public static final int THREAD_FUNNELED = of(1);
    public static final int THREAD_SERIALIZED = of(2);
    public static final int THREAD_MULTIPLE = of(3);

    // Ranks, tags and other special values

    public static final int ANY_SOURCE = of(-1);
    public static final int ANY_TAG = of(-1);
    public static final int PROC_NULL = of(-2);
    public static final int ROOT = of(-4);
    public static final int UNDEFINED = of(-32766);
    public static final int BSEND_OVERHEAD = of(128);
    public static final int KEYVAL_INVALID = of(-1);

    // Results of comparing communicators or groups; kinds of topology

    public static final int IDENT = of(0);
    public static final int CONGRUENT = of(1);
    public static final int SIMILAR = of(2);
    public static final int UNEQUAL = of(3);
    public static final int CART = of(1);
    public static final int GRAPH = of(2);
    public static final int DIST_GRAPH = of(3);

    // Keys of the predefined attributes

    public static final int TAG_UB = of(0);
    public static final int HOST = of(1);
    public static final int IO = of(2);
    public static final int WTIME_IS_GLOBAL = of(3);
    public static final int APPNUM = of(4);
    public static final int LASTUSEDCODE = of(5);
    public static final int UNIVERSE_SIZE = of(6);
    public static final int WIN_BASE = of(7);
    public static final int WIN_SIZE = of(8);
    public static final int WIN_DISP_UNIT = of(9);

    // Longest strings

    public static final int MAX_OBJECT_NAME = of(64);
    public static final int MAX_PORT_NAME = of(1024);
    public static final int MAX_DATAREP_STRING = of(128);
    public static final int MAX_INFO_KEY = of(36);
    public static final int MAX_INFO_VAL = of(256);

    // Distribution of arrays

    public static final int ORDER_C = of(0);
    public static final int ORDER_FORTRAN = of(1);
    public static final int DISTRIBUTE_BLOCK = of(0);
    public static final int DISTRIBUTE_CYCLIC = of(1);
    public static final int DISTRIBUTE_NONE = of(2);
    public static final int DISTRIBUTE_DFLT_DARG = of(-1);

    // Files

    public static final int MODE_CREATE = of(1);
    public static final int MODE_RDONLY = of(2);
    public static final int MODE_WRONLY = of(4);
    public static final int MODE_RDWR = of(8);
    public static final int MODE_DELETE_ON_CLOSE = of(16);
    public static final int MODE_UNIQUE_OPEN = of(32);
    public static final int MODE_EXCL = of(64);
    public static final int MODE_APPEND = of(128);
    public static final int MODE_SEQUENTIAL = of(256);
    public static final int DISPLACEMENT_CURRENT = of(-54278278);
    public static final int SEEK_SET = of(600);
    public static final int SEEK_CUR = of(602);
    public static final int SEEK_END = of(604);

    // One-sided communication

    public static final int MODE_NOCHECK = of(1);
    public static final int MODE_NOPRECEDE = of(2);
    public static final int MODE_NOPUT = of(4);
    public static final int MODE_NOSTORE = of(8);
    public static final int MODE_NOSUCCEED = of(16);
    public static final int LOCK_EXCLUSIVE = of(1);
    public static final int LOCK_SHARED = of(2);

    // Error classes (MPI-4.1 section 9.4)

    public static final int SUCCESS = of(ErrorClass.SUCCESS);
    public static final int ERR_BUFFER = of(ErrorClass.BUFFER);
    public static final int ERR_COUNT = of(ErrorClass.COUNT);
    public static final int ERR_TYPE = of(ErrorClass.TYPE);
    public static final int ERR_TAG = of(ErrorClass.TAG);
    public static final int ERR_COMM = of(ErrorClass.COMM);
    public static final int ERR_RANK = of(ErrorClass.RANK);
    public static final int ERR_REQUEST = of(ErrorClass.REQUEST);
    public static final int ERR_ROOT = of(ErrorClass.ROOT);
    public static final int ERR_GROUP = of(ErrorClass.GROUP);
    public static final int ERR_OP = of(ErrorClass.OP);
    public static final int ERR_TOPOLOGY = of(ErrorClass.TOPOLOGY);
    public static final int ERR_DIMS = of(ErrorClass.DIMS);
    public static final int ERR_ARG = of(ErrorClass.ARG);
    public static final int ERR_UNKNOWN = of(ErrorClass.UNKNOWN);
    public static final int ERR_TRUNCATE = of(ErrorClass.TRUNCATE);
    public static final int ERR_OTHER = of(ErrorClass.OTHER);
    public static final int ERR_INTERN = of(ErrorClass.INTERN);
    public static final int ERR_IN_STATUS = of(ErrorClass.IN_STATUS);
    public static final int ERR_PENDING = of(ErrorClass.PENDING);
    public static final int ERR_ACCESS = of(ErrorClass.ACCESS);
    public static final int ERR_AMODE = of(ErrorClass.AMODE);
    public static final int ERR_ASSERT = of(ErrorClass.ASSERT);
    public static final int ERR_BAD_FILE = of(ErrorClass.BAD_FILE);
    public static final int ERR_BASE = of(ErrorClass.BASE);
    public static final int ERR_CONVERSION = of(ErrorClass.CONVERSION);
    public static final int ERR_DISP = of(ErrorClass.DISP);
    public static final int ERR_DUP_DATAREP = of(ErrorClass.DUP_DATAREP);
    public static final int ERR_FILE_EXISTS = of(ErrorClass.FILE_EXISTS);
    public static final int ERR_FILE_IN_USE = of(ErrorClass.FILE_IN_USE);
    public static final int ERR_FILE = of(ErrorClass.FILE);
    public static final int ERR_INFO_KEY = of(ErrorClass.INFO_KEY);
    public static final int ERR_INFO_NOKEY = of(ErrorClass.INFO_NOKEY);
    public static final int ERR_INFO_VALUE = of(ErrorClass.INFO_VALUE);
    public static final int ERR_INFO = of(ErrorClass.INFO);
    public static final int ERR_IO = of(ErrorClass.IO);
    public static final int ERR_KEYVAL = of(ErrorClass.KEYVAL);
    public static final int ERR_LOCKTYPE = of(ErrorClass.LOCKTYPE);
    public static final int ERR_NAME = of(ErrorClass.NAME);
    public static final int ERR_NO_MEM = of(ErrorClass.NO_MEM);
    public static final int ERR_NOT_SAME = of(ErrorClass.NOT_SAME);
    public static final int ERR_NO_SPACE = of(ErrorClass.NO_SPACE);
    public static final int ERR_NO_SUCH_FILE = of(ErrorClass.NO_SUCH_FILE);
    public static final int ERR_PORT = of(ErrorClass.PORT);
    public static final int ERR_QUOTA = of(ErrorClass.QUOTA);
    public static final int ERR_READ_ONLY = of(ErrorClass.READ_ONLY);
    public static final int ERR_RMA_CONFLICT = of(ErrorClass.RMA_CONFLICT);
    public static final int ERR_RMA_SYNC = of(ErrorClass.RMA_SYNC);
    public static final int ERR_SERVICE = of(ErrorClass.SERVICE);
    public static final int ERR_SIZE = of(ErrorClass.SIZE);
    public static final int ERR_SPAWN = of(ErrorClass.SPAWN);
    public static final int ERR_UNSUPPORTED_DATAREP = of(ErrorClass.UNSUPPORTED_DATAREP);
    public static final int ERR_UNSUPPORTED_OPERATION = of(ErrorClass.UNSUPPORTED_OPERATION);
    public static final int ERR_WIN = of(ErrorClass.WIN);
    public static final int ERR_PROC_ABORTED = of(ErrorClass.PROC_ABORTED);
    public static final int ERR_SYSRESOURCE = of(-2);
    public static final int ERR_LASTCODE = of(92);

    // Datatypes

    public static final Datatype DATATYPE_NULL = Datatype.predefined(null, "MPI_DATATYPE_NULL");
    public static final Datatype BYTE = Datatype.predefined(TypeMap.BYTE, "MPI_BYTE");
    public static final Datatype CHAR = Datatype.predefined(TypeMap.CHAR, "MPI_CHAR");
    public static final Datatype SHORT = Datatype.predefined(TypeMap.SHORT, "MPI_SHORT");
    public static final Datatype BOOLEAN = Datatype.predefined(TypeMap.BOOLEAN, "MPI_BOOLEAN");
    public static final Datatype INT = Datatype.predefined(TypeMap.INT, "MPI_INT");
    public static final Datatype LONG = Datatype.predefined(TypeMap.LONG, "MPI_LONG");
    public static final Datatype FLOAT = Datatype.predefined(TypeMap.FLOAT, "MPI_FLOAT");
    public static final Datatype DOUBLE = Datatype.predefined(TypeMap.DOUBLE, "MPI_DOUBLE");
    public static final Datatype PACKED = Datatype.predefined(TypeMap.PACKED, "MPI_PACKED");
    public static final Datatype INT2 = Datatype.predefined(TypeMap.INT2, "MPI_INT2");
    public static final Datatype SHORT_INT = Datatype.predefined(TypeMap.SHORT_INT, "MPI_SHORT_INT");
    public static final Datatype LONG_INT = Datatype.predefined(TypeMap.LONG_INT, "MPI_LONG_INT");
    public static final Datatype FLOAT_INT = Datatype.predefined(TypeMap.FLOAT_INT, "MPI_FLOAT_INT");
    public static final Datatype DOUBLE_INT = Datatype.predefined(TypeMap.DOUBLE_INT, "MPI_DOUBLE_INT");
    public static final Datatype FLOAT_COMPLEX = Datatype.predefined(TypeMap.FLOAT_COMPLEX, "MPI_FLOAT_COMPLEX");
    public static final Datatype DOUBLE_COMPLEX = Datatype.predefined(TypeMap.DOUBLE_COMPLEX, "MPI_DOUBLE_COMPLEX");

    // Access to pairs

    public static final Int2 int2 = new Int2();
    public static final ShortInt shortInt = new ShortInt();
    public static final LongInt longInt = new LongInt();
    public static final FloatInt floatInt = new FloatInt();
    public static final DoubleInt doubleInt = new DoubleInt();

    // Operations of reductions (MPI-4.1 section 6.9.2)

    public static final Op MAX = Op.predefined(ReductionKind.MAX);
    public static final Op MIN = Op.predefined(ReductionKind.MIN);
    public static final Op SUM = Op.predefined(ReductionKind.SUM);
    public static final Op PROD = Op.predefined(ReductionKind.PROD);
    public static final Op LAND = Op.predefined(ReductionKind.LAND);
    public static final Op BAND = Op.predefined(ReductionKind.BAND);
    public static final Op LOR = Op.predefined(ReductionKind.LOR);
    public static final Op BOR = Op.predefined(ReductionKind.BOR);
    public static final Op LXOR = Op.predefined(ReductionKind.LXOR);
    public static final Op BXOR = Op.predefined(ReductionKind.BXOR);
    public static final Op MAXLOC = Op.predefined(ReductionKind.MAXLOC);
    public static final Op MINLOC = Op.predefined(ReductionKind.MINLOC);
    public static final Op REPLACE = Op.predefined(ReductionKind.REPLACE);
    public static final Op NO_OP = Op.predefined(ReductionKind.NO_OP);

    // Error handlers, handles without an object, and the communicators of the start

    public static final Errhandler ERRORS_ABORT = Errhandler.ABORT;
    public static final Errhandler ERRORS_ARE_FATAL = Errhandler.ARE_FATAL;
    public static final Errhandler ERRORS_RETURN = Errhandler.RETURN;
    public static final Info INFO_NULL = Info.none();
    public static final Info INFO_ENV = Info.environment();
    public static final Request REQUEST_NULL = new Request();
    public static final Group GROUP_EMPTY = new Group(new int[0], -1);
    public static final Intracomm COMM_WORLD = new Intracomm("MPI_COMM_WORLD");
    public static final Intracomm COMM_SELF = new Intracomm("MPI_COMM_SELF");

    private static final double NANO = 1e-9;

    /** Does nothing: all methods are static. */
    public MPI() {}

    /** Keeps javac from copying a constant into the programs that use it. */
    private static int of(int value) {
        return value;
    }

    /** Fails unless MPI is active. */
    static void check() throws MPIException {
        if (!Environment.isInitialized()) {
            throw new MPIException("MPI is not initialized.");
        }
        if (Environment.isFinalized()) {
            throw new MPIException("MPI is finalized.");
        }
    }

    /**
     * Starts MPI for one thread. {@code MPI_INIT}, MPI-4.1 section 11.2.1.
     *
     * @param args arguments of {@code main}
     * @return the arguments that belong to the program
     * @throws MPIException if MPI is active already or cannot be started
     */
    public static String[] Init(String[] args) throws MPIException {
        return Environment.init(args);
    }

    /**
     * Starts MPI for several threads. {@code MPI_INIT_THREAD}, MPI-4.1 section 11.6.2.
     *
     * @param args arguments of {@code main}
     * @param required the wanted level, {@link #THREAD_SINGLE} to {@link #THREAD_MULTIPLE}
     * @return the level that is provided
     * @throws MPIException if MPI is active already or cannot be started
     */
    public static int InitThread(String[] args, int required) throws MPIException {
        return Environment.initThread(args, required);
    }

    /**
     * The level of thread support. {@code MPI_QUERY_THREAD}, MPI-4.1 section 11.6.2.
     *
     * @return the level that is provided
     * @throws MPIException if MPI is not active
     */
    public static int queryThread() throws MPIException {
        return Environment.queryThread();
    }

    /**
     * Whether the calling thread is the one that started MPI. {@code MPI_IS_THREAD_MAIN}, MPI-4.1 section 11.6.2.
     *
     * @return whether it is
     * @throws MPIException if MPI is not active
     */
    public static boolean isThreadMain() throws MPIException {
        return Environment.isThreadMain();
    }

    /**
     * Delivers what was sent and ends MPI. {@code MPI_FINALIZE}, MPI-4.1 section 11.2.2.
     *
     * @throws MPIException if MPI is not active
     */
    public static void Finalize() throws MPIException {
        Environment.finalizeMpi();
    }

    /**
     * Whether MPI was started; stays true after {@link #Finalize}. {@code MPI_INITIALIZED}, MPI-4.1 section 11.4.1.
     *
     * @return whether it was
     * @throws MPIException never; part of the signature for compatibility
     */
    public static boolean isInitialized() throws MPIException {
        return Environment.isInitialized();
    }

    /**
     * Whether MPI was ended. {@code MPI_FINALIZED}, MPI-4.1 section 11.4.1.
     *
     * @return whether it was
     * @throws MPIException never; part of the signature for compatibility
     */
    public static boolean isFinalized() throws MPIException {
        return Environment.isFinalized();
    }

    /**
     * Provides the space for buffered sends. {@code MPI_BUFFER_ATTACH}, MPI-4.1 section 3.6.
     *
     * @param buffer its length counts, not its contents
     * @throws MPIException if the buffer is null or there is one already
     */
    public static void attachBuffer(byte[] buffer) throws MPIException {
        Environment.attachBuffer(buffer);
    }

    /**
     * Waits until all buffered messages are sent and takes the space back. {@code MPI_BUFFER_DETACH}, MPI-4.1 section
     * 3.6.
     *
     * @return the buffer given to {@link #attachBuffer}
     * @throws MPIException if there is none
     */
    public static byte[] detachBuffer() throws MPIException {
        return Environment.detachBuffer();
    }

    /**
     * Seconds since some moment in the past, the same one during the life of the process. {@code MPI_WTIME}, MPI-4.1
     * section 9.6.
     *
     * @return time in seconds
     * @throws MPIException never; part of the signature for compatibility
     */
    public static double wtime() throws MPIException {
        return System.nanoTime() * NANO;
    }

    /**
     * The resolution of {@link #wtime}. {@code MPI_WTICK}, MPI-4.1 section 9.6.
     *
     * @return seconds between two ticks of the clock
     * @throws MPIException never; part of the signature for compatibility
     */
    public static double wtick() throws MPIException {
        return NANO;
    }

    /**
     * The name of the machine. {@code MPI_GET_PROCESSOR_NAME}, MPI-4.1 section 9.1.2.
     *
     * @return host name
     * @throws MPIException never; part of the signature for compatibility
     */
    public static String getProcessorName() throws MPIException {
        return HostName.get();
    }

    /**
     * The version of the standard. {@code MPI_GET_VERSION}, MPI-4.1 section 9.1.1.
     *
     * @return {@link #VERSION} and {@link #SUBVERSION}
     */
    public static Version getVersion() {
        return new Version(VERSION, SUBVERSION);
    }

    /**
     * The version of the library. {@code MPI_GET_LIBRARY_VERSION}, MPI-4.1 section 9.1.1.
     *
     * @return name and version, for people
     */
    public static String getLibVersion() {
        return "Tern 0.1.0 (MPI for Java, API of Open MPI 5; Java " + Runtime.version() + ")";
    }

    /**
     * Hint for profilers; does nothing. {@code MPI_PCONTROL}, MPI-4.1 section 15.2.4.
     *
     * @param level level of profiling
     * @param obj for the profiler
     */
    public static void pControl(int level, Object obj) {}

    /**
     * A direct buffer in native byte order ({@code MPI_ALLOC_MEM}, MPI-4.1 section 9.2).
     *
     * @param capacity number of bytes
     * @return the buffer
     */
    public static ByteBuffer newByteBuffer(int capacity) {
        return Environment.newBuffer(capacity).order(ByteOrder.nativeOrder());
    }

    /**
     * A direct buffer in native byte order ({@code MPI_ALLOC_MEM}, MPI-4.1 section 9.2).
     *
     * @param capacity number of chars
     * @return the buffer
     */
    public static CharBuffer newCharBuffer(int capacity) {
        return newByteBuffer(Math.multiplyExact(capacity, Character.BYTES)).asCharBuffer();
    }

    /**
     * A direct buffer in native byte order ({@code MPI_ALLOC_MEM}, MPI-4.1 section 9.2).
     *
     * @param capacity number of shorts
     * @return the buffer
     */
    public static ShortBuffer newShortBuffer(int capacity) {
        return newByteBuffer(Math.multiplyExact(capacity, Short.BYTES)).asShortBuffer();
    }

    /**
     * A direct buffer in native byte order ({@code MPI_ALLOC_MEM}, MPI-4.1 section 9.2).
     *
     * @param capacity number of ints
     * @return the buffer
     */
    public static IntBuffer newIntBuffer(int capacity) {
        return newByteBuffer(Math.multiplyExact(capacity, Integer.BYTES)).asIntBuffer();
    }

    /**
     * A direct buffer in native byte order ({@code MPI_ALLOC_MEM}, MPI-4.1 section 9.2).
     *
     * @param capacity number of longs
     * @return the buffer
     */
    public static LongBuffer newLongBuffer(int capacity) {
        return newByteBuffer(Math.multiplyExact(capacity, Long.BYTES)).asLongBuffer();
    }

    /**
     * A direct buffer in native byte order ({@code MPI_ALLOC_MEM}, MPI-4.1 section 9.2).
     *
     * @param capacity number of floats
     * @return the buffer
     */
    public static FloatBuffer newFloatBuffer(int capacity) {
        return newByteBuffer(Math.multiplyExact(capacity, Float.BYTES)).asFloatBuffer();
    }

    /**
     * A direct buffer in native byte order ({@code MPI_ALLOC_MEM}, MPI-4.1 section 9.2).
     *
     * @param capacity number of doubles
     * @return the buffer
     */
    public static DoubleBuffer newDoubleBuffer(int capacity) {
        return newByteBuffer(Math.multiplyExact(capacity, Double.BYTES)).asDoubleBuffer();
    }

    /**
     * Memory of any size for messages, which the other ranks of the machine can read, filled with zeros ({@code MPI_ALLOC_MEM},
     * MPI-4.1 section 9.2). A segment is given to a communication in place of a buffer and may hold more than 2 GB.
     *
     * @param byteSize number of bytes
     * @param arena decides when the memory is freed: {@link Arena#ofAuto()} when nobody reaches it any more, others when they
     *     are closed, which must not happen before the communications that use it have ended
     * @return the memory; its address is a multiple of 64
     */
    public static MemorySegment newMemorySegment(long byteSize, Arena arena) {
        return Environment.newSegment(byteSize, arena);
    }

    /**
     * The part of a buffer from an offset on, to be given to a communication. Clears {@code buf}: position and limit do
     * not count.
     *
     * @param buf a buffer
     * @param offset number of elements to leave out
     * @return the part
     */
    public static ByteBuffer slice(ByteBuffer buf, int offset) {
        buf.clear().position(offset);
        return buf.slice().order(ByteOrder.nativeOrder());
    }

    /**
     * The part of an array from an offset on, to be given to a communication.
     *
     * @param buf an array
     * @param offset number of elements to leave out
     * @return the part
     */
    public static ByteBuffer slice(byte[] buf, int offset) {
        return ByteBuffer.wrap(buf, offset, buf.length - offset).slice().order(ByteOrder.nativeOrder());
    }

    /**
     * The part of a buffer from an offset on, to be given to a communication. Clears {@code buf}: position and limit do
     * not count.
     *
     * @param buf a buffer
     * @param offset number of elements to leave out
     * @return the part
     */
    public static CharBuffer slice(CharBuffer buf, int offset) {
        buf.clear().position(offset);
        return buf.slice();
    }

    /**
     * The part of an array from an offset on, to be given to a communication.
     *
     * @param buf an array
     * @param offset number of elements to leave out
     * @return the part
     */
    public static CharBuffer slice(char[] buf, int offset) {
        return CharBuffer.wrap(buf, offset, buf.length - offset).slice();
    }

    /**
     * The part of a buffer from an offset on, to be given to a communication. Clears {@code buf}: position and limit do
     * not count.
     *
     * @param buf a buffer
     * @param offset number of elements to leave out
     * @return the part
     */
    public static ShortBuffer slice(ShortBuffer buf, int offset) {
        buf.clear().position(offset);
        return buf.slice();
    }

    /**
     * The part of an array from an offset on, to be given to a communication.
     *
     * @param buf an array
     * @param offset number of elements to leave out
     * @return the part
     */
    public static ShortBuffer slice(short[] buf, int offset) {
        return ShortBuffer.wrap(buf, offset, buf.length - offset).slice();
    }

    /**
     * The part of a buffer from an offset on, to be given to a communication. Clears {@code buf}: position and limit do
     * not count.
     *
     * @param buf a buffer
     * @param offset number of elements to leave out
     * @return the part
     */
    public static IntBuffer slice(IntBuffer buf, int offset) {
        buf.clear().position(offset);
        return buf.slice();
    }

    /**
     * The part of an array from an offset on, to be given to a communication.
     *
     * @param buf an array
     * @param offset number of elements to leave out
     * @return the part
     */
    public static IntBuffer slice(int[] buf, int offset) {
        return IntBuffer.wrap(buf, offset, buf.length - offset).slice();
    }

    /**
     * The part of a buffer from an offset on, to be given to a communication. Clears {@code buf}: position and limit do
     * not count.
     *
     * @param buf a buffer
     * @param offset number of elements to leave out
     * @return the part
     */
    public static LongBuffer slice(LongBuffer buf, int offset) {
        buf.clear().position(offset);
        return buf.slice();
    }

    /**
     * The part of an array from an offset on, to be given to a communication.
     *
     * @param buf an array
     * @param offset number of elements to leave out
     * @return the part
     */
    public static LongBuffer slice(long[] buf, int offset) {
        return LongBuffer.wrap(buf, offset, buf.length - offset).slice();
    }

    /**
     * The part of a buffer from an offset on, to be given to a communication. Clears {@code buf}: position and limit do
     * not count.
     *
     * @param buf a buffer
     * @param offset number of elements to leave out
     * @return the part
     */
    public static FloatBuffer slice(FloatBuffer buf, int offset) {
        buf.clear().position(offset);
        return buf.slice();
    }

    /**
     * The part of an array from an offset on, to be given to a communication.
     *
     * @param buf an array
     * @param offset number of elements to leave out
     * @return the part
     */
    public static FloatBuffer slice(float[] buf, int offset) {
        return FloatBuffer.wrap(buf, offset, buf.length - offset).slice();
    }

    /**
     * The part of a buffer from an offset on, to be given to a communication. Clears {@code buf}: position and limit do
     * not count.
     *
     * @param buf a buffer
     * @param offset number of elements to leave out
     * @return the part
     */
    public static DoubleBuffer slice(DoubleBuffer buf, int offset) {
        buf.clear().position(offset);
        return buf.slice();
    }

    /**
     * The part of an array from an offset on, to be given to a communication.
     *
     * @param buf an array
     * @param offset number of elements to leave out
     * @return the part
     */
    public static DoubleBuffer slice(double[] buf, int offset) {
        return DoubleBuffer.wrap(buf, offset, buf.length - offset).slice();
    }
}
