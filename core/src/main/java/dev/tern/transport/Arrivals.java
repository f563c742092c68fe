/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.transport;

/** Tells which links may have records, where there are so many links that nobody wants to look at all of them. */
public interface Arrivals {
    /** Whether the link to this world rank is named when it has something; all others have to be looked at. */
    boolean names(int rank);

    /** World rank at the other end of the next link to look at, or -1 when each has had its turn. */
    int next();

    /** Makes {@link #next()} name this link again in the next round, because it was not emptied. */
    void again(int rank);
}
