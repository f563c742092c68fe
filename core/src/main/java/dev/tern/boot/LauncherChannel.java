/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.boot;

import java.io.IOException;

/** The bytes to and from a launcher. One thread reads; another writes at the same time. */
interface LauncherChannel {
    /**
     * Waits for bytes.
     *
     * @return how many have been put into the buffer, -1 at the end of the stream
     */
    int read(byte[] buffer) throws IOException;

    /** Writes all bytes. */
    void write(byte[] bytes) throws IOException;

    /** Ends the connection and wakes who reads: a JVM that ends waits 300 ms for a thread that is in a system call. */
    void close();
}
