/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;

/** Reads one output stream of one rank and hands it to its sink. */
final class RankStream extends Thread {
    private static final int SMALL_STACK = 128 * 1024;
    private static final int CHUNK = 64 * 1024;

    /** The most that is kept of a rank's output after {@link #capture}. */
    private static final int LARGEST_CAPTURE = 4 * 1024 * 1024;

    private final Output output;
    private final Rank owner;
    private final InputStream from;
    private final LineSink sink;
    private ByteArrayOutputStream capture;

    /** What stands in front of each line, or null. */
    final LineMark mark;

    /** The beginning of a line whose end has not come; guarded by the sink. */
    final ByteArrayOutputStream pending = new ByteArrayOutputStream();

    /** When {@link #pending} last grew, in nanoseconds; guarded by the sink. */
    long pendingSince;

    RankStream(Output output, Rank owner, InputStream from, LineSink sink, LineMark mark) {
        super(null, null, "output of rank " + owner.number(), SMALL_STACK, false);
        setDaemon(true);
        this.output = output;
        this.owner = owner;
        this.from = from;
        this.sink = sink;
        this.mark = mark;
    }

    @Override
    public void run() {
        byte[] chunk = new byte[CHUNK];
        try {
            for (int n = from.read(chunk); n >= 0; n = from.read(chunk)) {
                if (!keep(chunk, n) && sink.accept(this, chunk, output.noise().filter(chunk, n))) {
                    output.promptWaits();
                }
                if (sink.isBroken()) {
                    owner.outputBroken();
                }
            }
        } catch (IOException e) {
            // The stream was closed under us, at the end of the job.
        }
        sink.finish(this);
        owner.streamEnded();
    }

    /** The rank whose output this is. */
    int rank() {
        return owner.number();
    }

    /** From now on keeps what comes. */
    synchronized void capture() {
        capture = new ByteArrayOutputStream();
    }

    /** What has been kept. */
    synchronized byte[] captured() {
        return capture == null ? new byte[0] : capture.toByteArray();
    }

    private synchronized boolean keep(byte[] chunk, int length) {
        if (capture == null) {
            return false;
        }
        if (capture.size() < LARGEST_CAPTURE) {
            capture.write(chunk, 0, length);
        }
        return true;
    }
}
