/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package mpi;

import dev.tern.engine.Engine;
import dev.tern.engine.ThreadLevel;
import dev.tern.error.ErrorClass;
import dev.tern.error.MpiError;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * The state of MPI in this process: before Init, between, after Finalize. The only static mutable state of Tern, because
 * the API has static methods.
 */
final class Environment {
    /** Smaller messages are copied through the ring anyway. */
    private static final int SMALLEST_SHARED = 4096;

    private static final Thread ANY_OTHER_THREAD = new Thread(() -> {});

    private static final long LINE = 64;

    private static final BsendBuffer BSEND = new BsendBuffer();

    private static volatile Engine engine;
    private static volatile boolean finalized;
    private static volatile int provided;
    private static volatile Thread mainThread;

    private Environment() {}

    static String[] init(String[] args) throws MPIException {
        initThread(args, MPI.THREAD_SINGLE);
        return args;
    }

    static synchronized int initThread(String[] args, int required) throws MPIException {
        if (finalized) {
            throw new MPIException("MPI is finalized.");
        }
        if (engine != null) {
            throw new MPIException("MPI is already initialized.");
        }
        if (required < MPI.THREAD_SINGLE || required > MPI.THREAD_MULTIPLE) {
            throw new MPIException(ErrorClass.ARG, "InitThread: " + required + " is no level of thread support", null);
        }
        Engine started;
        try {
            started = new Engine(System.getenv(), ThreadLevel.values()[required]);
        } catch (MpiError e) {
            throw new MPIException(e.errorClass(), "MPI.Init failed: " + e.getMessage(), e);
        }
        provided = required;
        mainThread = Thread.currentThread();
        MPI.COMM_WORLD.bind(started.world());
        MPI.COMM_SELF.bind(started.self());
        engine = started;
        UncaughtInMain.install(started, mainThread);
        return provided;
    }

    static int queryThread() throws MPIException {
        MPI.check();
        return provided;
    }

    static boolean isThreadMain() throws MPIException {
        MPI.check();
        return Thread.currentThread() == mainThread;
    }

    static void finalizeMpi() throws MPIException {
        MPI.check();
        try {
            BSEND.detach();
            engine.finish();
        } catch (MpiError e) {
            throw MPI.COMM_WORLD.error("Finalize", e);
        }
        finalized = true;
        MPI.COMM_WORLD.bind(null);
        MPI.COMM_SELF.bind(null);
    }

    static boolean isInitialized() {
        return engine != null;
    }

    static boolean isFinalized() {
        return finalized;
    }

    static Engine engine() {
        return engine;
    }

    /** Whether only one thread may use the segment though several may have to copy. */
    static boolean isForOneThread(MemorySegment segment) {
        return engine.isConcurrent() && !segment.isAccessibleBy(ANY_OTHER_THREAD);
    }

    /** A direct buffer, large ones in memory that the other ranks of the machine can read. */
    static ByteBuffer newBuffer(int capacity) {
        MemorySegment shared = shared(capacity, Arena.ofAuto());
        return shared == null ? ByteBuffer.allocateDirect(capacity) : shared.asByteBuffer();
    }

    static MemorySegment newSegment(long byteSize, Arena arena) {
        MemorySegment shared = shared(byteSize, arena);
        return shared == null ? arena.allocate(byteSize, LINE) : shared;
    }

    /** Memory that the other ranks of the machine can read, or null. */
    private static MemorySegment shared(long byteSize, Arena arena) {
        Engine current = engine;
        return current == null || finalized || byteSize < SMALLEST_SHARED
                ? null
                : current.allocateShared(byteSize, arena);
    }

    static BsendBuffer bsendBuffer() {
        return BSEND;
    }

    static void attachBuffer(byte[] buffer) throws MPIException {
        MPI.check();
        if (!BSEND.attach(buffer)) {
            throw Errors.raise(
                    ErrorClass.BUFFER,
                    buffer == null ? "attachBuffer: the buffer is null" : "attachBuffer: a buffer is attached already");
        }
    }

    static byte[] detachBuffer() throws MPIException {
        MPI.check();
        try {
            return BSEND.detach();
        } catch (MpiError e) {
            throw MPI.COMM_WORLD.error("detachBuffer", e);
        }
    }
}
