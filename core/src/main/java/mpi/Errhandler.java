/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package mpi;

/**
 * What happens when a call fails (MPI-4.1 section 9.3). There are the three predefined handlers: {@link
 * MPI#ERRORS_ARE_FATAL}, {@link MPI#ERRORS_ABORT} and {@link MPI#ERRORS_RETURN}.
 */
public final class Errhandler {
    static final Errhandler ARE_FATAL = new Errhandler("MPI_ERRORS_ARE_FATAL");
    static final Errhandler ABORT = new Errhandler("MPI_ERRORS_ABORT");
    static final Errhandler RETURN = new Errhandler("MPI_ERRORS_RETURN");

    private final String name;

    private Errhandler(String name) {
        this.name = name;
    }

    @Override
    public String toString() {
        return name;
    }
}
