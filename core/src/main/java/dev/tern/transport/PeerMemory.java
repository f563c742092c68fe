/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.transport;

/**
 * Memory of a peer from which a link can copy without the peer's help: the single copy of long messages. An address of such
 * memory is a number that only the transport understands; 0 stands for none.
 */
public abstract class PeerMemory {
    /** No memory at all. */
    public static final PeerMemory NONE = new PeerMemory() {
        @Override
        public long expose(Object buf, long offset, long length) {
            return 0;
        }

        @Override
        public boolean isReadable(long address, long length) {
            return false;
        }

        @Override
        public void read(long address, Object buf, long offset, long length) {
            throw new IllegalStateException("there is no memory to read");
        }
    };

    /**
     * The address under which the peer can read a user buffer of this process.
     *
     * @param buf a user buffer
     * @param offset first byte
     * @param length number of bytes, more than 0
     * @return 0 if the peer cannot, or if another way is faster
     */
    public abstract long expose(Object buf, long offset, long length);

    /** Whether {@code length} bytes at {@code address} of the peer can be read; the peer's word is not taken for it. */
    public abstract boolean isReadable(long address, long length);

    /** Copies memory of the peer, for which {@link #isReadable} was true, into a user buffer. */
    public abstract void read(long address, Object buf, long offset, long length);
}
