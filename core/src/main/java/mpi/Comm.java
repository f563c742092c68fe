/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package mpi;

import dev.tern.coll.Block;
import dev.tern.coll.Blocks;
import dev.tern.datatype.Memory;
import dev.tern.datatype.TypeMap;
import dev.tern.engine.Communicator;
import dev.tern.engine.Endpoint;
import dev.tern.engine.Hint;
import dev.tern.engine.Spread;
import dev.tern.error.ErrorClass;
import dev.tern.error.MpiError;
import dev.tern.match.Operation;
import dev.tern.match.RecvOperation;
import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import java.util.Arrays;
import java.util.Set;

/**
 * A communicator ({@code MPI_Comm}, MPI-4.1 chapter 7): a group of ranks whose messages never meet those of another
 * communicator.
 *
 * <p>A buffer is an array of a primitive type, or a direct or heap NIO buffer whose position and limit do not count; the
 * class of an array or heap buffer must fit the datatype. Calls fail as the communicator's {@link Errhandler} says.
 */
public class Comm implements Freeable, Cloneable {
    /** Splits into ranks that can share memory, see {@link Intracomm#splitType}. */
    public static final int TYPE_SHARED = 0;

    private final String predefinedName; // null unless predefined
    private Communicator communicator; // null before Init, after Finalize, after free
    private Endpoint endpoint; // the communicator's, or null
    private Spread spread; // the communicator's; null unless its messages are spread over the lanes
    private int size;
    private Set<Hint> hints = Hints.NONE;
    private int lowestSource = Operation.ANY; // that a receive may ask for; 0 if any source was promised away
    private int lowestTag = Operation.ANY; // likewise
    private boolean freed;
    private Errhandler errhandler = Errhandler.ARE_FATAL;

    /** A predefined communicator, which Init binds. */
    Comm(String predefinedName) {
        this.predefinedName = predefinedName;
    }

    /** A new communicator; it inherits the error handler of the one it was made from. */
    Comm(Communicator communicator, Comm parent, Set<Hint> hints) {
        this.predefinedName = null;
        this.errhandler = parent.errhandler;
        bind(communicator);
        setHints(hints);
    }

    final void bind(Communicator newCommunicator) {
        communicator = newCommunicator;
        endpoint = newCommunicator == null ? null : newCommunicator.endpoint();
        spread = newCommunicator == null ? null : newCommunicator.spread();
        size = newCommunicator == null ? 0 : newCommunicator.size();
    }

    /** The communicator below, or the error for one that cannot be used now. */
    final Communicator communicator(String operation) throws MPIException {
        Communicator usable = communicator;
        if (usable == null) {
            throw unusable(operation);
        }
        return usable;
    }

    private MPIException unusable(String operation) throws MPIException {
        MPI.check();
        return MPI.COMM_SELF.error(
                ErrorClass.COMM, operation + ": the communicator " + (freed ? "was freed" : "is null"));
    }

    // Errors

    /**
     * An error of a call on this communicator: ends the job, or returns what to throw, as the error handler says.
     *
     * @param errorClass a constant of {@link ErrorClass}
     * @param message operation, what was given, what is allowed
     */
    final MPIException error(int errorClass, String message) throws MPIException {
        return error(errorClass, message, null);
    }

    /** As {@link #error(int, String)} for an error from below. */
    final MPIException error(String operation, MpiError cause) throws MPIException {
        return error(cause.errorClass(), operation + ": " + cause.getMessage(), cause);
    }

    private MPIException error(int errorClass, String message, Throwable cause) throws MPIException {
        Communicator here = communicator;
        String place = here == null ? "" : " (" + here.name() + ", rank " + here.rank() + ")";
        var exception = new MPIException(errorClass, message + place + " [" + ErrorClass.name(errorClass) + "]", cause);
        if (errhandler != Errhandler.RETURN && here != null && !here.engine().hasEnded()) {
            FatalError.end(here.engine(), exception);
        }
        return exception;
    }

    /** The error of a receive whose message did not fit. */
    final MPIException truncated(String operation, RecvOperation receive) throws MPIException {
        return error(
                receive.error(),
                operation + ": message of " + receive.messageLength() + " bytes from rank " + receive.peerRank()
                        + ", tag " + receive.tag() + " does not fit in " + receive.capacity() + " bytes");
    }

    /**
     * Sets what happens when a call on this communicator fails. {@code MPI_COMM_SET_ERRHANDLER}, MPI-4.1 section 9.3.1.
     *
     * @param newHandler one of the predefined handlers
     * @throws MPIException if MPI is not active
     */
    public final void setErrhandler(Errhandler newHandler) throws MPIException {
        communicator("setErrhandler");
        if (newHandler == null) {
            throw error(ErrorClass.ARG, "setErrhandler: the handler is null");
        }
        errhandler = newHandler;
    }

    /**
     * The error handler. {@code MPI_COMM_GET_ERRHANDLER}, MPI-4.1 section 9.3.1.
     *
     * @return the handler
     * @throws MPIException if MPI is not active
     */
    public final Errhandler getErrhandler() throws MPIException {
        communicator("getErrhandler");
        return errhandler;
    }

    /**
     * Calls the error handler. {@code MPI_COMM_CALL_ERRHANDLER}, MPI-4.1 section 9.5.
     *
     * @param errorCode an error class or code
     * @throws MPIException if the handler is {@link MPI#ERRORS_RETURN}
     */
    public void callErrhandler(int errorCode) throws MPIException {
        communicator("callErrhandler");
        throw error(errorCode, "callErrhandler: called by the program");
    }

    /**
     * Ends all processes of the job. {@code MPI_ABORT}, MPI-4.1 section 9.6.
     *
     * @param errorcode exit code of the job
     * @throws MPIException if MPI is not active
     */
    public final void abort(int errorcode) throws MPIException {
        Communicator here = communicator("abort");
        System.err.println("tern: rank " + here.engine().world().rank() + " called abort(" + errorcode + ") on "
                + here.name() + " [abort]");
        here.engine().abort(errorcode, "the program called abort");
    }

    // Hints

    /**
     * Promises something of this communicator, or takes a promise back. Collective: all ranks have to give the same hints. Hints
     * that are not named stay as they are. {@code MPI_COMM_SET_INFO}, MPI-4.1 section 7.4.4.
     *
     * <ul>
     *   <li>{@code mpi_assert_no_any_tag}: no receive or probe asks for {@link MPI#ANY_TAG}; one that does is an error.
     *   <li>{@code mpi_assert_no_any_source}: likewise for {@link MPI#ANY_SOURCE}.
     *   <li>{@code mpi_assert_exact_length}: messages are as long as the buffers that receive them. That is not checked beyond what is
     *       checked anyway: a longer one is {@link MPI#ERR_TRUNCATE}.
     *   <li>{@code mpi_assert_allow_overtaking}: messages may be received in another order than they were sent. They never are here.
     * </ul>
     *
     * <p>Other keys are ignored, and so are other values than {@code true} and {@code false}. This call does not spread the messages
     * of a communicator over lanes, which some may be on at the moment; {@link #dupWithInfo} does. The promise on which a
     * spread communicator relies cannot be taken back.
     *
     * @param info the hints; {@link MPI#INFO_NULL} changes nothing
     * @throws MPIException if MPI is not active, the communicator was freed or {@code info} was freed
     */
    public final void setInfo(Info info) throws MPIException {
        communicator("setInfo");
        Hints.check(this, "setInfo", info);
        Set<Hint> changed = Hints.changed(hints, info);
        if (spread != null) {
            changed.add(spread.promise());
        }
        setHints(changed);
    }

    /**
     * The hints that are in use. {@code MPI_COMM_GET_INFO}, MPI-4.1 section 7.4.4.
     *
     * @return a new object with all hints of {@link #setInfo}, each {@code true} or {@code false}
     * @throws MPIException if MPI is not active or the communicator was freed
     */
    public final Info getInfo() throws MPIException {
        communicator("getInfo");
        return Hints.info(hints);
    }

    final Set<Hint> hints() {
        return hints;
    }

    /** The hints that an argument names. */
    final Set<Hint> hints(String operation, Info info) throws MPIException {
        communicator(operation);
        Hints.check(this, operation, info);
        return Hints.changed(Hints.NONE, info);
    }

