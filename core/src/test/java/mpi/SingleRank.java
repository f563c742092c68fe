/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package mpi;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** For tests of calls that need MPI but no other rank: this process is rank 0 of 1, and errors are thrown. */
final class SingleRank implements BeforeAllCallback {

    @Override
    public void beforeAll(ExtensionContext context) throws MPIException {
        synchronized (SingleRank.class) {
            if (!MPI.isInitialized()) {
                MPI.Init(new String[0]);
                MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
                MPI.COMM_SELF.setErrhandler(MPI.ERRORS_RETURN);
            }
        }
    }

    /** Asserts that a call throws an error of a class, with a message that contains {@code part}. */
    static void assertFails(int errorClass, String part, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(MPIException.class, e -> {
                    if (e.getErrorClass() != errorClass) {
                        throw new AssertionError("expected error class " + errorClass + ": " + e.getMessage(), e);
                    }
                })
                .hasMessageContaining(part);
    }
}
