/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Carries the output of the ranks to the launcher's own, line by line. */
final class Output {
    /** How long a line without end is held back before it is shown as a prompt. */
    private static final long PROMPT_MILLIS = 100;

    private final Settings settings;
    private final LineSink out;
    private final LineSink err;
    private final List<RankStream> streams = new ArrayList<>();
    private final EndNoise noise = new EndNoise();
    private boolean prompterRuns;
    private boolean promptWaits;

    /** The output of the launcher's process. */
    Output(Settings settings) {
        this(settings, new FileOutputStream(FileDescriptor.out), new FileOutputStream(FileDescriptor.err));
    }

    /**
     * Output to other streams.
     *
     * @param settings how lines are marked
     * @param out standard output
     * @param err standard error
     */
    Output(Settings settings, OutputStream out, OutputStream err) {
        this.settings = settings;
        this.out = new LineSink(out);
        this.err = new LineSink(err);
    }

    /**
     * Starts to carry a stream of a rank.
     *
     * @param rank the rank, told at the end of the stream
     * @param from its output
     * @param error whether it is its standard error
     */
    void carry(Rank rank, InputStream from, boolean error) {
        boolean marked = settings.tagOutput || settings.prependRank || settings.timestampOutput;
        LineMark mark = marked ? new LineMark(settings, rank.number(), error) : null;
        RankStream stream = new RankStream(this, rank, from, error ? err : out, mark);
        streams.add(stream);
        stream.start();
    }

    /** Whether nobody reads standard output any more. */
    boolean isBroken() {
        return out.isBroken();
    }

    /** What leaves out the noise of a job that ends. */
    EndNoise noise() {
        return noise;
    }

    /** Prints a message of the launcher, as whole lines, on standard error. */
    void print(String message) {
        err.print(message.getBytes(StandardCharsets.UTF_8));
    }

    /** From now on keeps what comes, instead of printing it. */
    void capture() {
        for (RankStream stream : streams) {
            stream.capture();
        }
    }

    /** How many bytes have been kept since {@link #capture}. */
    long captured() {
        long sum = 0;
        for (RankStream stream : streams) {
            sum += stream.captured().length;
        }
        return sum;
    }

    /** What has been kept of a rank, standard error first. */
    String captured(int rank) {
        StringBuilder text = new StringBuilder();
        for (int i = streams.size() - 1; i >= 0; i--) {
            if (streams.get(i).rank() == rank) {
                text.append(new String(streams.get(i).captured(), StandardCharsets.UTF_8));
            }
        }
        return text.toString();
    }

    /** Tells that a stream has a line without end. A thread that shows it is started with the first of them. */
    synchronized void promptWaits() {
        promptWaits = true;
        if (prompterRuns) {
            notifyAll();
            return;
        }
        prompterRuns = true;
        Thread prompter = new Thread("prompts") {
            @Override
            public void run() {
                showPrompts();
            }
        };
        prompter.setDaemon(true);
        prompter.start();
    }

    private void showPrompts() {
        try {
            while (true) {
                synchronized (this) {
                    while (!promptWaits) {
                        wait();
                    }
                    promptWaits = false;
                }
                Thread.sleep(PROMPT_MILLIS);
                out.showIdle();
                err.showIdle();
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