    private void setHints(Set<Hint> newHints) {
        hints = newHints;
        lowestSource = newHints.contains(Hint.NO_ANY_SOURCE) ? 0 : Operation.ANY;
        lowestTag = newHints.contains(Hint.NO_ANY_TAG) ? 0 : Operation.ANY;
    }

    /** The endpoint that a message to be sent takes. */
    private Endpoint outgoing(int tag) {
        return spread == null ? endpoint : spread.outgoing(tag);
    }

    /** The endpoint at which a message arrives. */
    final Endpoint incoming(int source, int tag) {
        return spread == null ? endpoint : spread.incoming(source, tag);
    }

    // Accessors

    /**
     * The rank of this process. {@code MPI_COMM_RANK}, MPI-4.1 section 7.4.1.
     *
     * @return 0 to size - 1
     * @throws MPIException if MPI is not active or the communicator was freed
     */
    public final int getRank() throws MPIException {
        return communicator("getRank").rank();
    }

    /**
     * The number of processes. {@code MPI_COMM_SIZE}, MPI-4.1 section 7.4.1.
     *
     * @return number of processes
     * @throws MPIException if MPI is not active or the communicator was freed
     */
    public final int getSize() throws MPIException {
        return communicator("getSize").size();
    }

    /**
     * The group. {@code MPI_COMM_GROUP}, MPI-4.1 section 7.3.2.
     *
     * @return a new group
     * @throws MPIException if MPI is not active or the communicator was freed
     */
    public final Group getGroup() throws MPIException {
        Communicator here = communicator("getGroup");
        return new Group(here.worldRanks().clone(), here.worldRanks()[here.rank()]);
    }

    /**
     * The name. {@code MPI_COMM_GET_NAME}, MPI-4.1 section 7.8.
     *
     * @return the name
     * @throws MPIException if MPI is not active or the communicator was freed
     */
    public final String getName() throws MPIException {
        return communicator("getName").name();
    }

    /**
     * Sets the name, which error messages use. {@code MPI_COMM_SET_NAME}, MPI-4.1 section 7.8.
     *
     * @param name at most {@link MPI#MAX_OBJECT_NAME} characters, longer ones are cut
     * @throws MPIException if MPI is not active or the communicator was freed
     */
    public final void setName(String name) throws MPIException {
        Communicator here = communicator("setName");
        if (name == null) {
            throw error(ErrorClass.ARG, "setName: the name is null");
        }
        here.name(name.length() <= MPI.MAX_OBJECT_NAME ? name : name.substring(0, MPI.MAX_OBJECT_NAME));
    }

    /** Whether this is the null communicator or was freed. */
    public final boolean isNull() {
        return predefinedName == null && communicator == null;
    }

    /**
     * Whether this is an intercommunicator. {@code MPI_COMM_TEST_INTER}, MPI-4.1 section 7.6.1.
     *
     * @return true for an intercommunicator
     * @throws MPIException if MPI is not active or the communicator was freed
     */
    public final boolean isInter() throws MPIException {
        communicator("isInter");
        return false;
    }

    /**
     * The kind of topology. {@code MPI_TOPO_TEST}, MPI-4.1 section 8.5.5.
     *
     * @return {@link MPI#UNDEFINED} for none
     * @throws MPIException if MPI is not active or the communicator was freed
     */
    public final int getTopology() throws MPIException {
        communicator("getTopology");
        return MPI.UNDEFINED;
    }

    /**
     * Compares two communicators. {@code MPI_COMM_COMPARE}, MPI-4.1 section 7.4.1.
     *
     * @param comm1 a communicator
     * @param comm2 another
     * @return {@link MPI#IDENT}, {@link MPI#CONGRUENT}, {@link MPI#SIMILAR} or {@link MPI#UNEQUAL}
     * @throws MPIException if one of them cannot be used
     */
    public static int compare(Comm comm1, Comm comm2) throws MPIException {
        Communicator first = comm1.communicator("compare");
        Communicator second = comm2.communicator("compare");
        if (first == second) {
            return MPI.IDENT;
        }
        int[] ranks1 = first.worldRanks();
        int[] ranks2 = second.worldRanks();
        if (Arrays.equals(ranks1, ranks2)) {
            return MPI.CONGRUENT;
        }
        int[] sorted1 = ranks1.clone();
        int[] sorted2 = ranks2.clone();
        Arrays.sort(sorted1);
        Arrays.sort(sorted2);
        return Arrays.equals(sorted1, sorted2) ? MPI.SIMILAR : MPI.UNEQUAL;
    }

    // Life

    /**
     * A communicator with the same group and hints. Collective. {@code MPI_COMM_DUP}, MPI-4.1 section 7.4.2.
     *
     * @return the new communicator
     * @throws MPIException if MPI is not active or the communicator was freed
     */
    public Comm dup() throws MPIException {
        return new Comm(duplicate("dup", hints), this, hints);
    }

    /**
     * A communicator with the same group and other hints, see {@link #setInfo}. Collective. With {@code mpi_assert_no_any_tag} or
     * {@code mpi_assert_no_any_source}, and if there are several lanes (parameter {@code lanes}), its messages are spread over
     * them by tag, or else by the rank of the sender: threads that send and receive at the same time do not meet. {@code
     * MPI_COMM_DUP_WITH_INFO}, MPI-4.1 section 7.4.2.
     *
     * @param info the hints of the new communicator, the same on all ranks; {@link MPI#INFO_NULL} for none
     * @return the new communicator
     * @throws MPIException if MPI is not active, the communicator was freed or {@code info} was freed
     */
    public Comm dupWithInfo(Info info) throws MPIException {
        Set<Hint> newHints = hints("dupWithInfo", info);
        return new Comm(duplicate("dupWithInfo", newHints), this, newHints);
    }

    final Communicator duplicate(String operation, Set<Hint> newHints) throws MPIException {
        Communicator here = communicator(operation);
        try {
            return here.dup(newHints);
        } catch (MpiError e) {
            throw error(operation, e);
        }
    }

    /** As {@link #dup()}; failures are unchecked. */
    @Override
    public Comm clone() {
        try {
            return dup();
        } catch (MPIException e) {
            throw new RuntimeException(e.getMessage(), e);
        }
    }

    /**
     * Frees the communicator. Collective; communication that was started goes on. {@code MPI_COMM_FREE}, MPI-4.1 section
     * 7.4.3.
     *
     * @throws MPIException for a predefined communicator
     */
    @Override
    public final void free() throws MPIException {
        Communicator here = communicator("free");
        if (predefinedName != null) {
            throw error(ErrorClass.COMM, "free: " + predefinedName + " is predefined and cannot be freed");
        }
        checkThread("free");
        bind(null);
        freed = true;
        here.free();
    }

    /**
     * Frees the communicator after all its communication has ended. Collective. {@code MPI_COMM_DISCONNECT}, MPI-4.1
     * section 11.10.4.
     *
     * @throws MPIException for a predefined communicator
     */
    public final void disconnect() throws MPIException {
        Communicator here = communicator("disconnect");
        try {
            here.collectives().barrier(here.collectivePort());
        } catch (MpiError e) {
            throw error("disconnect", e);
        }
        free();
    }

    // Checks of arguments. Each is small enough to be inlined; what throws is elsewhere.

    /** True if {@code dest} is {@link MPI#PROC_NULL}, so that nothing is to be done. */
    final boolean checkSend(String operation, Object buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        if (endpoint == null || tag < 0 || dest < 0 || dest >= size) {
            return checkUnusualSend(operation, buf, count, type, dest, tag);
        }
        checkBuffer(operation, buf, count, type);
        return false;
    }

    private boolean checkUnusualSend(String operation, Object buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        communicator(operation);
        if (dest != MPI.PROC_NULL && (dest < 0 || dest >= size)) {
            throw error(ErrorClass.RANK, operation + ": there is no rank " + dest + " among " + size);
        }
        if (tag < 0) {
            throw error(ErrorClass.TAG, operation + ": tag " + tag + " is negative");
        }
        checkBuffer(operation, buf, count, type);
        checkThread(operation);
        return true;
    }

    /** For calls that send and receive nothing; others are checked below. */
    private void checkThread(String operation) throws MPIException {
        try {
            endpoint.checkThread();
        } catch (MpiError e) {
            throw error(operation, e);
        }
    }

