/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.boot;

import dev.tern.error.ErrorClass;
import dev.tern.error.MpiError;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * Client of PMI-1 over TCP, the protocol of MPICH's launcher: one line for a request, one for its answer. A thread of its
 * own reads the lines, so that the end of the launcher is noticed at any time.
 */
final class Pmi1Wireup implements Wireup {
    private static final int MAX_LINE = 8192;
    private static final int MAX_SIZE = 1 << 20;
    private static final int CONNECT_TIMEOUT_MILLIS = 30_000;
    private static final String LOST = "cmd=connection_lost";

    private final Socket socket;
    private final OutputStream out;
    private final LauncherEvents events;
    private final BlockingQueue<String> answers = new ArrayBlockingQueue<>(16);
    private final int rank;
    private final int size;
    private final String kvsName;
    private final String job;
    private final boolean isOurs; // started by Tern's mpirun

    private volatile boolean closed; // written by the closing thread, read by the reader thread

    Pmi1Wireup(String port, String id, String job, LauncherEvents events) {
        this.events = events;
        int colon = port.lastIndexOf(':');
        try {
            socket = new Socket();
            socket.setTcpNoDelay(true);
            socket.connect(
                    new InetSocketAddress(port.substring(0, colon), Integer.parseInt(port.substring(colon + 1))),
                    CONNECT_TIMEOUT_MILLIS);
            out = socket.getOutputStream();
            startReader(socket.getInputStream());
        } catch (IOException | IndexOutOfBoundsException | IllegalArgumentException e) {
            throw new MpiError(ErrorClass.OTHER, "cannot reach the launcher at PMI_PORT=" + port + ": " + e, e);
        }
        write("cmd=initack pmiid=" + id);
        await("initack");
        size = bounded(await("set"), "size", MAX_SIZE);
        rank = bounded(await("set"), "rank", size - 1);
        await("set"); // debug
        call("cmd=init pmi_version=1 pmi_subversion=1", "response_to_init");
        kvsName = value(call("cmd=get_my_kvsname", "my_kvsname"), "kvsname");
        isOurs = job != null;
        this.job = onlyPlainCharacters(job != null ? job : kvsName);
    }

