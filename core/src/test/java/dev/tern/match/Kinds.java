/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.match;

/** The kinds of records, for tests of the transports that forge them. */
public final class Kinds {
    public static final int EAGER = RecordKind.EAGER;
    public static final int REQUEST = RecordKind.REQUEST;
    public static final int READY = RecordKind.READY;
    public static final int DATA = RecordKind.DATA;
    public static final int DONE = RecordKind.DONE;
    public static final int CREDIT = RecordKind.CREDIT;

    /** Far above those that exist. */
    public static final int UNKNOWN = 200;

    /** Pieces of a rendezvous start at multiples of this many bytes. */
    public static final int GRAIN = 1 << RecordKind.OFFSET_SHIFT;

    private Kinds() {}
}
