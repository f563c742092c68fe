/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package mpi;

import dev.tern.error.ErrorClass;

/**
 * Errors of calls that belong to no communicator. As MPI-4.1 section 9.3 asks, the error handler of
 * {@code MPI_COMM_SELF} decides about them.
 */
final class Errors {

    private Errors() {}

    /** The exception to throw, unless the error handler ends the job. */
    static MPIException raise(int errorClass, String message) throws MPIException {
        return MPI.COMM_SELF.error(errorClass, message);
    }

    /** Returns {@code type} if it can be used. */
    static Datatype checkType(Datatype type, String operation) throws MPIException {
        if (type == null || type.isNull()) {
            throw raise(ErrorClass.TYPE, operation + ": the datatype is null or was freed");
        }
        return type;
    }
}