    /** True if {@code source} is {@link MPI#PROC_NULL}, so that nothing will come. */
    final boolean checkSource(String operation, int source, int tag) throws MPIException {
        if (endpoint == null || tag < lowestTag || source < lowestSource || source >= size) {
            return checkUnusualSource(operation, source, tag);
        }
        return false;
    }

    private boolean checkUnusualSource(String operation, int source, int tag) throws MPIException {
        communicator(operation);
        if (source != MPI.PROC_NULL && (source < MPI.ANY_SOURCE || source >= size)) {
            throw error(ErrorClass.RANK, operation + ": there is no rank " + source + " among " + size);
        }
        if (tag < MPI.ANY_TAG) {
            throw error(ErrorClass.TAG, operation + ": tag " + tag + " is negative and not MPI.ANY_TAG");
        }
        if (source == MPI.PROC_NULL) {
            checkThread(operation);
            return true;
        }
        throw source < lowestSource
                ? brokenPromise(ErrorClass.RANK, operation, "MPI.ANY_SOURCE", Hint.NO_ANY_SOURCE)
                : brokenPromise(ErrorClass.TAG, operation, "MPI.ANY_TAG", Hint.NO_ANY_TAG);
    }

    private MPIException brokenPromise(int errorClass, String operation, String wildcard, Hint hint)
            throws MPIException {
        return error(
                errorClass,
                operation + ": " + wildcard + " on a communicator with the hint " + hint.key()
                        + ", which promises that nobody asks for it");
    }

    /** Checks what is to be read: count, type, and that the buffer holds that many elements. */
    final void checkBuffer(String operation, Object buf, int count, Datatype type) throws MPIException {
        TypeMap map = type == null ? null : type.map();
        if (count <= 0 || map == null || !type.isCommitted()) {
            checkUnusualBuffer(operation, count, type);
            return;
        }
        long needed = map.isContiguous() && map.size() <= Integer.MAX_VALUE
                ? count * map.size()
                : bytesNeeded(operation, count, map);
        if (Memory.capacity(buf, map.base()) < needed || !map.isContiguous() && map.firstByte(count) < 0) {
            throw badBuffer(operation, buf, count, map);
        }
        if (buf instanceof MemorySegment segment && Environment.isForOneThread(segment)) {
            throw error(
                    ErrorClass.BUFFER,
                    operation
                            + ": the segment belongs to one thread, but any thread may have to copy"
                            + " from or to it under THREAD_MULTIPLE or with a progress thread: take an arena for several, as"
                            + " Arena.ofShared() or ofAuto()");
        }
    }

    /** Bytes from the start of the buffer to the end of the last element; a number that is no {@code long} is an error. */
    private long bytesNeeded(String operation, int count, TypeMap map) throws MPIException {
        try {
            Math.multiplyExact(count, map.size());
            return map.lastByte(count);
        } catch (ArithmeticException e) {
            throw error(
                    ErrorClass.COUNT,
                    operation + ": " + count + " elements of " + map.size()
                            + " bytes are more than any buffer can hold");
        }
    }

    /** Checks what is to be written: as {@link #checkBuffer}, and that the buffer is not read-only. */
    final void checkReceiveBuffer(String operation, Object buf, int count, Datatype type) throws MPIException {
        checkBuffer(operation, buf, count, type);
        if (Memory.isReadOnly(buf)) {
            throw error(ErrorClass.BUFFER, operation + ": cannot receive into the buffer, " + Memory.describe(buf));
        }
    }

    private void checkUnusualBuffer(String operation, int count, Datatype type) throws MPIException {
        communicator(operation);
        if (count < 0) {
            throw error(ErrorClass.COUNT, operation + ": count " + count + " is negative");
        }
        if (type == null || type.isNull()) {
            throw error(ErrorClass.TYPE, operation + ": the datatype is null or was freed");
        }
        if (!type.isCommitted()) {
            throw error(ErrorClass.TYPE, operation + ": " + type + " was not committed");
        }
    }

    private MPIException badBuffer(String operation, Object buf, int count, TypeMap map) throws MPIException {
        communicator(operation);
        long capacity = Memory.capacity(buf, map.base());
        if (capacity == Memory.NULL) {
            return error(ErrorClass.BUFFER, operation + ": the buffer is null, but count is " + count);
        }
        if (capacity == Memory.WRONG_CLASS && buf instanceof MemorySegment) {
            return error(
                    ErrorClass.BUFFER,
                    operation + ": the buffer, " + Memory.describe(buf)
                            + ", lies in the Java heap: give the array itself; only segments outside the heap are buffers");
        }
        if (capacity == Memory.WRONG_CLASS) {
            return error(
                    ErrorClass.TYPE,
                    operation + ": the buffer, " + Memory.describe(buf) + ", does not fit a datatype of " + map.base()
                            + " elements");
        }
        if (map.firstByte(count) < 0) {
            return error(
                    ErrorClass.BUFFER,
                    operation + ": the datatype reaches " + -map.firstByte(count) + " bytes before the buffer");
        }
        return error(
                ErrorClass.BUFFER,
                operation + ": " + count + " elements need " + map.lastByte(count) + " bytes, but the buffer, "
                        + Memory.describe(buf) + ", has " + capacity);
    }

    // Sending

    /**
     * Sends a message; the buffer may be used again afterwards. {@code MPI_SEND}, MPI-4.1 section 3.2.1.
     *
     * @param buf array or buffer; null if {@code count} is 0
     * @param count number of elements
     * @param type their type
     * @param dest rank to send to, or {@link MPI#PROC_NULL}
     * @param tag tag of the message, 0 or more
     * @throws MPIException for a bad argument
     */
    public final void send(Object buf, int count, Datatype type, int dest, int tag) throws MPIException {
        if (checkSend("send", buf, count, type, dest, tag)) {
            return;
        }
        try {
            outgoing(tag).send(buf, 0, count, type.map(), dest, tag, false);
        } catch (MpiError e) {
            throw error("send", e);
        }
    }

    /**
     * Sends from the buffer given to {@link MPI#attachBuffer}. {@code MPI_BSEND}, MPI-4.1 section 3.4.
     *
     * @param buf array or buffer; null if {@code count} is 0
     * @param count number of elements
     * @param type their type
     * @param dest rank to send to, or {@link MPI#PROC_NULL}
     * @param tag tag of the message, 0 or more
     * @throws MPIException for a bad argument,
     *     {@link MPI#ERR_BUFFER} if the attached buffer has no room
     */
    public final void bSend(Object buf, int count, Datatype type, int dest, int tag) throws MPIException {
        if (!checkSend("bSend", buf, count, type, dest, tag)) {
            startBuffered("bSend", buf, count, type, dest, tag);
        }
    }

    /**
     * Sends and waits until the receive has started. {@code MPI_SSEND}, MPI-4.1 section 3.4.
     *
     * @param buf array or buffer; null if {@code count} is 0
     * @param count number of elements
     * @param type their type
     * @param dest rank to send to, or {@link MPI#PROC_NULL}
     * @param tag tag of the message, 0 or more
     * @throws MPIException for a bad argument
     */
    public final void sSend(Object buf, int count, Datatype type, int dest, int tag) throws MPIException {
        if (checkSend("sSend", buf, count, type, dest, tag)) {
            return;
        }
        try {
            outgoing(tag).send(buf, 0, count, type.map(), dest, tag, true);
        } catch (MpiError e) {
            throw error("sSend", e);
        }
    }

    /**
     * Sends to a receive that is posted already; the same as {@link #send} here. {@code MPI_RSEND}, MPI-4.1
     * section 3.4.
     *
     * @param buf array or buffer; null if {@code count} is 0
     * @param count number of elements
     * @param type their type
     * @param dest rank to send to, or {@link MPI#PROC_NULL}
     * @param tag tag of the message, 0 or more
     * @throws MPIException for a bad argument
     */
    public final void rSend(Object buf, int count, Datatype type, int dest, int tag) throws MPIException {
        send(buf, count, type, dest, tag);
    }

    /**
     * Starts a send. {@code MPI_ISEND}, MPI-4.1 section 3.7.2.
     *
     * @param buf array or buffer; null if {@code count} is 0
     * @param count number of elements
     * @param type their type
     * @param dest rank to send to, or {@link MPI#PROC_NULL}
     * @param tag tag of the message, 0 or more
     * @return the request
     * @throws MPIException for a bad argument
     */
    public final Request iSend(Buffer buf, int count, Datatype type, int dest, int tag) throws MPIException {
        return iSend((Object) buf, count, type, dest, tag);
    }

