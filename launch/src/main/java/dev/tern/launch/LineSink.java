/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * One output of the launcher, shared by the streams of all ranks without mixing their lines.
 *
 * <p>Complete lines are written at once, in one piece. The beginning of a line is held back until its end comes. If that takes
 * long it may be a prompt, and is shown if no other unfinished line is on show; then that stream is the owner of the line. If
 * another stream has something to print meanwhile, the owner's line is ended first and goes on in a new line. With a single
 * stream, the bytes come out exactly as they went in.
 */
final class LineSink {
    /** The longest line that is held back as a whole. */
    private static final int LONGEST_LINE = 1024 * 1024;

    private static final long IDLE_NANOS = 80_000_000L;

    private final OutputStream to;
    private final List<RankStream> unfinished = new ArrayList<>();
    private final ByteArrayOutputStream marked = new ByteArrayOutputStream();
    private RankStream lineOwner;
    private volatile boolean broken;

    LineSink(OutputStream to) {
        this.to = to;
    }

    /** Whether nobody reads this output any more. */
    boolean isBroken() {
        return broken;
    }

    /**
     * Takes bytes of a stream.
     *
     * @return whether the beginning of a line is held back
     */
    synchronized boolean accept(RankStream stream, byte[] bytes, int length) {
        int lines = length;
        while (lines > 0 && bytes[lines - 1] != '\n') {
            lines--;
        }
        if (lines > 0) {
            show(stream, bytes, lines);
            lineOwner = null;
        }
        if (lines < length) {
            stream.pending.write(bytes, lines, length - lines);
            stream.pendingSince = System.nanoTime();
            if (stream.pending.size() > LONGEST_LINE) {
                showPending(stream);
            } else if (!unfinished.contains(stream)) {
                unfinished.add(stream);
            }
        }
        return stream.pending.size() > 0;
    }

    /** Shows what is held back of a stream that has ended. */
    synchronized void finish(RankStream stream) {
        if (stream.pending.size() > 0) {
            showPending(stream);
        }
    }

    /** Shows the beginning of a line that waits for its end, if no other such is on show. */
    synchronized void showIdle() {
        for (int i = 0; i < unfinished.size(); i++) {
            RankStream stream = unfinished.get(i);
            boolean free = lineOwner == null || lineOwner == stream;
            if (free && System.nanoTime() - stream.pendingSince > IDLE_NANOS) {
                showPending(stream);
                return;
            }
        }
    }

    /** Prints whole lines that belong to no rank. */
    synchronized void print(byte[] lines) {
        endForeignLine(null);
        write(lines, lines.length);
    }

    private void showPending(RankStream stream) {
        show(stream, new byte[0], 0);
        lineOwner = stream;
    }

    /** Writes what is held back of a stream and the bytes behind it. */
    private void show(RankStream stream, byte[] bytes, int length) {
        endForeignLine(stream);
        unfinished.remove(stream);
        byte[] pending = stream.pending.toByteArray();
        stream.pending.reset();
        if (stream.mark == null) {
            write(pending, pending.length);
            write(bytes, length);
            return;
        }
        boolean lineStarts = lineOwner != stream;
        if (lineStarts) {
            mark(stream);
        }
        marked.write(pending, 0, pending.length);
        int from = 0;
        for (int i = 0; i < length; i++) {
            if (bytes[i] == '\n') {
                marked.write(bytes, from, i + 1 - from);
                from = i + 1;
                if (from < length) {
                    mark(stream);
                }
            }
        }
        write(marked.toByteArray(), marked.size());
        marked.reset();
    }

    private void mark(RankStream stream) {
        byte[] mark = stream.mark.bytes();
        marked.write(mark, 0, mark.length);
    }

    private void endForeignLine(RankStream stream) {
        if (lineOwner != null && lineOwner != stream) {
            write(new byte[] {'\n'}, 1);
            lineOwner = null;
        }
    }

    private void write(byte[] bytes, int length) {
        if (broken || length == 0) {
            return;
        }
        try {
            to.write(bytes, 0, length);
        } catch (IOException e) {
            broken = true;
        }
    }
}
