/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.os;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/**
 * A connected socket that was open when the JVM was started and of which only the number is known: the JDK cannot make a
 * channel of that. One thread may read while another writes.
 */
public final class InheritedSocket {
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

    private static final long SET_DESCRIPTOR_FLAGS = 2;
    private static final long CLOSE_ON_EXEC = 1;
    private static final long BOTH_DIRECTIONS = 2;
    private static final long INTERRUPTED = -4;
    private static final int BUFFER_BYTES = 4096;

    private final int number;
    private final MemorySegment incoming = Arena.ofAuto().allocate(BUFFER_BYTES); // of the reading thread
    private final MemorySegment outgoing = Arena.ofAuto().allocate(BUFFER_BYTES); // guarded by this

    private InheritedSocket(int number) {
        this.number = number;
    }

    /** Whether a descriptor of this process is open, and a socket. */
    public static boolean isOne(int number) {
        try {
            return Files.readSymbolicLink(DESCRIPTORS.resolve(String.valueOf(number)))
                    .toString()
                    .startsWith("socket:");
        } catch (IOException | InvalidPathException e) {
            return false;
        }
    }

    /**
     * Takes a socket over: processes that this one starts do not inherit it any more.
     *
     * @param number of the descriptor, such that {@link #isOne} is true
     * @return null where the system cannot be called. Takes milliseconds the first time
     */
    public static InheritedSocket probe(int number) {
        if (!SystemCall.areAvailable()) {
            return null;
        }
        SystemCall.FCNTL.call(number, SET_DESCRIPTOR_FLAGS, CLOSE_ON_EXEC, 0, 0, 0);
        return new InheritedSocket(number);
    }

    /**
     * Waits for bytes. A thread that is in here when the JVM ends delays that by 300 ms; {@link #shutdown} wakes it.
     *
     * @return how many bytes there are now in the buffer, -1 at the end of the stream
     */
    public int read(byte[] buffer) throws IOException {
        int most = Math.min(buffer.length, BUFFER_BYTES);
        int count = (int) transfer(SystemCall.READ, incoming.address(), most);
        MemorySegment.copy(incoming, JAVA_BYTE, 0, buffer, 0, count);
        return count == 0 && most > 0 ? -1 : count;
    }

    /** Writes all bytes. */
    public synchronized void write(byte[] bytes) throws IOException {
        for (int done = 0; done < bytes.length; ) {
            int piece = Math.min(BUFFER_BYTES, bytes.length - done);
            MemorySegment.copy(bytes, done, outgoing, JAVA_BYTE, 0, piece);
            done += (int) transfer(SystemCall.WRITE, outgoing.address(), piece);
        }
    }

    /**
     * Ends the connection in both directions, for all processes that have it. The descriptor stays open to the end of the
     * process: its number cannot come to stand for something else while a thread is in {@link #read}.
     */
    public void shutdown() {
        SystemCall.SHUTDOWN.call(number, BOTH_DIRECTIONS, 0, 0, 0, 0);
    }

    private long transfer(SystemCall call, long address, long length) throws IOException {
        long result;
        do {
            result = call.call(number, address, length, 0, 0, 0);
            if (result < 0) {
                result = call.callForError(number, address, length, 0, 0, 0); // has done nothing so far
            }
        } while (result == INTERRUPTED);
        Reference.reachabilityFence(this);
        if (result < 0) {
            throw new IOException("descriptor " + number + ": error " + -result + " of the system");
        }
        return result;
    }
}
