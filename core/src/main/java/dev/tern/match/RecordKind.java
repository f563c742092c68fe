/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.match;

/**
 * The records that two lanes exchange over a link. Each has two words and a payload.
 *
 * <pre>
 *  kind     word a            word b                     payload
 *  EAGER    context id        tag                        the message
 *  REQUEST  context id        tag                        sender's operation id, length of the message, its address or 0
 *  READY    receiver's id     0                          sender's operation id, bytes wanted, 0
 *  DATA     receiver's id     offset / 64, unsigned      the next piece of the message
 *  DONE     0                 0                          sender's operation id, 0, 0
 *  CREDIT   bytes             0                          none
 * </pre>
 *
 * REQUEST, READY and DATA are the rendezvous of a long or synchronous message: may I send; go ahead; here it is. If the receiver
 * can read the message where it lies, it does so after the REQUEST and answers with DONE. CREDIT gives bytes of EAGER messages back
 * that a receive has taken; on links with a {@link dev.tern.transport.Link#window} only.
 */
final class RecordKind {
    static final int EAGER = 1;
    static final int REQUEST = 2;
    static final int READY = 3;
    static final int DATA = 4;
    static final int DONE = 5;
    static final int CREDIT = 6;

    /** Pieces of a rendezvous start at multiples of this many bytes (as a shift). */
    static final int OFFSET_SHIFT = 6;

    /** Payload of REQUEST, READY and DONE in bytes. */
    static final int THREE_WORDS = 24;

    private RecordKind() {}
}
