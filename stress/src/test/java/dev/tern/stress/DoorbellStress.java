/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.stress;

import dev.tern.transport.ring.Doorbell;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * A writer publishes something and rings, the second time perhaps where the bit is set already; the owner looks only if somebody has
 * rung. What it has not seen when both are done must be named by the next round. The result: what was published and overlooked.
 */
@JCStressTest
@Description("Who rings the doorbell is not overlooked")
@Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "all was seen")
@Outcome(expect = Expect.FORBIDDEN, desc = "something was overlooked")
@State
public class DoorbellStress {
    private static final int[] RANKS = {0};

    private final MemorySegment memory = Arena.ofAuto().allocate(Long.BYTES, Long.BYTES);
    private final Doorbell owner = new Doorbell(memory, 0, RANKS);
    private final Doorbell bell = new Doorbell(memory, 0, RANKS);
    private final int[] published = new int[1];
    private final int[] seen = new int[1];

    /** Publishes twice. */
    @Actor
    public void writer() {
        published[0] = 1;
        bell.ring(0);
        published[0] = 2;
        bell.ring(0);
    }

    /** Looks twice. */
    @Actor
    public void owner() {
        look();
        look();
    }

    private void look() {
        for (int rank = owner.next(); rank >= 0; rank = owner.next()) {
            seen[rank] = published[rank];
        }
    }

    /** Looks once more when all are done. */
    @Arbiter
    public void rest(I_Result r) {
        look();
        r.r1 = 2 - seen[0];
    }
}