    /** As the form with a buffer, for arrays too. */
    public final Request iSend(Object buf, int count, Datatype type, int dest, int tag) throws MPIException {
        if (checkSend("iSend", buf, count, type, dest, tag)) {
            return sentToNobody();
        }
        try {
            Endpoint out = outgoing(tag);
            return new Request(this, out, out.isend(buf, 0, count, type.map(), dest, tag, false));
        } catch (MpiError e) {
            throw error("iSend", e);
        }
    }

    /**
     * Starts a synchronous send. {@code MPI_ISSEND}, MPI-4.1 section 3.7.2.
     *
     * @param buf array or buffer; null if {@code count} is 0
     * @param count number of elements
     * @param type their type
     * @param dest rank to send to, or {@link MPI#PROC_NULL}
     * @param tag tag of the message, 0 or more
     * @return the request
     * @throws MPIException for a bad argument
     */
    public final Request isSend(Buffer buf, int count, Datatype type, int dest, int tag) throws MPIException {
        return isSend((Object) buf, count, type, dest, tag);
    }

    /** As the form with a buffer, for arrays too. */
    public final Request isSend(Object buf, int count, Datatype type, int dest, int tag) throws MPIException {
        if (checkSend("isSend", buf, count, type, dest, tag)) {
            return sentToNobody();
        }
        try {
            Endpoint out = outgoing(tag);
            return new Request(this, out, out.isend(buf, 0, count, type.map(), dest, tag, true));
        } catch (MpiError e) {
            throw error("isSend", e);
        }
    }

    /**
     * Starts a ready send. {@code MPI_IRSEND}, MPI-4.1 section 3.7.2.
     *
     * @param buf array or buffer; null if {@code count} is 0
     * @param count number of elements
     * @param type their type
     * @param dest rank to send to, or {@link MPI#PROC_NULL}
     * @param tag tag of the message, 0 or more
     * @return the request
     * @throws MPIException for a bad argument
     */
    public final Request irSend(Buffer buf, int count, Datatype type, int dest, int tag) throws MPIException {
        return irSend((Object) buf, count, type, dest, tag);
    }

    /** As the form with a buffer, for arrays too. */
    public final Request irSend(Object buf, int count, Datatype type, int dest, int tag) throws MPIException {
        if (checkSend("irSend", buf, count, type, dest, tag)) {
            return sentToNobody();
        }
        try {
            Endpoint out = outgoing(tag);
            return new Request(this, out, out.isend(buf, 0, count, type.map(), dest, tag, false));
        } catch (MpiError e) {
            throw error("irSend", e);
        }
    }

    /**
     * Starts a buffered send. {@code MPI_IBSEND}, MPI-4.1 section 3.7.2.
     *
     * @param buf array or buffer; null if {@code count} is 0
     * @param count number of elements
     * @param type their type
     * @param dest rank to send to, or {@link MPI#PROC_NULL}
     * @param tag tag of the message, 0 or more
     * @return the request
     * @throws MPIException for a bad argument
     */
    public final Request ibSend(Buffer buf, int count, Datatype type, int dest, int tag) throws MPIException {
        return ibSend((Object) buf, count, type, dest, tag);
    }

    /** As the form with a buffer, for arrays too. */
    public final Request ibSend(Object buf, int count, Datatype type, int dest, int tag) throws MPIException {
        if (!checkSend("ibSend", buf, count, type, dest, tag)) {
            startBuffered("ibSend", buf, count, type, dest, tag);
        }
        return sentToNobody();
    }

    private Request sentToNobody() {
        return new Request(this, endpoint, endpoint.sendToNobody());
    }

    private void startBuffered(String operation, Object buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        checkThread(operation);
        BsendBuffer buffer = Environment.bsendBuffer();
        TypeMap map = type.map();
        long bytes = count * map.size();
        long free = buffer.reserve(bytes);
        if (free < bytes) {
            throw error(
                    ErrorClass.BUFFER,
                    operation + ": a message of " + bytes + " bytes and " + MPI.BSEND_OVERHEAD
                            + " more do not fit into "
                            + (free < 0
                                    ? "no buffer; call MPI.attachBuffer first"
                                    : "the " + free + " bytes left of the attached buffer"));
        }
        try {
            byte[] copy = endpoint.packed(buf, 0, count, map);
            Endpoint out = outgoing(tag);
            buffer.started(out, out.isend(copy, 0, bytes, TypeMap.BYTE, dest, tag, false), bytes);
        } catch (MpiError e) {
            throw error(operation, e);
        }
    }

    /**
     * Binds the arguments of a send. {@code MPI_SEND_INIT}, MPI-4.1 section 3.9.
     *
     * @param buf array or buffer; null if {@code count} is 0
     * @param count number of elements
     * @param type their type
     * @param dest rank to send to, or {@link MPI#PROC_NULL}
     * @param tag tag of the message, 0 or more
     * @return a request that {@link Prequest#start} starts
     * @throws MPIException for a bad argument
     */
    public final Prequest sendInit(Buffer buf, int count, Datatype type, int dest, int tag) throws MPIException {
        return sendInit((Object) buf, count, type, dest, tag);
    }

    /** As the form with a buffer, for arrays too. */
    public final Prequest sendInit(Object buf, int count, Datatype type, int dest, int tag) throws MPIException {
        if (checkSend("sendInit", buf, count, type, dest, tag)) {
            return new Prequest(this, endpoint, endpoint::sendToNobody);
        }
        TypeMap map = type.map();
        Endpoint out = outgoing(tag);
        return new Prequest(this, out, () -> out.isend(buf, 0, count, map, dest, tag, false));
    }

    /**
     * Binds the arguments of a synchronous send. {@code MPI_SSEND_INIT}, MPI-4.1 section 3.9.
     *
     * @param buf array or buffer; null if {@code count} is 0
     * @param count number of elements
     * @param type their type
     * @param dest rank to send to, or {@link MPI#PROC_NULL}
     * @param tag tag of the message, 0 or more
     * @return a request that {@link Prequest#start} starts
     * @throws MPIException for a bad argument
     */
    public final Prequest sSendInit(Buffer buf, int count, Datatype type, int dest, int tag) throws MPIException {
        return sSendInit((Object) buf, count, type, dest, tag);
    }

    /** As the form with a buffer, for arrays too. */
    public final Prequest sSendInit(Object buf, int count, Datatype type, int dest, int tag) throws MPIException {
        if (checkSend("sSendInit", buf, count, type, dest, tag)) {
            return new Prequest(this, endpoint, endpoint::sendToNobody);
        }
        TypeMap map = type.map();
        Endpoint out = outgoing(tag);
        return new Prequest(this, out, () -> out.isend(buf, 0, count, map, dest, tag, true));
    }

    /**
     * Binds the arguments of a ready send. {@code MPI_RSEND_INIT}, MPI-4.1 section 3.9.
     *
     * @param buf array or buffer; null if {@code count} is 0
     * @param count number of elements
     * @param type their type
     * @param dest rank to send to, or {@link MPI#PROC_NULL}
     * @param tag tag of the message, 0 or more
     * @return a request that {@link Prequest#start} starts
     * @throws MPIException for a bad argument
     */
    public final Prequest rSendInit(Buffer buf, int count, Datatype type, int dest, int tag) throws MPIException {
        return rSendInit((Object) buf, count, type, dest, tag);
    }

    /** As the form with a buffer, for arrays too. */
    public final Prequest rSendInit(Object buf, int count, Datatype type, int dest, int tag) throws MPIException {
        if (checkSend("rSendInit", buf, count, type, dest, tag)) {
            return new Prequest(this, endpoint, endpoint::sendToNobody);
        }
        TypeMap map = type.map();
        Endpoint out = outgoing(tag);
        return new Prequest(this, out, () -> out.isend(buf, 0, count, map, dest, tag, false));
    }

    /**
     * Binds the arguments of a buffered send. {@code MPI_BSEND_INIT}, MPI-4.1 section 3.9.
     *
     * @param buf array or buffer; null if {@code count} is 0
     * @param count number of elements
     * @param type their type
     * @param dest rank to send to, or {@link MPI#PROC_NULL}
     * @param tag tag of the message, 0 or more
     * @return a request that {@link Prequest#start} starts
     * @throws MPIException for a bad argument
     */
    public final Prequest bSendInit(Buffer buf, int count, Datatype type, int dest, int tag) throws MPIException {
        return bSendInit((Object) buf, count, type, dest, tag);
    }

