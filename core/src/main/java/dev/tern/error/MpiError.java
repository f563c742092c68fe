/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.error;

/**
 * An MPI error found below package {@code mpi}. The public API turns it into what the communicator's error handler
 * asks for: an {@code MPIException} or the end of the job.
 */
public final class MpiError extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int errorClass;

    /**
     * @param errorClass a constant of {@link ErrorClass}
     * @param message what failed: operation, peer, tag, counts
     */
    public MpiError(int errorClass, String message) {
        super(message);
        this.errorClass = errorClass;
    }

    /** As the other constructor, with the exception that caused it. */
    public MpiError(int errorClass, String message, Throwable cause) {
        super(message, cause);
        this.errorClass = errorClass;
    }

    /** The constant of {@link ErrorClass}. */
    public int errorClass() {
        return errorClass;
    }
}
