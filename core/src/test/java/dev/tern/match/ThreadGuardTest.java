/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.tern.error.ErrorClass;
import dev.tern.error.MpiError;
import dev.tern.testing.Threads;
import dev.tern.transport.Link;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class ThreadGuardTest {

    private static void inAnother(Threads.Body body) {
        Threads.together(() -> {
            Thread.currentThread().setName("another");
            body.run();
        });
    }

    private static void assertFails(ThrowingCallable call, String... parts) {
        assertThatExceptionOfType(MpiError.class)
                .isThrownBy(call)
                .satisfies(e -> assertThat(e.getMessage()).contains(parts))
                .matches(e -> e.errorClass() == ErrorClass.OTHER);
    }

    private static void use(ThreadGuard guard) {
        guard.check();
        guard.lock();
        guard.unlock();
        assertThat(guard.tryLock()).isTrue();
        guard.unlock();
    }

    @Test
    void onlyTheThreadOfInitMayCall() {
        ThreadGuard guard = ThreadGuard.ofThisThread("THREAD_FUNNELED");
        use(guard);
        guard.stay();
        use(guard);
        guard.leave();
        String me = "\"" + Thread.currentThread().getName() + "\"";
        inAnother(() -> {
            String[] parts = {"\"another\"", "only thread " + me, "MPI.THREAD_FUNNELED", "MPI.THREAD_MULTIPLE)"};
            assertFails(guard::lock, parts);
            assertFails(guard::tryLock, parts);
            assertFails(guard::check, parts);
            assertFails(guard::stay, parts);
            guard.leave();
        });
        use(guard);
    }

    @Test
    void threadsMayTakeTurns() {
        ThreadGuard guard = ThreadGuard.ofOneAtATime("THREAD_SERIALIZED");
        use(guard);
        inAnother(() -> use(guard));
        guard.stay();
        use(guard);
        guard.leave();
        inAnother(() -> use(guard));
        use(guard);
    }

    @Test
    void twoThreadsAtATimeAreAnError() {
        ThreadGuard guard = ThreadGuard.ofOneAtATime("THREAD_SERIALIZED");
        String me = "\"" + Thread.currentThread().getName() + "\"";
        Threads.Body fails = () -> {
            String[] parts = {"\"another\"", me, "at a time", "MPI.THREAD_SERIALIZED", "MPI.THREAD_MULTIPLE)"};
            assertFails(guard::lock, parts);
            assertFails(guard::tryLock, parts);
            assertFails(guard::check, parts);
            assertFails(guard::stay, parts);
            guard.leave();
        };
        guard.lock();
        inAnother(fails);
        guard.unlock();
        guard.stay(); // it waits, and is on no lane
        inAnother(fails);
        use(guard);
        inAnother(fails);
        guard.leave();
        inAnother(() -> use(guard));
    }

    @Test
    void aThreadWithoutNameHasANumber() {
        ThreadGuard guard = ThreadGuard.ofThisThread("THREAD_SINGLE");
        Throwable[] failure = new Throwable[1];
        Thread thread = Thread.ofVirtual().start(() -> {
            try {
                guard.check();
            } catch (MpiError e) {
                failure[0] = e;
            }
        });
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        assertThat(failure[0]).hasMessageContaining("called by thread #" + thread.threadId());
    }

    @Test
    void aGuardedLaneIsNotConcurrent() {
        Lane lane = new Lane(new Link[1], new Limits(0, 1, 128), null, ThreadGuard.ofThisThread("THREAD_SINGLE"));
        assertThat(lane.isConcurrent()).isFalse();
        assertThat(lane.uses()).isZero();
        assertThat(lane.tryEnter()).isTrue();
        lane.exit();
        inAnother(() -> {
            assertFails(lane::enter, "MPI.THREAD_SINGLE");
            assertFails(lane::checkThread, "MPI.THREAD_SINGLE");
        });
    }
}