    /** As the form with a buffer, for arrays too. */
    public final Prequest bSendInit(Object buf, int count, Datatype type, int dest, int tag) throws MPIException {
        if (checkSend("bSendInit", buf, count, type, dest, tag)) {
            return new Prequest(this, endpoint, endpoint::sendToNobody);
        }
        return new Prequest(this, endpoint, () -> {
            startBuffered("bSendInit", buf, count, type, dest, tag);
            return endpoint.sendToNobody();
        });
    }

    // Receiving

    /**
     * Receives a message. {@code MPI_RECV}, MPI-4.1 section 3.2.4.
     *
     * @param buf array or buffer; null if {@code count} is 0
     * @param count number of elements that fit
     * @param type their type
     * @param source rank to receive from, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
     * @param tag tag of the message, or {@link MPI#ANY_TAG}
     * @return source, tag and length of the message
     * @throws MPIException for a bad argument, or {@link MPI#ERR_TRUNCATE} if the message is longer than the buffer, which
     *     then holds its beginning
     */
    public final Status recv(Object buf, int count, Datatype type, int source, int tag) throws MPIException {
        boolean nobody = checkSource("recv", source, tag);
        checkReceiveBuffer("recv", buf, count, type);
        if (nobody) {
            return noProcStatus();
        }
        Endpoint from = incoming(source, tag);
        RecvOperation receive;
        try {
            receive = from.receive(buf, 0, count, type.map(), source, tag);
        } catch (MpiError e) {
            throw error("recv", e);
        }
        return finish("recv", from, receive);
    }

    private Status finish(String operation, Endpoint from, RecvOperation receive) throws MPIException {
        if (receive.error() != ErrorClass.SUCCESS) {
            throw truncated(operation, receive);
        }
        Status status = status(receive);
        from.recycle(receive);
        return status;
    }

    static Status status(RecvOperation receive) {
        return new Status(receive.peerRank(), receive.tag(), receive.bytes(), receive.error(), receive.isCancelled());
    }

    /** What is known of a message that was found but not received. */
    final Status status(dev.tern.match.Message message) {
        return new Status(
                endpoint.rankOf(message.source()), message.tag(), message.length(), ErrorClass.SUCCESS, false);
    }

    static Status noProcStatus() {
        return new Status(MPI.PROC_NULL, MPI.ANY_TAG, 0, ErrorClass.SUCCESS, false);
    }

    /**
     * Starts a receive. {@code MPI_IRECV}, MPI-4.1 section 3.7.2.
     *
     * @param buf array or buffer; null if {@code count} is 0
     * @param count number of elements that fit
     * @param type their type
     * @param source rank to receive from, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
     * @param tag tag of the message, or {@link MPI#ANY_TAG}
     * @return the request
     * @throws MPIException for a bad argument
     */
    public final Request iRecv(Buffer buf, int count, Datatype type, int source, int tag) throws MPIException {
        return iRecv((Object) buf, count, type, source, tag);
    }

    /** As the form with a buffer, for arrays too. */
    public final Request iRecv(Object buf, int count, Datatype type, int source, int tag) throws MPIException {
        boolean nobody = checkSource("iRecv", source, tag);
        checkReceiveBuffer("iRecv", buf, count, type);
        if (nobody) {
            return receivedFromNobody();
        }
        try {
            Endpoint from = incoming(source, tag);
            return new Request(this, from, from.ireceive(buf, 0, count, type.map(), source, tag));
        } catch (MpiError e) {
            throw error("iRecv", e);
        }
    }

    final Request receivedFromNobody() {
        return new Request(this, endpoint, endpoint.receiveFromNobody());
    }

    /**
     * Binds the arguments of a receive. {@code MPI_RECV_INIT}, MPI-4.1 section 3.9.
     *
     * @param buf array or buffer; null if {@code count} is 0
     * @param count number of elements that fit
     * @param type their type
     * @param source rank to receive from, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
     * @param tag tag of the message, or {@link MPI#ANY_TAG}
     * @return a request that {@link Prequest#start} starts
     * @throws MPIException for a bad argument
     */
    public final Prequest recvInit(Buffer buf, int count, Datatype type, int source, int tag) throws MPIException {
        return recvInit((Object) buf, count, type, source, tag);
    }

    /** As the form with a buffer, for arrays too. */
    public final Prequest recvInit(Object buf, int count, Datatype type, int source, int tag) throws MPIException {
        boolean nobody = checkSource("recvInit", source, tag);
        checkReceiveBuffer("recvInit", buf, count, type);
        if (nobody) {
            return new Prequest(this, endpoint, endpoint::receiveFromNobody);
        }
        TypeMap map = type.map();
        Endpoint from = incoming(source, tag);
        return new Prequest(this, from, () -> from.ireceive(buf, 0, count, map, source, tag));
    }

    /**
     * Waits until a message has come, without receiving it. {@code MPI_PROBE}, MPI-4.1 section 3.8.1.
     *
     * @param source rank, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
     * @param tag tag or {@link MPI#ANY_TAG}
     * @return source, tag and length of the message
     * @throws MPIException for a bad argument
     */
    public final Status probe(int source, int tag) throws MPIException {
        if (checkSource("probe", source, tag)) {
            return noProcStatus();
        }
        try {
            return status(incoming(source, tag).probe(source, tag, false));
        } catch (MpiError e) {
            throw error("probe", e);
        }
    }

    /**
     * Whether a message has come. {@code MPI_IPROBE}, MPI-4.1 section 3.8.1.
     *
     * @param source rank, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
     * @param tag tag or {@link MPI#ANY_TAG}
     * @return null if none has come
     * @throws MPIException for a bad argument
     */
    public final Status iProbe(int source, int tag) throws MPIException {
        if (checkSource("iProbe", source, tag)) {
            return noProcStatus();
        }
        try {
            dev.tern.match.Message message = incoming(source, tag).iprobe(source, tag, false);
            return message == null ? null : status(message);
        } catch (MpiError e) {
            throw error("iProbe", e);
        }
    }

    // Both at once

    /**
     * Sends one message and receives another at the same time. {@code MPI_SENDRECV}, MPI-4.1 section 3.11.
     *
     * @param sendbuf what to send
     * @param sendcount number of elements to send
     * @param sendtype their type
     * @param dest rank to send to, or {@link MPI#PROC_NULL}
     * @param sendtag tag to send with
     * @param recvbuf where to receive; must not overlap {@code sendbuf}
     * @param recvcount number of elements that fit
     * @param recvtype their type
     * @param source rank to receive from, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
     * @param recvtag tag to receive, or {@link MPI#ANY_TAG}
     * @return source, tag and length of the message received
     * @throws MPIException for a bad argument or a message that does not fit
     */
    public final Status sendRecv(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            int dest,
            int sendtag,
            Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int source,
            int recvtag)
            throws MPIException {
        boolean toNobody = checkSend("sendRecv", sendbuf, sendcount, sendtype, dest, sendtag);
        boolean fromNobody = checkSource("sendRecv", source, recvtag);
        checkReceiveBuffer("sendRecv", recvbuf, recvcount, recvtype);
        Endpoint from = fromNobody ? null : incoming(source, recvtag);
        RecvOperation receive = null;
        try {
            if (from != null) {
                receive = from.ireceive(recvbuf, 0, recvcount, recvtype.map(), source, recvtag);
            }
            if (!toNobody) {
                outgoing(sendtag).send(sendbuf, 0, sendcount, sendtype.map(), dest, sendtag, false);
            }
            if (receive != null) {
                from.await(receive);
            }
        } catch (MpiError e) {
            throw error("sendRecv", e);
        }
        return receive == null ? noProcStatus() : finish("sendRecv", from, receive);
    }

