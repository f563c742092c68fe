/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.transport.ring;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** How a process makes another one look at the ring between them: wakes it if it sleeps, and rings its doorbell if it has one. */
public final class Bell {
    private final WakeRequest sleeper;
    private final Doorbell doorbell;
    private final int bit;

    /**
     * @param sleeper request of the process at the other end
     * @param doorbell its doorbell, or null if it polls all rings
     * @param bit bit of this process in it
     */
    public Bell(WakeRequest sleeper, Doorbell doorbell, int bit) {
        this.sleeper = sleeper;
        this.doorbell = doorbell;
        this.bit = bit;
    }

    /** The bell of nobody. */
    static Bell none() {
        MemorySegment word = Arena.ofAuto().allocate(Integer.BYTES, Integer.BYTES);
        return new Bell(new WakeRequest(word, 0, null), null, 0);
    }

    void wake() {
        sleeper.answer();
    }

    void ring() {
        if (doorbell != null) {
            doorbell.ring(bit);
        }
        sleeper.answer();
    }
}
