/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.boot;

/** What Tern needs of PMIx. All calls may fail with {@code MpiError}. */
interface Pmix {
    /** The rank that stands for the whole job. */
    int ALL = -2;

    /** Joins the job. */
    void init();

    /** The name of the job, after {@link #init}. */
    String namespace();

    /** The rank of this process in its job, after {@link #init}. */
    int rank();

    /**
     * Looks a value up.
     *
     * @param rank who has put it or whom it is about, or {@link #ALL}
     * @return a {@link String} or a {@link Long}; null if there is none
     */
    Object get(int rank, String key);

    /** Puts a value; it goes out with the next {@link #fence}. */
    void put(String key, String value);

    /** Waits for all ranks of the job, and brings to each what the others have put. */
    void fence();

    /** Asks for the end of the whole job, with this exit code. */
    void abort(int exitCode, String message);

    /** Leaves the job. Nothing may be called after it. */
    void finish();

    /**
     * Says what to do when the launcher is gone.
     *
     * @param action run by a thread of the library, for which it must not do much
     */
    void onLostConnection(Runnable action);
}
