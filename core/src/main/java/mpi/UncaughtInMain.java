/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package mpi;

import dev.tern.engine.Engine;

/**
 * Ends the job when the thread that called Init, or the one that runs {@code main}, dies of an exception: without it other
 * threads could keep this rank alive, and the other ranks would wait for it for ever. Threads that the program starts
 * itself may die as in any Java program.
 */
final class UncaughtInMain implements Thread.UncaughtExceptionHandler {
    private static final int EXIT_CODE = 1;

    private final Engine engine;
    private final Thread initThread;

    private UncaughtInMain(Engine engine, Thread initThread) {
        this.engine = engine;
        this.initThread = initThread;
    }

    /** Leaves a handler of the program alone. */
    static void install(Engine engine, Thread initThread) {
        if (Thread.getDefaultUncaughtExceptionHandler() == null) {
            Thread.setDefaultUncaughtExceptionHandler(new UncaughtInMain(engine, initThread));
        }
    }

    @Override
    public void uncaughtException(Thread thread, Throwable exception) {
        System.err.println("Exception in thread \"" + thread.getName() + "\" of rank "
                + engine.world().rank() + ":");
        exception.printStackTrace();
        boolean isMain = thread == initThread || thread.getName().equals("main");
        if (isMain && !Environment.isFinalized()) {
            engine.abort(EXIT_CODE, "uncaught " + exception.getClass().getName() + ", see above");
        }
    }
}
