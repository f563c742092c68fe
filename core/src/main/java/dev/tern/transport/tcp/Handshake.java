/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.transport.tcp;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * What both ends of a new connection say before any other byte is looked at. Each proves that it knows the secret of the job,
 * without saying it, for this pair of ranks, this lane, and this connection alone:
 *
 * <pre>
 *  caller   -> answerer   magic, version, job, from, to, lane, 32 random bytes
 *  answerer -> caller     magic, 32 random bytes, HMAC-SHA-256(secret, "answer" + all of the above)
 *  caller   -> answerer   HMAC-SHA-256(secret, "call" + all that was said)
 *  answerer -> caller     one byte: welcome, or not needed because there is a connection already
 * </pre>
 *
 * All messages have a fixed length. Whoever says something else, or nothing in time, is a stranger.
 */
final class Handshake {
    /** Time for all of it, for who calls. */
    static final int LIMIT_MILLIS = 5000;

    /** Time that a caller leaves the other end, which may be stopped by a signal or a debugger, or busy beyond all measure. */
    private static final int PATIENCE_MILLIS = 600_000;

    /** Instead of a lane: the connection is to show that the other end is reached. */
    static final int MONITOR = -1;

    static final byte WELCOME = 1;
    static final byte NOT_NEEDED = 2;

    private static final long MAGIC = 0x5445_524e_2d74_6370L; // "TERN-tcp"
    private static final int VERSION = 1;
    private static final int RANDOM = 32;
    private static final int MAC = 32;
    private static final int JOB = 16;
    static final int CALL = 8 + 4 + JOB + 3 * 4 + RANDOM;
    static final int ANSWER = 8 + RANDOM + MAC;

    private static final String ALGORITHM = "HmacSHA256";

    private final byte[] secret;
    private final byte[] job;
    private final SecureRandom random = new SecureRandom();

    /** Who calls whom. */
    record Call(int from, int to, int lane) {}

    /** What a connection was agreed to be; the keys protect it if all traffic is to be encrypted. */
    record Agreed(Call call, byte[] callerKey, byte[] answererKey) {}

    /** The other end is not who it should be. */
    static final class StrangerException extends IOException {
        private static final long serialVersionUID = 1;

        StrangerException(String why) {
            super(why);
        }
    }

    /**
     * @param secret of the job, known to its processes only
     * @param job its name, which is no secret: it tells connections of other jobs apart
     */
    Handshake(byte[] secret, String job) {
        this.secret = secret.clone();
        this.job = Arrays.copyOf(digest(label(job)), JOB);
        mac(ByteBuffer.allocate(0), this.job); // loads what it takes while there are descriptors for it
    }

    /** The caller's side, without the last byte. */
    Agreed call(Socket socket, Call who) throws IOException {
        long deadline = deadline(PATIENCE_MILLIS);
        byte[] call = new byte[CALL];
        byte[] mine = new byte[RANDOM];
        random.nextBytes(mine);
        ByteBuffer.wrap(call)
                .putLong(MAGIC)
                .putInt(VERSION)
                .put(job)
                .putInt(who.from)
                .putInt(who.to)
                .putInt(who.lane)
                .put(mine);
        socket.getOutputStream().write(call);
        byte[] answer = read(socket, ANSWER, deadline);
        if (ByteBuffer.wrap(answer).getLong() != MAGIC) {
            throw new StrangerException("it does not speak Tern's protocol");
        }
        ByteBuffer said = ByteBuffer.allocate(CALL + 8 + RANDOM)
                .put(call)
                .put(answer, 0, 8 + RANDOM)
                .flip();
        if (!MessageDigest.isEqual(mac(said, label("answer")), slice(answer, 8 + RANDOM, MAC))) {
            throw new StrangerException("it does not know the secret of this job");
        }
        socket.getOutputStream().write(mac(said, label("call")));
        return agreed(who, said);
    }

    /** The last byte, {@link #WELCOME} or {@link #NOT_NEEDED}. */
    byte verdict(Socket socket) throws IOException {
        return read(socket, 1, deadline(PATIENCE_MILLIS))[0];
    }

    /** The answerer's side, without the last byte. */
    Agreed answer(Socket socket) throws IOException {
        long deadline = deadline(LIMIT_MILLIS);
        byte[] call = read(socket, CALL, deadline);
        ByteBuffer in = ByteBuffer.wrap(call);
        if (in.getLong() != MAGIC) {
            throw new StrangerException("it does not speak Tern's protocol");
        }
        int version = in.getInt();
        if (version != VERSION) {
            throw new StrangerException("it speaks version " + version + " of the protocol, not " + VERSION);
        }
        byte[] itsJob = new byte[JOB];
        in.get(itsJob);
        if (!MessageDigest.isEqual(itsJob, job)) {
            throw new StrangerException("it belongs to another job");
        }
        var who = new Call(in.getInt(), in.getInt(), in.getInt());
        byte[] mine = new byte[RANDOM];
        random.nextBytes(mine);
        ByteBuffer said = ByteBuffer.allocate(CALL + 8 + RANDOM)
                .put(call)
                .putLong(MAGIC)
                .put(mine)
                .flip();
        byte[] answer = new byte[ANSWER];
        ByteBuffer.wrap(answer).putLong(MAGIC).put(mine).put(mac(said, label("answer")));
        socket.getOutputStream().write(answer);
        if (!MessageDigest.isEqual(mac(said, label("call")), read(socket, MAC, deadline))) {
            throw new StrangerException("it does not know the secret of this job");
        }
        return agreed(who, said);
    }

    private Agreed agreed(Call who, ByteBuffer said) {
        return new Agreed(who, mac(said, label("caller's key")), mac(said, label("answerer's key")));
    }

    private static byte[] digest(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no SHA-256", e);
        }
    }

    private static byte[] label(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] slice(byte[] bytes, int from, int length) {
        return Arrays.copyOfRange(bytes, from, from + length);
    }

    private byte[] mac(ByteBuffer said, byte[] label) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret, ALGORITHM));
            mac.update(label);
            mac.update(said.duplicate());
            return mac.doFinal();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no " + ALGORITHM, e);
        }
    }

    private static long deadline(long millis) {
        return System.nanoTime() + millis * 1_000_000L;
    }

    /** Reads so many bytes and not one more. */
    private static byte[] read(Socket socket, int length, long deadline) throws IOException {
        byte[] bytes = new byte[length];
        InputStream in = socket.getInputStream();
        for (int have = 0; have < length; ) {
            int n;
            try {
                socket.setSoTimeout((int) Math.max(1, (deadline - System.nanoTime()) / 1_000_000));
                n = in.read(bytes, have, length - have);
            } catch (SocketTimeoutException e) {
                throw new StrangerException("it said too little in time");
            }
            if (n < 0) {
                throw new EOFException("it hung up");
            }
            have += n;
            if (have < length && System.nanoTime() > deadline) {
                throw new StrangerException("it said too little in time");
            }
        }
        return bytes;
    }
}