    /**
     * Sends a message and receives another into the same buffer. {@code MPI_SENDRECV_REPLACE}, MPI-4.1 section 3.11.
     *
     * @param buf what to send and where to receive
     * @param count number of elements
     * @param type their type
     * @param dest rank to send to, or {@link MPI#PROC_NULL}
     * @param sendtag tag to send with
     * @param source rank to receive from, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
     * @param recvtag tag to receive, or {@link MPI#ANY_TAG}
     * @return source, tag and length of the message received
     * @throws MPIException for a bad argument or a message that does not fit
     */
    public final Status sendRecvReplace(
            Object buf, int count, Datatype type, int dest, int sendtag, int source, int recvtag) throws MPIException {
        checkSend("sendRecvReplace", buf, count, type, dest, sendtag);
        byte[] sent = endpoint.packed(buf, 0, count, type.map());
        return sendRecv(sent, sent.length, MPI.BYTE, dest, sendtag, buf, count, type, source, recvtag);
    }

    // Packing

    /**
     * Packs elements into a byte array. {@code MPI_PACK}, MPI-4.1 section 5.2.
     *
     * @param inbuf what to pack
     * @param incount number of elements
     * @param type their type
     * @param outbuf where to pack it
     * @param position where to start in {@code outbuf}, in bytes
     * @return where the packed elements end
     * @throws MPIException if they do not fit, or for a bad argument
     */
    public final int pack(Object inbuf, int incount, Datatype type, byte[] outbuf, int position) throws MPIException {
        communicator("pack");
        checkBuffer("pack", inbuf, incount, type);
        long bytes = incount * type.map().size();
        checkPacked("pack", outbuf, position, bytes);
        type.map().pack(inbuf, 0, incount, outbuf, position);
        return position + (int) bytes;
    }

    /**
     * Unpacks elements from a byte array. {@code MPI_UNPACK}, MPI-4.1 section 5.2.
     *
     * @param inbuf what was packed
     * @param position where to start in {@code inbuf}, in bytes
     * @param outbuf where to put the elements
     * @param outcount number of elements
     * @param type their type
     * @return where the unpacked elements end in {@code inbuf}
     * @throws MPIException if there are not so many, or for a bad argument
     */
    public final int unpack(byte[] inbuf, int position, Object outbuf, int outcount, Datatype type)
            throws MPIException {
        communicator("unpack");
        checkReceiveBuffer("unpack", outbuf, outcount, type);
        long bytes = outcount * type.map().size();
        checkPacked("unpack", inbuf, position, bytes);
        type.map().unpack(inbuf, position, bytes, outbuf, 0, outcount);
        return position + (int) bytes;
    }

    private void checkPacked(String operation, byte[] packed, int position, long bytes) throws MPIException {
        if (packed == null || position < 0 || position + bytes > packed.length) {
            throw error(
                    ErrorClass.ARG,
                    operation + ": " + bytes + " bytes from position " + position + " on are not within "
                            + Memory.describe(packed));
        }
    }

    /**
     * The bytes that packed elements take at most. {@code MPI_PACK_SIZE}, MPI-4.1 section 5.2.
     *
     * @param incount number of elements
     * @param type their type
     * @return bytes
     * @throws MPIException for a bad argument
     */
    public final int packSize(int incount, Datatype type) throws MPIException {
        communicator("packSize");
        checkUnusualBuffer("packSize", incount, type);
        long bytes = bytesPacked(incount, type.map());
        if (bytes > Integer.MAX_VALUE) {
            throw error(
                    ErrorClass.COUNT,
                    "packSize: " + incount + " elements of " + type.map().size()
                            + " bytes are more than an int can tell");
        }
        return (int) bytes;
    }

    // Collective operations

    /**
     * Waits until all ranks have called it. {@code MPI_BARRIER}, MPI-4.1 section 6.3.
     *
     * @throws MPIException for a bad argument, or if the communication failed
     */
    public final void barrier() throws MPIException {
        new CollectiveCall(this, "barrier").barrier();
    }

    /**
     * Copies the root's data to all ranks. {@code MPI_BCAST}, MPI-4.1 section 6.4.
     *
     * @param buf what to send on the root, where to receive elsewhere
     * @param count number of elements
     * @param type their type
     * @param root rank of the root
     * @throws MPIException for a bad argument, or if the communication failed
     */
    public final void bcast(Object buf, int count, Datatype type, int root) throws MPIException {
        CollectiveCall call = new CollectiveCall(this, "bcast");
        call.bcast(call.isRoot(root) ? call.send(buf, count, type) : call.recv(buf, count, type), root);
    }

    /**
     * Combines the data of all ranks on the root. {@code MPI_REDUCE}, MPI-4.1 section 6.9.1.
     *
     * @param sendbuf what this rank contributes
     * @param recvbuf where the root gets the result; elsewhere ignored
     * @param count number of elements
     * @param type their type
     * @param op the operation
     * @param root rank of the root
     * @throws MPIException for a bad argument, or if the communication failed
     */
    public final void reduce(Object sendbuf, Object recvbuf, int count, Datatype type, Op op, int root)
            throws MPIException {
        CollectiveCall call = new CollectiveCall(this, "reduce");
        boolean here = call.isRoot(root);
        Block send = call.send(sendbuf, count, type);
        call.reduce(send, here ? call.recv(recvbuf, count, type) : null, call.reduction(op, type), root);
    }

    /**
     * Combines the data of all ranks in the buffer of the root. {@code MPI_REDUCE} in place, MPI-4.1 section 6.9.1.
     *
     * @param buf what this rank contributes; on the root also the result
     * @param count number of elements
     * @param type their type
     * @param op the operation
     * @param root rank of the root
     * @throws MPIException for a bad argument, or if the communication failed
     */
    public final void reduce(Object buf, int count, Datatype type, Op op, int root) throws MPIException {
        CollectiveCall call = new CollectiveCall(this, "reduce");
        boolean here = call.isRoot(root);
        Block own = here ? call.recv(buf, count, type) : call.send(buf, count, type);
        call.reduce(here ? Block.IN_PLACE : own, own, call.reduction(op, type), root);
    }

    /**
     * Combines the data of all ranks on all ranks. {@code MPI_ALLREDUCE}, MPI-4.1 section 6.9.6.
     *
     * @param sendbuf what this rank contributes
     * @param recvbuf the result
     * @param count number of elements
     * @param type their type
     * @param op the operation
     * @throws MPIException for a bad argument, or if the communication failed
     */
    public final void allReduce(Object sendbuf, Object recvbuf, int count, Datatype type, Op op) throws MPIException {
        CollectiveCall call = new CollectiveCall(this, "allReduce");
        Block send = call.send(sendbuf, count, type);
        call.allReduce(send, call.recv(recvbuf, count, type), call.reduction(op, type));
    }

    /**
     * Combines the data of all ranks in the buffers of all ranks. {@code MPI_ALLREDUCE} in place, MPI-4.1 section
     * 6.9.6.
     *
     * @param buf what this rank contributes, then the result
     * @param count number of elements
     * @param type their type
     * @param op the operation
     * @throws MPIException for a bad argument, or if the communication failed
     */
    public final void allReduce(Object buf, int count, Datatype type, Op op) throws MPIException {
        CollectiveCall call = new CollectiveCall(this, "allReduce");
        Block own = call.recv(buf, count, type);
        call.allReduce(Block.IN_PLACE, own, call.reduction(op, type));
    }

    /**
     * Combines the data of all ranks and gives each rank an equal part of the result. {@code MPI_REDUCE_SCATTER_BLOCK},
     * MPI-4.1 section 6.10.1.
     *
     * @param sendbuf what this rank contributes, a part for each rank
     * @param recvbuf this rank's part of the result
     * @param recvcount number of elements of each part
     * @param type their type
     * @param op the operation
     * @throws MPIException for a bad argument, or if the communication failed
     */
    public final void reduceScatterBlock(Object sendbuf, Object recvbuf, int recvcount, Datatype type, Op op)
            throws MPIException {
        CollectiveCall call = new CollectiveCall(this, "reduceScatterBlock");
        int[] counts = call.equalCounts(recvcount);
        Block send = call.send(sendbuf, call.total(counts), type);
        call.reduceScatter(send, call.recv(recvbuf, recvcount, type), counts, call.reduction(op, type));
    }

    /**
     * As the other form, in place: this rank's part of the result replaces the start of its data. {@code
     * MPI_REDUCE_SCATTER_BLOCK}, MPI-4.1 section 6.10.1.
     *
     * @param buf what this rank contributes, then its part of the result
     * @param count number of elements of each part
     * @param type their type
     * @param op the operation
     * @throws MPIException for a bad argument, or if the communication failed
     */
    public final void reduceScatterBlock(Object buf, int count, Datatype type, Op op) throws MPIException {
        CollectiveCall call = new CollectiveCall(this, "reduceScatterBlock");
        int[] counts = call.equalCounts(count);
        call.recv(buf, call.total(counts), type);
        call.reduceScatter(Block.IN_PLACE, call.recv(buf, count, type), counts, call.reduction(op, type));
    }

