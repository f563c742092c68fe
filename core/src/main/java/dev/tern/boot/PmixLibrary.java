/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.boot;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.tern.error.ErrorClass;
import dev.tern.error.MpiError;
import dev.tern.os.NativeAccess;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The functions of libpmix that {@link PmixWireup} needs, and the layouts of what they take: those of PMIx 3 to 5, in which
 * these structures are the same. The protocol behind them is private to PMIx and its versions, so the library it must be.
 */
@SuppressWarnings("restricted") // asked for first
final class PmixLibrary implements Pmix {
    private static final String NAME = "libpmix.so.2"; // of PMIx 2 to 5
    private static final Path FOLDERS = Path.of("/usr/lib");

    private static final int SUCCESS = 0;
    private static final int UNREACHABLE = -25;
    private static final int NOT_FOUND = -46;
    private static final int LOST_CONNECTION = -61;

    /** A process: the name of its job, and its rank. */
    private static final long PROCESS_NAMESPACE_BYTES = 256;

    private static final long PROCESS_RANK = 256;
    private static final long PROCESS_BYTES = 260;

    /** A value: its type, and what it is or where that lies. */
    private static final long VALUE_TYPE = 0;

    private static final long VALUE_DATA = 8;
    private static final long VALUE_BYTES = 32;

    /** An option of a call: its name, flags, and a value. */
    private static final long INFO_VALUE = 520;

    private static final long INFO_BYTES = 552;

    private static final short TYPE_BOOL = 1;
    private static final short TYPE_BYTE = 2;
    private static final short TYPE_STRING = 3;
    private static final short TYPE_SIZE = 4;
    private static final short TYPE_PID = 5;
    private static final short TYPE_INT = 6;
    private static final short TYPE_INT8 = 7;
    private static final short TYPE_INT16 = 8;
    private static final short TYPE_INT32 = 9;
    private static final short TYPE_INT64 = 10;
    private static final short TYPE_UINT = 11;
    private static final short TYPE_UINT8 = 12;
    private static final short TYPE_UINT16 = 13;
    private static final short TYPE_UINT32 = 14;
    private static final short TYPE_UINT64 = 15;
    private static final short TYPE_PROC_RANK = 40;

    private static final byte SCOPE_GLOBAL = 3; // for ranks of this machine and of others
    private static final String COLLECT = "pmix.collect"; // at a fence: bring all values to all

    private static final MemoryLayout SIZE = JAVA_LONG; // size_t of all systems with native access

    private final Linker linker;
    private final SymbolLookup symbols;
    private final MethodHandle init;
    private final MethodHandle get;
    private final MethodHandle put;
    private final MethodHandle commit;
    private final MethodHandle fence;
    private final MethodHandle abort;
    private final MethodHandle finish;
    private final MethodHandle register;
    private final MethodHandle errorString;
    private final MethodHandle destruct;
    private final MethodHandle free;

    private final MemorySegment me = Arena.ofAuto().allocate(PROCESS_BYTES, 8);

    /**
     * Loads the library.
     *
     * @param candidates file names, tried in turn
     */
    PmixLibrary(List<String> candidates) {
        if (!NativeAccess.isEnabled()) {
            throw new MpiError(
                    ErrorClass.OTHER,
                    "the launcher speaks PMIx (PMIX_NAMESPACE is set), which takes native access to use. Native access is "
                            + NativeAccess.reason() + ". Add this option behind 'java', or start with Tern's mpirun"
                            + " [native-access]");
        }
        linker = Linker.nativeLinker();
        symbols = load(candidates);
        init = function("PMIx_Init", ADDRESS, ADDRESS, SIZE);
        get = function("PMIx_Get", ADDRESS, ADDRESS, ADDRESS, SIZE, ADDRESS);
        put = function("PMIx_Put", JAVA_BYTE, ADDRESS, ADDRESS);
        commit = function("PMIx_Commit");
        fence = function("PMIx_Fence", ADDRESS, SIZE, ADDRESS, SIZE);
        abort = function("PMIx_Abort", JAVA_INT, ADDRESS, ADDRESS, SIZE);
        finish = function("PMIx_Finalize", ADDRESS, SIZE);
        FunctionDescriptor registration =
                FunctionDescriptor.ofVoid(ADDRESS, SIZE, ADDRESS, SIZE, ADDRESS, ADDRESS, ADDRESS);
        register = function("PMIx_Register_event_handler", registration);
        errorString = function("PMIx_Error_string", FunctionDescriptor.of(ADDRESS, JAVA_INT));
        destruct = function("PMIx_Value_destruct", FunctionDescriptor.ofVoid(ADDRESS));
        free = linker.downcallHandle(linker.defaultLookup().findOrThrow("free"), FunctionDescriptor.ofVoid(ADDRESS));
    }

