/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.transport.ring;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * A word in a segment by which its owner asks to be woken when something is put into the segment's rings. It stands beside the
 * owner's {@link SleepFlag}: a process with several segments sleeps in one place, and asks where nobody of it looks.
 *
 * <p>Senders look at it after each record, without a fence, which costs a load of a line that seldom changes; see {@link
 * SleepFlag} for what follows from that.
 */
public final class WakeRequest {
    private static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT;
    private static final VarHandle REQUEST = WORD.varHandle().withInvokeExactBehavior();

    private static final int NO = 0;
    private static final int YES = 1;

    private final MemorySegment memory;
    private final long at;
    private final SleepFlag owner;

    /**
     * @param memory where the word lies, at {@code at}, a multiple of 4
     * @param owner where the owner sleeps
     */
    public WakeRequest(MemorySegment memory, long at, SleepFlag owner) {
        this.memory = memory;
        this.at = at;
        this.owner = owner;
    }

    /** Asks. By the owner, who then announces his sleep, which makes this visible, and looks once more. */
    public void raise() {
        REQUEST.setOpaque(memory, at, YES);
    }

    /** Takes the request back. By the owner. */
    public void lower() {
        REQUEST.setOpaque(memory, at, NO);
    }

    /** Wakes the owner if he asks for it. By those who have sent something. */
    void answer() {
        if ((int) REQUEST.getOpaque(memory, at) != NO) {
            wake();
        }
    }

    private void wake() {
        if ((int) REQUEST.getAndSet(memory, at, NO) != NO) {
            owner.wake();
        }
    }
}
