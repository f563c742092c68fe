/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

import java.util.List;

/** One process of the job, as the launcher sees it. */
final class Rank extends Thread {
    private static final int SMALL_STACK = 128 * 1024;
    private static final int SIGNAL_BASE = 128;
    private static final int LAST_SIGNAL = 64;
    private static final String[] SIGNAL_NAMES = {
        "0", "SIGHUP", "SIGINT", "SIGQUIT", "SIGILL", "SIGTRAP", "SIGABRT", "SIGBUS", "SIGFPE", "SIGKILL", "SIGUSR1",
        "SIGSEGV", "SIGUSR2", "SIGPIPE", "SIGALRM", "SIGTERM"
    };

    private final int number;
    private final App app;
    private final List<String> command;
    private final Process process;
    private final boolean piped;
    private final long startNanos = System.nanoTime();

    private Runnable whenChanged;
    private int openStreams;
    private boolean ended;
    private int exitCode;
    private long endNanos;

    /** Whether {@link Job} has dealt with the end of this rank. Only its thread uses this. */
    boolean endSeen;

    /** Whether nothing of this rank is left. Only {@link Job}'s thread uses this. */
    boolean released;

    /**
     * Creates the description of a started process.
     *
     * @param number the rank
     * @param app its program
     * @param command what is executed for it
     * @param process the process
     * @param piped whether its output comes to the launcher
     */
    Rank(int number, App app, List<String> command, Process process, boolean piped) {
        super(null, null, "rank " + number, SMALL_STACK, false);
        setDaemon(true);
        this.number = number;
        this.app = app;
        this.command = command;
        this.process = process;
        this.piped = piped;
    }

    /**
     * Starts to carry the output of the rank and to wait for its end.
     *
     * @param output where the output goes
     * @param merged whether standard error goes to standard output
     * @param whenChanged called, by any thread, when the process has ended or its output is complete
     */
    void watch(Output output, boolean merged, Runnable whenChanged) {
        this.whenChanged = whenChanged;
        if (piped) {
            openStreams = merged ? 1 : 2;
            output.carry(this, process.getInputStream(), false);
            if (!merged) {
                output.carry(this, process.getErrorStream(), true);
            }
        }
        start();
    }

    /** Waits for the end of the process. */
    @Override
    public void run() {
        try {
            int code = process.waitFor();
            synchronized (this) {
                exitCode = code;
                endNanos = System.nanoTime();
                ended = true;
            }
            whenChanged.run();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Tells that nobody reads the output of the rank any more. */
    void outputBroken() {
        whenChanged.run();
    }

    /** Tells that one stream of output is complete. */
    void streamEnded() {
        synchronized (this) {
            openStreams--;
        }
        whenChanged.run();
    }

    /** The rank's number. */
    int number() {
        return number;
    }

    /** Its program. */
    App app() {
        return app;
    }

    /** What is executed for it. */
    List<String> command() {
        return command;
    }

    /** Its first process. */
    Process process() {
        return process;
    }

    /** Whether its first process has ended. */
    synchronized boolean hasEnded() {
        return ended;
    }

    /** Whether all output of the rank has been carried. */
    synchronized boolean isSilent() {
        return openStreams == 0;
    }

    /** The exit code, 128 + n after signal n. */
    synchronized int exitCode() {
        return exitCode;
    }

    /** The number of the signal that ended it, or 0. A program may also choose such an exit code itself. */
    int signal() {
        int code = exitCode();
        return code > SIGNAL_BASE && code <= SIGNAL_BASE + LAST_SIGNAL ? code - SIGNAL_BASE : 0;
    }

    /** The name of a signal, or its number if it has no common name. */
    static String signalName(int signal) {
        return signal < SIGNAL_NAMES.length ? SIGNAL_NAMES[signal] : String.valueOf(signal);
    }

    /** How long it ran, or runs, in seconds with one decimal. */
    synchronized String seconds() {
        long tenths = ((ended ? endNanos : System.nanoTime()) - startNanos) / 100_000_000L;
        return tenths / 10 + "." + tenths % 10;
    }
}
