/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package mpi;

import dev.tern.error.ErrorClass;

/** An MPI error, thrown where the error handler is {@link MPI#ERRORS_RETURN}, and for calls outside Init and Finalize. */
public final class MPIException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int errorClass;

    MPIException(int errorClass, String message, Throwable cause) {
        super(message, cause);
        this.errorClass = errorClass;
    }

    /**
     * An error of class {@code MPI_ERR_OTHER}.
     *
     * @param message what failed
     */
    public MPIException(String message) {
        this(ErrorClass.OTHER, message, null);
    }

    /**
     * An error of class {@code MPI_ERR_OTHER}.
     *
     * @param cause why
     */
    public MPIException(Throwable cause) {
        this(ErrorClass.OTHER, cause == null ? null : cause.toString(), cause);
    }

    /** The error code; in Tern the same number as the class. */
    public int getErrorCode() {
        return errorClass;
    }

    /** The error class, one of the {@code MPI.ERR_} constants ({@code MPI_ERROR_CLASS}, MPI-4.1 section 9.4). */
    public int getErrorClass() {
        return errorClass;
    }
}
