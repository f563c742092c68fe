/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.transport.tcp;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A stream of bytes to one process and back, after both ends have proved who they are. No method blocks. */
interface Wire {
    /** Writes what there is room for; bytes taken. */
    int write(ByteBuffer bytes) throws IOException;

    /** Writes one buffer after the other, as far as there is room; bytes taken of both. */
    long write(ByteBuffer[] both) throws IOException;

    /** Reads what has arrived; 0 for nothing, -1 at the end of the stream. */
    int read(ByteBuffer into) throws IOException;

    /** Writes what was taken but has not left yet; true if nothing of it is left. */
    boolean flush() throws IOException;

    /** Ends both directions. */
    void close();
}
