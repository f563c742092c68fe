/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.os;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;

/**
 * Functions of the C library. Addresses are passed as numbers: a segment as an argument would have to be sliced, which
 * makes an object.
 */
final class LibC {
    /** Where a call with {@link #CAPTURE_ERRNO} leaves the error number. */
    static final StructLayout ERRNO_LAYOUT = Linker.Option.captureStateLayout();

    /** The error number in memory of {@link #ERRNO_LAYOUT}, at offset 0. */
    static final VarHandle ERRNO = ERRNO_LAYOUT.varHandle(PathElement.groupElement("errno"));

    static final Linker.Option CAPTURE_ERRNO = Linker.Option.captureCallState("errno");

    /** The function, or null where native access is not granted or the library has no such function. */
    @SuppressWarnings("restricted") // asked for first
    static MethodHandle function(String name, FunctionDescriptor type, Linker.Option... options) {
        if (!NativeAccess.isEnabled()) {
            return null;
        }
        Linker linker = Linker.nativeLinker();
        return linker.defaultLookup()
                .find(name)
                .map(address -> linker.downcallHandle(address, type, options))
                .orElse(null);
    }

    /** What to throw after a downcall has thrown something: it has no exceptions of its own. */
    static RuntimeException failed(Throwable thrown) {
        if (thrown instanceof Error error) {
            throw error;
        }
        return new IllegalStateException(thrown);
    }
}
