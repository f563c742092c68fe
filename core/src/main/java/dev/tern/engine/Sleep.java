/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.engine;

import dev.tern.transport.ring.SleepFlag;
import dev.tern.transport.tcp.TcpTransport;
import java.util.concurrent.locks.LockSupport;

/** How the thread sleeps that looks for all of a rank, and what wakes it: local peers, connections, other threads of the rank. */
final class Sleep {
    private final SleepFlag flag; // null if there are no local peers
    private final TcpTransport tcp; // null if there are no connections
    private volatile Thread sleeper; // if there is no flag; written by the one that sleeps, read by those who wake it

    Sleep(SleepFlag flag, TcpTransport tcp) {
        this.flag = flag;
        this.tcp = tcp;
        if (tcp != null) {
            tcp.wakeBy(this::wake);
        }
    }

    /** Whether this thread can sleep here. */
    boolean isPossible() {
        return flag != null ? flag.isUsable() : tcp != null;
    }

    /** Announces it; to be followed by a last look, then {@link #sleep}. */
    void announce() {
        if (flag != null) {
            flag.announce();
        } else {
            sleeper = Thread.currentThread();
        }
        if (tcp != null) {
            tcp.watch();
        }
    }

    /** Sleeps until it is woken, or has been since the announcement; at most {@code nanos}. */
    void sleep(long nanos) {
        if (flag != null) {
            flag.sleep(nanos);
        } else if (sleeper != null) {
            LockSupport.parkNanos(this, nanos);
        }
    }

    /** Takes the announcement back. */
    void end() {
        if (flag != null) {
            flag.clear();
        } else {
            sleeper = null;
        }
        if (tcp != null) {
            tcp.endWatch();
        }
    }

    /** Wakes the one that sleeps. By any thread. */
    void wake() {
        if (flag != null) {
            flag.wake();
            return;
        }
        Thread thread = sleeper;
        if (thread != null) {
            sleeper = null;
            LockSupport.unpark(thread);
        }
    }
}
