/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.stress;

import dev.tern.os.Futex;
import dev.tern.os.Lazy;
import dev.tern.transport.PeerMemory;
import dev.tern.transport.ring.Bell;
import dev.tern.transport.ring.RingGeometry;
import dev.tern.transport.ring.RingLink;
import dev.tern.transport.ring.SleepFlag;
import dev.tern.transport.ring.WakeRequest;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * One announces that it is going to sleep and looks once more; another sends, and looks at the flag again behind a fence. The results:
 * whether the sleeper has seen the record in its last look, and whether the flag is still up. With the fence one of the two must
 * have seen the other. Senders have none, so there a wake-up can be lost, which is why nobody sleeps for long.
 */
@JCStressTest
@Description("With a fence, the sleeper has seen the record or was woken")
@Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "each has seen the other")
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "the sleeper has seen the record")
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "the sender has woken the sleeper")
@Outcome(id = "0, 1", expect = Expect.FORBIDDEN, desc = "neither: the announcement came after the last look")
@State
public class SleepFlagStress {
    private static final RingGeometry GEOMETRY = new RingGeometry(8, 1 << 12);

    private final MemorySegment memory = Arena.ofAuto().allocate(2 * GEOMETRY.size() + 128, 128);
    private final SleepFlag flag = new SleepFlag(memory, 2 * GEOMETRY.size(), new Lazy<Futex>(() -> null));
    private final WakeRequest request = new WakeRequest(memory, 2 * GEOMETRY.size() + 64, flag);
    private final RingLink sender = new RingLink(
            1, GEOMETRY, memory, 0, memory, GEOMETRY.size(), new Bell(request, null, 0), PeerMemory.NONE, () -> false);
    private final RingLink sleeper = new RingLink(0, GEOMETRY, memory, GEOMETRY.size(), memory, 0, () -> false);

    /** Sends, which wakes. */
    @Actor
    public void send() {
        sender.offer(1, 0, 0, null, 0, 0);
        VarHandle.fullFence();
        sender.wake();
    }

    /** Asks to be woken, announces, and looks once more. */
    @Actor
    public void sleep(II_Result r) {
        request.raise();
        flag.announce();
        r.r1 = sleeper.peek() != 0 ? 1 : 0;
    }

    /** Looks at the flag when both are done. */
    @Arbiter
    public void rest(II_Result r) {
        r.r2 = memory.get(ValueLayout.JAVA_INT, 2 * GEOMETRY.size());
    }
}
