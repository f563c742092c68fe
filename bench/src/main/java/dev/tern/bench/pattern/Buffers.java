/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.pattern;

import java.util.Optional;

/** What one end sends from and receives into, and the contents of the messages where they are verified. */
public final class Buffers {
    private final Payload payload;
    private final Area sent;
    private final Area received;

    /**
     * Allocates them.
     *
     * @param kind what messages lie in
     * @param largest the largest message in bytes
     * @param same whether messages are received where they are sent from
     * @param validate whether contents are going to be verified
     */
    public Buffers(DataKind kind, int largest, boolean same, boolean validate) {
        payload = new Payload(validate ? largest : 0);
        sent = Area.ofBytes(kind, largest);
        received = same ? sent : Area.ofBytes(kind, largest);
    }

    /** What is sent. */
    public Object out() {
        return sent.object();
    }

    /** What is received into. */
    public Object in() {
        return received.object();
    }

    /**
     * Writes the message that is to be sent, and wipes what is received into.
     *
     * @param size its bytes
     * @param message its number
     */
    public void prepare(int size, long message) {
        payload.write(sent, 0, size, message);
        received.wipe(size);
    }

    /**
     * Verifies what was received, and that nothing behind it was touched.
     *
     * @param size its bytes
     * @param message its number
     * @return what is wrong, or empty when all is right
     */
    public Optional<String> verify(int size, long message) {
        return payload.verify(received, 0, size, message).or(() -> received.overrun(size));
    }
}
