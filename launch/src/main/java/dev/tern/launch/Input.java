/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The launcher's standard input on its way to ranks. A single rank that reads a file or a pipe gets that itself, and takes of
 * it what it needs. A terminal, which a rank in a session of its own cannot read, and input for several ranks go through here.
 */
final class Input extends Thread {
    private static final int CHUNK = 8192;
    private static final long BACKGROUND_POLL_MILLIS = 500;
    private static final int GROUP_FIELD = 4;
    private static final int FOREGROUND_FIELD = 7;

    private final List<Rank> readers;

    /** Copies to those ranks until the end of input or of the launcher. */
    Input(List<Rank> readers) {
        super("input");
        setDaemon(true);
        this.readers = readers;
    }

    /** Whether a rank can be given the launcher's own standard input. */
    static boolean canInherit(Settings settings) {
        return settings.stdinRank >= 0 && !isTerminal();
    }

    private static boolean isTerminal() {
        try {
            String target = Files.readSymbolicLink(Path.of("/proc/self/fd/0")).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.startsWith("/dev/console");
        } catch (IOException e) {
            return true;
        }
    }

    @Override
    public void run() {
        byte[] chunk = new byte[CHUNK];
        try (InputStream in = new FileInputStream(FileDescriptor.in)) {
            while (true) {
                while (isInBackground()) {
                    Thread.sleep(BACKGROUND_POLL_MILLIS);
                }
                int n = in.read(chunk);
                if (n < 0) {
                    break;
                }
                for (Rank rank : readers) {
                    pass(rank, chunk, n);
                }
            }
        } catch (IOException | InterruptedException e) {
            // No input is the same as its end.
        }
        for (Rank rank : readers) {
            try {
                rank.process().getOutputStream().close();
            } catch (IOException e) {
                // The rank has ended.
            }
        }
    }

    private static void pass(Rank rank, byte[] chunk, int length) {
        try {
            OutputStream to = rank.process().getOutputStream();
            to.write(chunk, 0, length);
            to.flush();
        } catch (IOException e) {
            // The rank has ended or reads no more.
        }
    }

    /** A process in the background that reads from its terminal would be stopped. */
    private static boolean isInBackground() {
        String stat = Machine.read("/proc/self/stat");
        String[] fields = stat.substring(stat.lastIndexOf(')') + 1).split(" ");
        if (fields.length <= FOREGROUND_FIELD) {
            return false;
        }
        String foreground = fields[FOREGROUND_FIELD - 1];
        return !foreground.equals("-1") && !foreground.equals("0") && !foreground.equals(fields[GROUP_FIELD - 1]);
    }
}
