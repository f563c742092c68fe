/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.transport.tcp;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * The bytes encrypted and protected against change by AES-256-GCM, with a key for each direction that only the two ends of this
 * connection know. A stream of blocks:
 *
 * <pre>
 *  length of the text (int) | text, encrypted | 16 bytes that prove text, length and place in the stream
 * </pre>
 *
 * The number of the block is its nonce, so no block can be left out, repeated or moved.
 */
final class SealedWire implements Wire {
    private static final int BLOCK = 1 << 14;
    private static final int TAG = 16;
    private static final int LENGTH = Integer.BYTES;
    private static final int NONCE = 12;
    private static final String ALGORITHM = "AES/GCM/NoPadding";

    private final SocketChannel channel; // non-blocking
    private final SecretKeySpec writeKey;
    private final SecretKeySpec readKey;
    private final Cipher sealer = cipher();
    private final Cipher opener = cipher();
    private final ByteBuffer sealed =
            ByteBuffer.allocateDirect(LENGTH + BLOCK + TAG).limit(0);
    private final ByteBuffer arrived = ByteBuffer.allocateDirect(LENGTH + BLOCK + TAG);
    private final ByteBuffer opened = ByteBuffer.allocateDirect(BLOCK).limit(0);
    private long blocksWritten;
    private long blocksRead;
    private boolean broken; // a block was changed: nothing behind it can be trusted

    /**
     * @param writeKey protects what this end writes, 32 bytes
     * @param readKey protects what the other end writes
     */
    SealedWire(SocketChannel channel, byte[] writeKey, byte[] readKey) {
        this.channel = channel;
        this.writeKey = new SecretKeySpec(writeKey, "AES");
        this.readKey = new SecretKeySpec(readKey, "AES");
    }

    private static Cipher cipher() {
        try {
            return Cipher.getInstance(ALGORITHM);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no " + ALGORITHM, e);
        }
    }

    private static GCMParameterSpec nonce(long block) {
        return new GCMParameterSpec(
                8 * TAG, ByteBuffer.allocate(NONCE).putInt(0).putLong(block).array());
    }

    @Override
    public int write(ByteBuffer bytes) throws IOException {
        int taken = 0;
        while (bytes.hasRemaining() && flush()) {
            int n = Math.min(bytes.remaining(), BLOCK);
            seal(bytes.slice(bytes.position(), n));
            bytes.position(bytes.position() + n);
            taken += n;
        }
        flush();
        return taken;
    }

    @Override
    public long write(ByteBuffer[] both) throws IOException {
        long taken = 0;
        for (ByteBuffer bytes : both) {
            taken += write(bytes);
            if (bytes.hasRemaining()) {
                break;
            }
        }
        return taken;
    }

    private void seal(ByteBuffer text) throws IOException {
        sealed.clear().putInt(text.remaining());
        try {
            sealer.init(Cipher.ENCRYPT_MODE, writeKey, nonce(blocksWritten++));
            sealer.updateAAD(sealed.duplicate().flip());
            sealer.doFinal(text, sealed);
        } catch (GeneralSecurityException e) {
            throw new IOException("cannot encrypt: " + e.getMessage(), e);
        }
        sealed.flip();
    }

    @Override
    public boolean flush() throws IOException {
        while (sealed.hasRemaining()) {
            if (channel.write(sealed) == 0) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        int taken = 0;
        while (into.hasRemaining()) {
            if (!opened.hasRemaining()) {
                int state = open();
                if (state <= 0) {
                    return taken > 0 ? taken : state;
                }
            }
            int n = Math.min(into.remaining(), opened.remaining());
            into.put(opened.slice(opened.position(), n));
            opened.position(opened.position() + n);
            taken += n;
        }
        return taken;
    }

    /** Opens the next block; 1 if there is one, 0 if it has not come, -1 at the end of the stream. */
    private int open() throws IOException {
        if (broken) {
            throw new IOException("an encrypted block before was changed on its way");
        }
        int n = channel.read(arrived);
        int have = arrived.position();
        int length = have < LENGTH ? 0 : arrived.getInt(0);
        if (have >= LENGTH && (length <= 0 || length > BLOCK)) {
            broken = true;
            throw new IOException("an encrypted block cannot have " + length + " bytes");
        }
        int whole = LENGTH + length + TAG;
        if (have < LENGTH || have < whole) {
            return n < 0 ? -1 : 0;
        }
        try {
            opener.init(Cipher.DECRYPT_MODE, readKey, nonce(blocksRead++));
            opener.updateAAD(arrived.duplicate().position(0).limit(LENGTH));
            opened.clear();
            opener.doFinal(arrived.duplicate().position(LENGTH).limit(whole), opened);
            opened.flip();
        } catch (GeneralSecurityException e) {
            opened.limit(0);
            broken = true;
            throw new IOException("an encrypted block was changed on its way", e);
        }
        arrived.limit(have).position(whole);
        arrived.compact();
        return 1;
    }

    @Override
    public void close() {
        Sockets.close(channel);
    }
}