    /**
     * Combines the data of all ranks and gives each rank a part of the result. {@code MPI_REDUCE_SCATTER}, MPI-4.1
     * section 6.10.2.
     *
     * @param sendbuf what this rank contributes, a part for each rank
     * @param recvbuf this rank's part of the result
     * @param recvcounts number of elements of each rank's part
     * @param type their type
     * @param op the operation
     * @throws MPIException for a bad argument, or if the communication failed
     */
    public final void reduceScatter(Object sendbuf, Object recvbuf, int[] recvcounts, Datatype type, Op op)
            throws MPIException {
        CollectiveCall call = new CollectiveCall(this, "reduceScatter");
        Block send = call.send(sendbuf, call.total(recvcounts), type);
        Block recv = call.recv(recvbuf, recvcounts[call.rank()], type);
        call.reduceScatter(send, recv, recvcounts, call.reduction(op, type));
    }

    /**
     * As the other form, in place: this rank's part of the result replaces the start of its data. {@code
     * MPI_REDUCE_SCATTER}, MPI-4.1 section 6.10.2.
     *
     * @param buf what this rank contributes, then its part of the result
     * @param counts number of elements of each rank's part
     * @param type their type
     * @param op the operation
     * @throws MPIException for a bad argument, or if the communication failed
     */
    public final void reduceScatter(Object buf, int[] counts, Datatype type, Op op) throws MPIException {
        CollectiveCall call = new CollectiveCall(this, "reduceScatter");
        call.recv(buf, call.total(counts), type);
        Block recv = call.recv(buf, counts[call.rank()], type);
        call.reduceScatter(Block.IN_PLACE, recv, counts, call.reduction(op, type));
    }

    /**
     * The root gets a block from each rank. {@code MPI_GATHER}, MPI-4.1 section 6.5.
     *
     * @param sendbuf what this rank contributes
     * @param sendcount number of elements
     * @param sendtype their type
     * @param recvbuf where the root gets the blocks, in rank order; elsewhere ignored, as the next two
     * @param recvcount number of elements of each block
     * @param recvtype their type
     * @param root rank of the root
     * @throws MPIException for a bad argument, or if the communication failed
     */
    public final void gather(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        CollectiveCall call = new CollectiveCall(this, "gather");
        boolean here = call.isRoot(root);
        Block send = call.send(sendbuf, sendcount, sendtype);
        call.gather(send, here ? call.recvFromEach(recvbuf, recvcount, recvtype) : null, root);
    }

    /**
     * The root gets a block from each rank; its own is in place. {@code MPI_GATHER} in place, MPI-4.1 section 6.5.
     *
     * @param buf on the root all blocks in rank order, elsewhere the block of this rank
     * @param count number of elements of each block
     * @param type their type
     * @param root rank of the root
     * @throws MPIException for a bad argument, or if the communication failed
     */
    public final void gather(Object buf, int count, Datatype type, int root) throws MPIException {
        CollectiveCall call = new CollectiveCall(this, "gather");
        if (call.isRoot(root)) {
            call.gather(Block.IN_PLACE, call.recvFromEach(buf, count, type), root);
        } else {
            call.gather(call.send(buf, count, type), null, root);
        }
    }