    private static SymbolLookup load(List<String> candidates) {
        StringBuilder tried = new StringBuilder();
        for (String library : candidates) {
            try {
                return SymbolLookup.libraryLookup(library, Arena.global()); // its threads live to the end
            } catch (IllegalArgumentException e) {
                tried.append(tried.isEmpty() ? "" : ", ").append(library);
            }
        }
        throw new MpiError(
                ErrorClass.OTHER,
                "the launcher speaks PMIx (PMIX_NAMESPACE is set), and its client library cannot be loaded: tried "
                        + tried
                        + ". Install it (Debian and Ubuntu: libpmix2; Fedora and Red Hat: pmix), or add the folder in which"
                        + " your MPI has its own to LD_LIBRARY_PATH on all hosts [pmix-library]");
    }

    /**
     * Where to look: the search path of the system first.
     *
     * @param environment usually {@link System#getenv()}: where an installation may say where it lies
     */
    static List<String> candidates(Map<String, String> environment) {
        List<String> found = new ArrayList<>(List.of(NAME));
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(FOLDERS)) {
            for (Path folder : folders) {
                Path library = folder.resolve("pmix2").resolve("lib").resolve(NAME);
                if (Files.exists(library)) {
                    found.add(library.toString());
                }
            }
        } catch (IOException e) {
            // no such folder
        }
        for (String variable : List.of("PMIX_INSTALL_PREFIX", "OPAL_PREFIX")) {
            String prefix = environment.get(variable);
            if (prefix != null) {
                found.add(prefix + "/lib/" + NAME);
            }
        }
        return found;
    }

    /** A function that returns a status. */
    private MethodHandle function(String name, MemoryLayout... arguments) {
        return function(name, FunctionDescriptor.of(JAVA_INT, arguments));
    }

    private MethodHandle function(String name, FunctionDescriptor type) {
        return symbols.find(name)
                .map(address -> linker.downcallHandle(address, type))
                .orElseThrow(() -> new MpiError(
                        ErrorClass.OTHER,
                        "the PMIx library that was found has no " + name
                                + ": it is too old; PMIx 3 or newer is needed [pmix-library]"));
    }

    @Override
    public void init() {
        int status;
        try {
            status = (int) init.invokeExact(me, MemorySegment.NULL, 0L);
        } catch (Throwable thrown) {
            throw failed(thrown);
        }
        if (status == UNREACHABLE) {
            throw new MpiError(
                    ErrorClass.OTHER,
                    "there is no PMIx server, though PMIX_NAMESPACE is set: this program was not started by a launcher that"
                            + " is still there. To run it alone, start it without the variables PMIX_NAMESPACE and PMIX_RANK"
                            + " [unknown-launcher]");
        }
        check("PMIx_Init", status);
    }

    @Override
    public String namespace() {
        return me.getString(0);
    }

    @Override
    public int rank() {
        return me.get(JAVA_INT, PROCESS_RANK);
    }

    @Override
    public Object get(int rank, String key) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment result = arena.allocate(ADDRESS);
            int status = (int)
                    get.invokeExact(process(arena, rank), arena.allocateFrom(key), MemorySegment.NULL, 0L, result);
            if (status == NOT_FOUND) {
                return null;
            }
            check("PMIx_Get of " + key, status);
            MemorySegment value = result.get(ADDRESS, 0).reinterpret(VALUE_BYTES);
            try {
                return content(value, key);
            } finally {
                destruct.invokeExact(value);
                free.invokeExact(value);
            }
        } catch (Throwable thrown) {
            throw failed(thrown);
        }
    }

    /** Servers differ in the types of the same number. */
    private static Object content(MemorySegment value, String key) {
        short type = value.get(JAVA_SHORT, VALUE_TYPE);
        return switch (type) {
            case TYPE_STRING ->
                value.get(ADDRESS, VALUE_DATA).reinterpret(Long.MAX_VALUE).getString(0);
            case TYPE_BOOL, TYPE_BYTE, TYPE_UINT8 -> value.get(JAVA_BYTE, VALUE_DATA) & 0xffL;
            case TYPE_INT8 -> (long) value.get(JAVA_BYTE, VALUE_DATA);
            case TYPE_INT16 -> (long) value.get(JAVA_SHORT, VALUE_DATA);
            case TYPE_UINT16 -> value.get(JAVA_SHORT, VALUE_DATA) & 0xffffL;
            case TYPE_INT, TYPE_INT32, TYPE_PID -> (long) value.get(JAVA_INT, VALUE_DATA);
            case TYPE_UINT, TYPE_UINT32, TYPE_PROC_RANK -> value.get(JAVA_INT, VALUE_DATA) & 0xffff_ffffL;
            case TYPE_INT64, TYPE_UINT64, TYPE_SIZE -> value.get(JAVA_LONG, VALUE_DATA);
            default ->
                throw new MpiError(ErrorClass.OTHER, "the launcher gave " + key + " the unexpected type " + type);
        };
    }

    @Override
    public void put(String key, String value) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment string = arena.allocate(VALUE_BYTES, 8);
            string.set(JAVA_SHORT, VALUE_TYPE, TYPE_STRING);
            string.set(ADDRESS, VALUE_DATA, arena.allocateFrom(value));
            check("PMIx_Put of " + key, (int) put.invokeExact(SCOPE_GLOBAL, arena.allocateFrom(key), string));
            check("PMIx_Commit", (int) commit.invokeExact());
        } catch (Throwable thrown) {
            throw failed(thrown);
        }
    }

    @Override
    public void fence() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment collect = arena.allocate(INFO_BYTES, 8);
            collect.setString(0, COLLECT);
            collect.set(JAVA_SHORT, INFO_VALUE + VALUE_TYPE, TYPE_BOOL);
            collect.set(JAVA_BYTE, INFO_VALUE + VALUE_DATA, (byte) 1);
            check("PMIx_Fence", (int) fence.invokeExact(process(arena, ALL), 1L, collect, 1L));
        } catch (Throwable thrown) {
            throw failed(thrown);
        }
    }

    @Override
    public void abort(int exitCode, String message) {
        try (Arena arena = Arena.ofConfined()) {
            check("PMIx_Abort", (int) abort.invokeExact(exitCode, arena.allocateFrom(message), MemorySegment.NULL, 0L));
        } catch (Throwable thrown) {
            throw failed(thrown);
        }
    }

    @Override
    public void finish() {
        try {
            check("PMIx_Finalize", (int) finish.invokeExact(MemorySegment.NULL, 0L));
        } catch (Throwable thrown) {
            throw failed(thrown);
        }
    }

    @Override
    public void onLostConnection(Runnable action) {
        Arena arena = Arena.global();
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        try {
            FunctionDescriptor event =
                    FunctionDescriptor.ofVoid(SIZE, JAVA_INT, ADDRESS, ADDRESS, SIZE, ADDRESS, SIZE, ADDRESS, ADDRESS);
            MethodHandle run = MethodHandles.dropArguments(
                    lookup.findVirtual(Runnable.class, "run", MethodType.methodType(void.class))
                            .bindTo(action),
                    0,
                    event.toMethodType().parameterList());
            FunctionDescriptor registered = FunctionDescriptor.ofVoid(JAVA_INT, SIZE, ADDRESS);
            MethodHandle nothing = MethodHandles.empty(registered.toMethodType());
            MemorySegment codes = arena.allocateFrom(JAVA_INT, LOST_CONNECTION);
            register.invokeExact(
                    codes,
                    1L,
                    MemorySegment.NULL,
                    0L,
                    linker.upcallStub(run, event, arena),
                    linker.upcallStub(nothing, registered, arena),
                    MemorySegment.NULL);
        } catch (Throwable thrown) {
            throw failed(thrown);
        }
    }

    private MemorySegment process(Arena arena, int rank) {
        MemorySegment process = arena.allocate(PROCESS_BYTES, 8);
        MemorySegment.copy(me, 0, process, 0, PROCESS_NAMESPACE_BYTES);
        process.set(JAVA_INT, PROCESS_RANK, rank);
        return process;
    }

    private void check(String call, int status) {
        if (status == SUCCESS) {
            return;
        }
        String text;
        try {
            MemorySegment string = (MemorySegment) errorString.invokeExact(status);
            text = string.reinterpret(Long.MAX_VALUE).getString(0);
        } catch (Throwable thrown) {
            throw failed(thrown);
        }
        throw new MpiError(ErrorClass.OTHER, call + " failed: " + text + " (" + status + ")");
    }

    /** What to throw after a call has thrown something: a downcall has no exceptions of its own. */
    private static RuntimeException failed(Throwable thrown) {
        if (thrown instanceof Error error) {
            throw error;
        }
        return thrown instanceof RuntimeException exception ? exception : new IllegalStateException(thrown);
    }
}
