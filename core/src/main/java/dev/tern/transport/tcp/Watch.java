/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.transport.tcp;

import dev.tern.error.ErrorClass;
import dev.tern.error.MpiError;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.concurrent.locks.LockSupport;

/**
 * Watches the connections while the process's threads sleep, with a thread of its own, and wakes them when something has come.
 *
 * <p>The sockets stay registered, and the thread looks at them only when it is told to: to start and to end a watch takes no call
 * of the system for each socket.
 */
final class Watch {
    private final Selector selector;
    private final Runnable alarm;
    private final Thread thread;
    private volatile boolean on; // written by threads that go to sleep or wake up, and by the one that watches
    private volatile boolean closed;

    /** @param alarm wakes those who sleep; by the thread that watches */
    Watch(Runnable alarm) {
        this.alarm = alarm;
        try {
            selector = Selector.open();
        } catch (IOException e) {
            throw new MpiError(ErrorClass.OTHER, "cannot watch connections: " + e.getMessage(), e);
        }
        thread = Thread.ofPlatform().daemon().name("tern-tcp-watch").start(this::run);
    }

    /** From now on this one is watched too. Its other end may have sent something already. */
    void add(SocketChannel channel) {
        try {
            channel.register(selector, SelectionKey.OP_READ);
            selector.wakeup(); // it is looked at from the next time on
        } catch (ClosedChannelException | ClosedSelectorException e) {
            // Nothing comes from there any more, or nobody waits for it.
        }
    }

    /** Starts a watch, for one alarm. To be followed by a last look. */
    void start() {
        if (!on) {
            on = true;
            LockSupport.unpark(thread);
        }
    }

    /** Ends it. The thread may wake up once more, for nothing. */
    void end() {
        on = false;
    }

    private void run() {
        try (selector) {
            while (!closed) {
                if (!on) {
                    LockSupport.park(this);
                } else if (selector.select() > 0) {
                    selector.selectedKeys().clear();
                    if (on) {
                        on = false;
                        alarm.run();
                    }
                }
            }
        } catch (IOException e) {
            // There are no alarms any more; those who sleep look now and then.
        }
    }

    /** Ends the thread. */
    void close() {
        closed = true;
        LockSupport.unpark(thread);
        selector.wakeup();
    }
}
