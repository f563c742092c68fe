/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.os;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Supplier;

/**
 * An accelerator that is made when it is first asked for, by a thread of its own: the first call of the system takes tens of
 * milliseconds, for which no message should wait. Until then, and where there is none, the answer is null.
 *
 * @param <T> the accelerator
 */
public final class Lazy<T> {
    private static final VarHandle ASKED;

    static {
        try {
            ASKED = MethodHandles.lookup().findVarHandle(Lazy.class, "asked", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Supplier<T> probe;

    @SuppressWarnings("unused") // by way of ASKED
    private volatile boolean asked; // any thread

    private volatile T made; // written by the thread that makes it, read by all

    /** @param probe gives the accelerator, or null if there is none */
    public Lazy(Supplier<T> probe) {
        this.probe = probe;
    }

    /** The accelerator, or null if there is none (yet). */
    public T get() {
        T now = made;
        if (now == null && !asked && NativeAccess.isEnabled() && ASKED.compareAndSet(this, false, true)) {
            Thread.ofPlatform().daemon().name("tern-probe").start(() -> made = probe.get());
        }
        return now;
    }
}
