/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.match;

/** Operations in the order in which they were added, linked by {@link Operation#next}: each is in one queue at most. */
final class OperationQueue<T extends Operation> {
    private T first;
    private T last;

    boolean isEmpty() {
        return first == null;
    }

    /** The one that was added first, or null. */
    T first() {
        return first;
    }

    void add(T operation) {
        operation.next = null;
        if (last == null) {
            first = operation;
        } else {
            last.next = operation;
        }
        last = operation;
    }

    /** Removes the first. */
    @SuppressWarnings("unchecked") // only T are added
    void removeFirst() {
        T removed = first;
        first = (T) removed.next;
        if (first == null) {
            last = null;
        }
        removed.next = null;
    }
}
