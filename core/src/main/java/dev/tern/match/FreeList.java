/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.match;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Operations that can be used again. They are taken under the lane's lock; if there is one, they are given back without it, by
 * any thread.
 */
final class FreeList {
    private static final VarHandle GIVEN;

    static {
        try {
            GIVEN = MethodHandles.lookup()
                    .findVarHandle(FreeList.class, "given", Operation.class)
                    .withInvokeExactBehavior();
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final boolean concurrent;
    private Operation first; // guarded by the lock

    @SuppressWarnings("unused") // by way of GIVEN
    private Operation given; // any thread adds one; who has the lock takes them all

    FreeList(boolean concurrent) {
        this.concurrent = concurrent;
    }

    /** An operation, or null if there is none. */
    Operation take() {
        if (first == null && concurrent && (Operation) GIVEN.getOpaque(this) != null) {
            first = (Operation) GIVEN.getAndSet(this, (Operation) null);
        }
        Operation operation = first;
        if (operation != null) {
            first = operation.next;
            operation.next = null;
        }
        return operation;
    }

    void give(Operation operation) {
        if (!concurrent) {
            operation.next = first;
            first = operation;
            return;
        }
        Operation before;
        do {
            before = (Operation) GIVEN.getOpaque(this);
            operation.next = before;
        } while (!(boolean) GIVEN.compareAndSet(this, before, operation));
    }
}
