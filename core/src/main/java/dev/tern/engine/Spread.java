/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.engine;

import java.util.Set;

/**
 * A communicator with an endpoint on each lane. Both ends of a message take the lane that its tag stands for, or if receives
 * may ask for any tag, the rank of its sender. That needs the promise of all members that no receive leaves open which it is.
 * Messages that one receive could choose from take the same lane, so their order holds.
 */
public final class Spread {
    private final Endpoint[] endpoints; // by lane
    private final Hint promise;
    private final int rank;

    Spread(Endpoint[] endpoints, Hint promise, int rank) {
        this.endpoints = endpoints;
        this.promise = promise;
        this.rank = rank;
    }

    /** The promise by which a communicator can be spread, or null. */
    static Hint promise(Set<Hint> hints) {
        if (hints.contains(Hint.NO_ANY_TAG)) {
            return Hint
                    .NO_ANY_TAG; // rather than by rank: a thread that has a tag for itself gets both directions on one
            // lane
        }
        return hints.contains(Hint.NO_ANY_SOURCE) ? Hint.NO_ANY_SOURCE : null;
    }

    /** What all members have promised and cannot take back, since messages would be looked for on the wrong lane. */
    public Hint promise() {
        return promise;
    }

    /** The endpoint for messages that this rank sends with a tag. */
    public Endpoint outgoing(int tag) {
        return endpoint(rank, tag);
    }

    /** The endpoint for messages from a rank with a tag; what the promise is about must be known. */
    public Endpoint incoming(int source, int tag) {
        return endpoint(source, tag);
    }

    private Endpoint endpoint(int source, int tag) {
        return endpoints[place(promise == Hint.NO_ANY_TAG ? tag : source, endpoints.length)];
    }

    /** Numbers that follow each other get different lanes, and so do most that are multiples of something. */
    static int place(int number, int lanes) {
        return (number ^ number >>> 4 ^ number >>> 8) % lanes;
    }

    Endpoint[] endpoints() {
        return endpoints;
    }
}
