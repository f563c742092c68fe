/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Leaves out of the output of the ranks what says nothing new when a job fails: after the first report of an MPI error those
 * of other ranks become a line each, and what a JVM says that is ended while it starts is dropped.
 */
final class EndNoise {
    private static final byte[] REPORT = bytes(Messages.RULE + "tern: MPI error on rank ");
    private static final byte[] RULE = bytes("\n" + Messages.RULE);

    /** The JDK tries to log that SIGTERM ends it when it has no modules yet to log with. */
    private static final byte[] LOGGING_FAILED = bytes("Runtime.exit(143) logging failed: ");

    private volatile boolean stopping;
    private boolean reported;

    /** From now on the ranks are being ended. */
    void stopping() {
        stopping = true;
    }

    /**
     * Looks through what one rank has written at once.
     *
     * @param chunk its bytes, which are moved together
     * @param length how many there are
     * @return how many are left
     */
    int filter(byte[] chunk, int length) {
        int left = length;
        if (startsWith(chunk, 0, left, REPORT)) {
            left = shorten(chunk, left);
        }
        return stopping ? dropLogging(chunk, left) : left;
    }

    /** Puts a line in place of a report if it is not the first. One that did not come in one piece stays as it is. */
    private synchronized int shorten(byte[] chunk, int length) {
        int end = indexOf(chunk, REPORT.length, length, RULE);
        if (!reported || end < 0) {
            reported = true;
            return length;
        }
        String report = new String(chunk, REPORT.length, end - REPORT.length, StandardCharsets.UTF_8);
        String rank = report.substring(0, Math.max(report.indexOf(','), 0));
        int from = report.indexOf("\n\n") + 2; // the message stands behind a blank line
        String message = report.substring(from).strip().split("\n", 2)[0];
        byte[] line = bytes("tern: MPI error on rank " + rank + " too: " + message + "\n");
        int rest = end + RULE.length;
        if (line.length > rest) {
            return length;
        }
        System.arraycopy(line, 0, chunk, 0, line.length);
        System.arraycopy(chunk, rest, chunk, line.length, length - rest);
        return line.length + length - rest;
    }

    private static int dropLogging(byte[] chunk, int length) {
        int left = 0;
        for (int from = 0, to; from < length; from = to) {
            to = from;
            while (to < length && chunk[to] != '\n') {
                to++;
            }
            to = Math.min(to + 1, length);
            if (!startsWith(chunk, from, length, LOGGING_FAILED)) {
                System.arraycopy(chunk, from, chunk, left, to - from);
                left += to - from;
            }
        }
        return left;
    }

    private static int indexOf(byte[] chunk, int from, int length, byte[] wanted) {
        for (int i = from; i <= length - wanted.length; i++) {
            if (startsWith(chunk, i, length, wanted)) {
                return i;
            }
        }
        return -1;
    }

    private static boolean startsWith(byte[] chunk, int from, int length, byte[] wanted) {
        return length - from >= wanted.length
                && Arrays.equals(chunk, from, from + wanted.length, wanted, 0, wanted.length);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