    private static String onlyPlainCharacters(String name) {
        return name.replaceAll("[^A-Za-z0-9-]", "-");
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public String job() {
        return job;
    }

    @Override
    public boolean removesFiles() {
        return isOurs;
    }

    @Override
    public int[] nodes() {
        return size == 1 ? new int[1] : ProcessMapping.parse(rawGet("PMI_process_mapping"), size);
    }

    @Override
    public void put(String key, String value) {
        call("cmd=put kvsname=" + kvsName + " key=" + key + " value=" + encode(value), "put_result");
    }

    @Override
    public String get(String key) {
        return decode(rawGet(key));
    }

    private String rawGet(String key) {
        return value(call("cmd=get kvsname=" + kvsName + " key=" + key, "get_result"), "value");
    }

    @Override
    public void barrier() {
        call("cmd=barrier_in", "barrier_out");
    }

    @Override
    public void abort(int exitCode, String cause) {
        closed = true;
        try {
            write("cmd=abort exitcode=" + exitCode + " message=" + cause.replace(' ', '+')); // no spaces in PMI-1
        } catch (MpiError e) {
            // The launcher is gone, and with it the job.
        }
    }

    @Override
    public void close() {
        closed = true;
        call("cmd=finalize", "finalize_ack");
        try {
            socket.close(); // a JVM that ends waits 300 ms for a thread that is in a system call
        } catch (IOException e) {
            // What was to be said is said.
        }
    }

    private synchronized String call(String request, String answer) {
        write(request);
        return await(answer);
    }

    private void write(String line) {
        try {
            out.write((line + '\n').getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new MpiError(ErrorClass.OTHER, "lost the connection to the launcher: " + e.getMessage(), e);
        }
    }

    private String await(String command) {
        String line = takeAnswer();
        if (line.equals(LOST)) {
            answers.offer(LOST); // for the next who asks
            throw new MpiError(ErrorClass.OTHER, "lost the connection to the launcher");
        }
        if (!command.equals(find(line, "cmd"))) {
            throw new MpiError(ErrorClass.OTHER, "the launcher answered '" + line + "' where " + command + " was due");
        }
        String rc = find(line, "rc");
        if (rc != null && !rc.equals("0")) {
            throw new MpiError(ErrorClass.OTHER, "the launcher refused: " + line);
        }
        return line;
    }

    /** An interrupt is kept for the program: MPI calls are not ended by it. */
    private String takeAnswer() {
        boolean interrupted = false;
        while (true) {
            try {
                String line = answers.take();
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
                return line;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
    }

    private void startReader(InputStream in) {
        Thread reader = new Thread(() -> readLines(new BufferedInputStream(in)), "tern-launcher-connection");
        reader.setDaemon(true);
        reader.start();
    }

    private void readLines(InputStream in) {
        var line = new StringBuilder();
        try {
            for (int c; (c = in.read()) >= 0 && line.length() < MAX_LINE; ) {
                if (c != '\n') {
                    line.append((char) c);
                    continue;
                }
                String text = line.toString();
                line.setLength(0);
                if (text.startsWith("cmd=tern_report")) {
                    report();
                } else if (!answers.offer(text)) {
                    break; // answers that nobody has asked for: not the launcher we know
                }
            }
        } catch (IOException e) {
            // as at the end of the stream
        }
        if (!closed) {
            events.launcherLost();
        }
        while (!answers.offer(LOST)) {
            answers.poll();
        }
    }

    private void report() {
        try {
            events.reportRequested();
        } catch (RuntimeException e) {
            System.err.println("tern: no report: " + e); // the connection is to be watched all the same
        }
    }

    private static int bounded(String line, String key, int max) {
        try {
            int number = Integer.parseInt(value(line, key));
            if (0 <= number && number <= max) {
                return number;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new MpiError(ErrorClass.OTHER, "the launcher sent a bad " + key + ": " + line);
    }

    private static String value(String line, String key) {
        String value = find(line, key);
        if (value == null) {
            throw new MpiError(ErrorClass.OTHER, "the launcher sent no " + key + ": " + line);
        }
        return value;
    }

    /** The value of {@code key=value} among the words of a line, or null. */
    private static String find(String line, String key) {
        for (int at = 0; at < line.length(); ) {
            int end = line.indexOf(' ', at);
            end = end < 0 ? line.length() : end;
            if (line.startsWith(key, at) && at + key.length() < end && line.charAt(at + key.length()) == '=') {
                return line.substring(at + key.length() + 1, end);
            }
            at = end + 1;
        }
        return null;
    }

    /** Writes what PMI-1 cannot carry (space, line feed, backslash and other unusual bytes) as {@code %XX}. */
    static String encode(String value) {
        var text = new StringBuilder();
        for (byte b : value.getBytes(StandardCharsets.UTF_8)) {
            if (b > ' ' && b < 127 && b != '%' && b != '\\') {
                text.append((char) b);
            } else {
                text.append('%').append(Character.forDigit(b >> 4 & 15, 16)).append(Character.forDigit(b & 15, 16));
            }
        }
        return text.toString();
    }

    static String decode(String text) {
        byte[] bytes = new byte[text.length()];
        int length = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '%') {
                bytes[length++] = (byte) hexadecimal(text, i + 1);
                i += 2;
            } else {
                bytes[length++] = (byte) c;
            }
        }
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }

    private static int hexadecimal(String text, int at) {
        int high = at + 1 < text.length() ? Character.digit(text.charAt(at), 16) : -1;
        int low = high >= 0 ? Character.digit(text.charAt(at + 1), 16) : -1;
        if (low < 0) {
            throw new MpiError(ErrorClass.OTHER, "a value of the launcher's key space is malformed: " + text);
        }
        return high << 4 | low;
    }
}
