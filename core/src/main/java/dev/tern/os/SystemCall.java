/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.os;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;

/**
 * The system calls that the accelerators use, all of them through the one function {@code syscall} of the C library: the
 * first use of a function of another shape takes some ten milliseconds each. Addresses are passed as numbers: a segment as an
 * argument would have to be sliced, which makes an object.
 */
enum SystemCall {
    READ(0, 63),
    WRITE(1, 64),
    SHUTDOWN(48, 210),
    FCNTL(72, 25),
    FUTEX(202, 98),
    PROCESS_VM_READV(310, 270),
    SCHED_SETAFFINITY(203, 122),
    SCHED_GETAFFINITY(204, 123),
    PRCTL(157, 167);

    private static final String NAME = "syscall";

    private static final FunctionDescriptor TYPE = FunctionDescriptor.of(
            JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);

    /** The C function takes any number of arguments, but those that are no floating-point numbers are passed alike. */
    private static final MethodHandle CALL = function();

    private final long number;

    SystemCall(int numberOnX86, int numberOnArm) {
        number = NativeAccess.isX86() ? numberOnX86 : numberOnArm;
    }

    /** Whether system calls can be made at all. */
    static boolean areAvailable() {
        return CALL != null;
    }

    /** Makes the call; returns what it returns, -1 if it fails. */
    long call(long a, long b, long c, long d, long e, long f) {
        try {
            return (long) CALL.invokeExact(number, a, b, c, d, e, f);
        } catch (Throwable thrown) {
            throw failed(thrown);
        }
    }

    /** Makes a call again that has failed, and returns its negative error number if it fails again. */
    long callForError(long a, long b, long c, long d, long e, long f) {
        MethodHandle call = function(Linker.Option.captureCallState("errno"));
        VarHandle errno = Linker.Option.captureStateLayout().varHandle(PathElement.groupElement("errno"));
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(Linker.Option.captureStateLayout());
            long result = (long) call.invokeExact(state, number, a, b, c, d, e, f);
            return result < 0 ? -(int) errno.get(state, 0L) : result;
        } catch (Throwable thrown) {
            throw failed(thrown);
        }
    }

    @SuppressWarnings("restricted") // asked for first
    private static MethodHandle function(Linker.Option... options) {
        if (!NativeAccess.isEnabled()) {
            return null;
        }
        Linker linker = Linker.nativeLinker();
        return linker.defaultLookup()
                .find(NAME)
                .map(address -> linker.downcallHandle(address, TYPE, options))
                .orElse(null);
    }

    /** What to throw after a downcall has thrown something: it has no exceptions of its own. */
    private static RuntimeException failed(Throwable thrown) {
        if (thrown instanceof Error error) {
            throw error;
        }
        return new IllegalStateException(thrown);
    }
}
