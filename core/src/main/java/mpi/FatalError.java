/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package mpi;

import dev.tern.engine.Engine;
import dev.tern.error.ErrorClass;

/** What the error handler {@link MPI#ERRORS_ARE_FATAL} does: say what happened, and where in the program; end the job. */
final class FatalError {
    private static final String LINE = "-".repeat(74) + System.lineSeparator();

    private FatalError() {}

    static void end(Engine engine, MPIException exception) {
        var text = new StringBuilder(LINE);
        text.append("tern: MPI error on rank ")
                .append(engine.world().rank())
                .append(", which ends the job because the error handler is MPI.ERRORS_ARE_FATAL.");
        text.append(System.lineSeparator()).append(System.lineSeparator());
        text.append("  ").append(exception.getMessage()).append(System.lineSeparator());
        for (StackTraceElement frame : exception.getStackTrace()) {
            text.append("      at ").append(frame).append(System.lineSeparator());
        }
        text.append(System.lineSeparator());
        text.append("To get an MPIException instead: comm.setErrhandler(MPI.ERRORS_RETURN)   [fatal-error]");
        text.append(System.lineSeparator()).append(LINE);
        System.err.print(text);
        engine.abort(exception.getErrorCode(), ErrorClass.name(exception.getErrorClass()) + ", see above");
    }
}