    /**
     * The root gets a block of any length from each rank. {@code MPI_GATHERV}, MPI-4.1 section 6.5.
     *
     * @param sendbuf what this rank contributes
     * @param sendcount number of elements
     * @param sendtype their type
     * @param recvbuf where the root gets the blocks; elsewhere ignored, as the next three
     * @param recvcount number of elements of each rank's block
     * @param displs where each block starts, in extents of {@code recvtype}
     * @param recvtype type of the elements
     * @param root rank of the root
     * @throws MPIException for a bad argument, or if the communication failed
     */
    public final void gatherv(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] displs,
            Datatype recvtype,
            int root)
            throws MPIException {
        CollectiveCall call = new CollectiveCall(this, "gatherv");
        boolean here = call.isRoot(root);
        Block send = call.send(sendbuf, sendcount, sendtype);
        call.gather(send, here ? call.recvFromEach(recvbuf, recvcount, displs, recvtype) : null, root);
    }

    /**
     * What the root calls when its own block is in place. {@code MPI_GATHERV} in place, MPI-4.1 section 6.5.
     *
     * @param recvbuf where the blocks go; the root's own is there already
     * @param recvcount number of elements of each rank's block
     * @param displs where each block starts, in extents of {@code recvtype}
     * @param recvtype type of the elements
     * @param root rank of the root, which is this rank
     * @throws MPIException for a bad argument, or if the communication failed
     */
    public final void gatherv(Object recvbuf, int[] recvcount, int[] displs, Datatype recvtype, int root)
            throws MPIException {
        CollectiveCall call = new CollectiveCall(this, "gatherv");
        call.checkRootCalls(root);
        call.gather(Block.IN_PLACE, call.recvFromEach(recvbuf, recvcount, displs, recvtype), root);
    }

    /**
     * What ranks other than the root may call. {@code MPI_GATHERV}, MPI-4.1 section 6.5.
     *
     * @param sendbuf what this rank contributes
     * @param sendcount number of elements
     * @param sendtype their type
     * @param root rank of the root, which is another rank
     * @throws MPIException for a bad argument, or if the communication failed
     */
    public final void gatherv(Object sendbuf, int sendcount, Datatype sendtype, int root) throws MPIException {
        CollectiveCall call = new CollectiveCall(this, "gatherv");
        call.checkOtherCalls(root);
        call.gather(call.send(sendbuf, sendcount, sendtype), null, root);
    }

    /**
     * Each rank gets a block from the root. {@code MPI_SCATTER}, MPI-4.1 section 6.6.
     *
     * @param sendbuf the blocks in rank order on the root; elsewhere ignored, as the next two
     * @param sendcount number of elements of each block
     * @param sendtype their type
     * @param recvbuf where this rank gets its block
     * @param recvcount number of elements
     * @param recvtype their type
     * @param root rank of the root
     * @throws MPIException for a bad argument, or if the communication failed
     */
    public final void scatter(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        CollectiveCall call = new CollectiveCall(this, "scatter");
        boolean here = call.isRoot(root);
        Block recv = call.recv(recvbuf, recvcount, recvtype);
        call.scatter(here ? call.sendToEach(sendbuf, sendcount, sendtype) : null, recv, root);
    }

    /**
     * Each rank gets a block from the root, whose own stays in place. {@code MPI_SCATTER} in place, MPI-4.1 section
     * 6.6.
     *
     * @param buf on the root all blocks in rank order, elsewhere where this rank gets its block
     * @param count number of elements of each block
     * @param type their type
     * @param root rank of the root
     * @throws MPIException for a bad argument, or if the communication failed
     */
    public final void scatter(Object buf, int count, Datatype type, int root) throws MPIException {
        CollectiveCall call = new CollectiveCall(this, "scatter");
        if (call.isRoot(root)) {
            call.scatter(call.sendToEach(buf, count, type), Block.IN_PLACE, root);
        } else {
            call.scatter(null, call.recv(buf, count, type), root);
        }
    }

    /**
     * Each rank gets a block of any length from the root. {@code MPI_SCATTERV}, MPI-4.1 section 6.6.
     *
     * @param sendbuf the blocks on the root; elsewhere ignored, as the next three
     * @param sendcount number of elements of each rank's block
     * @param displs where each block starts, in extents of {@code sendtype}
     * @param sendtype type of the elements
     * @param recvbuf where this rank gets its block
     * @param recvcount number of elements
     * @param recvtype their type
     * @param root rank of the root
     * @throws MPIException for a bad argument, or if the communication failed
     */
    public final void scatterv(
            Object sendbuf,
            int[] sendcount,
            int[] displs,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        CollectiveCall call = new CollectiveCall(this, "scatterv");
        boolean here = call.isRoot(root);
        Block recv = call.recv(recvbuf, recvcount, recvtype);
        call.scatter(here ? call.sendToEach(sendbuf, sendcount, displs, sendtype) : null, recv, root);
    }

    /**
     * What the root calls when its own block stays in place. {@code MPI_SCATTERV} in place, MPI-4.1 section 6.6.
     *
     * @param sendbuf the blocks of all ranks
     * @param sendcount number of elements of each rank's block
     * @param displs where each block starts, in extents of {@code sendtype}
     * @param sendtype type of the elements
     * @param root rank of the root, which is this rank
     * @throws MPIException for a bad argument, or if the communication failed
     */
    public final void scatterv(Object sendbuf, int[] sendcount, int[] displs, Datatype sendtype, int root)
            throws MPIException {
        CollectiveCall call = new CollectiveCall(this, "scatterv");
        call.checkRootCalls(root);
        call.scatter(call.sendToEach(sendbuf, sendcount, displs, sendtype), Block.IN_PLACE, root);
    }

    /**
     * What ranks other than the root may call. {@code MPI_SCATTERV}, MPI-4.1 section 6.6.
     *
     * @param recvbuf where this rank gets its block
     * @param recvcount number of elements
     * @param recvtype their type
     * @param root rank of the root, which is another rank
     * @throws MPIException for a bad argument, or if the communication failed
     */
    public final void scatterv(Object recvbuf, int recvcount, Datatype recvtype, int root) throws MPIException {
        CollectiveCall call = new CollectiveCall(this, "scatterv");
        call.checkOtherCalls(root);
        call.scatter(null, call.recv(recvbuf, recvcount, recvtype), root);
    }

    /**
     * Each rank gets a block from each rank. {@code MPI_ALLGATHER}, MPI-4.1 section 6.7.
     *
     * @param sendbuf what this rank contributes
     * @param sendcount number of elements
     * @param sendtype their type
     * @param recvbuf where the blocks go, in rank order
     * @param recvcount number of elements of each block
     * @param recvtype their type
     * @throws MPIException for a bad argument, or if the communication failed
     */
    public final void allGather(
            Object sendbuf, int sendcount, Datatype sendtype, Object recvbuf, int recvcount, Datatype recvtype)
            throws MPIException {
        CollectiveCall call = new CollectiveCall(this, "allGather");
        Block send = call.send(sendbuf, sendcount, sendtype);
        call.allGather(send, call.recvFromEach(recvbuf, recvcount, recvtype));
    }

    /**
     * Each rank gets a block from each rank; its own is in place. {@code MPI_ALLGATHER} in place, MPI-4.1 section 6.7.
     *
     * @param buf all blocks in rank order
     * @param count number of elements of each block
     * @param type their type
     * @throws MPIException for a bad argument, or if the communication failed
     */
    public final void allGather(Object buf, int count, Datatype type) throws MPIException {
        CollectiveCall call = new CollectiveCall(this, "allGather");
        call.allGather(Block.IN_PLACE, call.recvFromEach(buf, count, type));
    }

    /**
     * Each rank gets a block of any length from each rank. {@code MPI_ALLGATHERV}, MPI-4.1 section 6.7.
     *
     * @param sendbuf what this rank contributes
     * @param sendcount number of elements
     * @param sendtype their type
     * @param recvbuf where the blocks go
     * @param recvcount number of elements of each rank's block
     * @param displs where each block starts, in extents of {@code recvtype}
     * @param recvtype type of the elements
     * @throws MPIException for a bad argument, or if the communication failed
     */
    public final void allGatherv(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] displs,
            Datatype recvtype)
            throws MPIException {
        CollectiveCall call = new CollectiveCall(this, "allGatherv");
        Block send = call.send(sendbuf, sendcount, sendtype);
        call.allGather(send, call.recvFromEach(recvbuf, recvcount, displs, recvtype));
    }

    /**
     * Each rank gets a block of any length from each rank; its own is in place. {@code MPI_ALLGATHERV} in place,
     * MPI-4.1 section 6.7.
     *
     * @param recvbuf where the blocks go; this rank's own is there already
     * @param recvcount number of elements of each rank's block
     * @param displs where each block starts, in extents of {@code recvtype}
     * @param recvtype type of the elements
     * @throws MPIException for a bad argument, or if the communication failed
     */
    public final void allGatherv(Object recvbuf, int[] recvcount, int[] displs, Datatype recvtype) throws MPIException {
        CollectiveCall call = new CollectiveCall(this, "allGatherv");
        call.allGather(Block.IN_PLACE, call.recvFromEach(recvbuf, recvcount, displs, recvtype));
    }

    /**
     * Each rank gets from each rank the block that this one has for it. {@code MPI_ALLTOALL}, MPI-4.1 section 6.8.
     *
     * @param sendbuf a block for each rank, in rank order
     * @param sendcount number of elements of each block
     * @param sendtype their type
     * @param recvbuf where the blocks go, in rank order
     * @param recvcount number of elements of each block
     * @param recvtype their type
     * @throws MPIException for a bad argument, or if the communication failed
     */
    public final void allToAll(
            Object sendbuf, int sendcount, Datatype sendtype, Object recvbuf, int recvcount, Datatype recvtype)
            throws MPIException {
        CollectiveCall call = new CollectiveCall(this, "allToAll");
        Blocks send = call.sendToEach(sendbuf, sendcount, sendtype);
        call.allToAll(send, call.recvFromEach(recvbuf, recvcount, recvtype));
    }

    /**
     * As {@link #allToAll}, with blocks of any length. {@code MPI_ALLTOALLV}, MPI-4.1 section 6.8.
     *
     * @param sendbuf a block for each rank
     * @param sendcount number of elements of the block for each rank
     * @param sdispls where each block starts, in extents of {@code sendtype}
     * @param sendtype type of the elements
     * @param recvbuf where the blocks go
     * @param recvcount number of elements of the block from each rank
     * @param rdispls where each block starts, in extents of {@code recvtype}
     * @param recvtype type of the elements
     * @throws MPIException for a bad argument, or if the communication failed
     */
    public final void allToAllv(
            Object sendbuf,
            int[] sendcount,
            int[] sdispls,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] rdispls,
            Datatype recvtype)
            throws MPIException {
        CollectiveCall call = new CollectiveCall(this, "allToAllv");
        Blocks send = call.sendToEach(sendbuf, sendcount, sdispls, sendtype);
        call.allToAll(send, call.recvFromEach(recvbuf, recvcount, rdispls, recvtype));
    }

    /**
     * As {@link #allToAll}, with blocks of any length and type. {@code MPI_ALLTOALLW}, MPI-4.1 section 6.8.
     *
     * @param sendBuf a block for each rank
     * @param sendCount number of elements of the block for each rank
     * @param sDispls where each block starts, in bytes
     * @param sendTypes type of the elements of each block
     * @param recvBuf where the blocks go
     * @param recvCount number of elements of the block from each rank
     * @param rDispls where each block starts, in bytes
     * @param recvTypes type of the elements of each block
     * @throws MPIException for a bad argument, or if the communication failed
     */
    public final void allToAllw(
            Object sendBuf,
            int[] sendCount,
            int[] sDispls,
            Datatype[] sendTypes,
            Object recvBuf,
            int[] recvCount,
            int[] rDispls,
            Datatype[] recvTypes)
            throws MPIException {
        CollectiveCall call = new CollectiveCall(this, "allToAllw");
        Blocks send = call.sendToEach(sendBuf, sendCount, sDispls, sendTypes);
        call.allToAll(send, call.recvFromEach(recvBuf, recvCount, rDispls, recvTypes));
    }

    /**
     * Combines two buffers of this process. {@code MPI_REDUCE_LOCAL}, MPI-4.1 section 6.9.7.
     *
     * @param inBuf the left operands
     * @param inOutBuf the right operands, replaced by the results
     * @param count number of elements
     * @param type their type
     * @param op the operation
     * @throws MPIException for a bad argument, or if the communication failed
     */
    public static void reduceLocal(Object inBuf, Object inOutBuf, int count, Datatype type, Op op) throws MPIException {
        CollectiveCall call = new CollectiveCall(MPI.COMM_SELF, "reduceLocal");
        Block in = call.send(inBuf, count, type);
        call.reduceLocal(in, call.recv(inOutBuf, count, type), call.reduction(op, type));
    }

    private static long bytesPacked(int count, TypeMap map) {
        return count == 0 || map.size() <= Long.MAX_VALUE / count ? count * map.size() : Long.MAX_VALUE;
    }
}
