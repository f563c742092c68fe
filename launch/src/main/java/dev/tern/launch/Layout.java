/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

/**
 * How the user wants the ranks to be laid out on the machine: {@code --map-by}, {@code --bind-to} and what belongs to them.
 */
final class Layout {
    /** Ranks are dealt out to the parts of this level in turn; to {@link Level#NODE}, there is but one part. */
    Level mapping = Level.NODE;

    /** Ranks that each part gets before the next one gets any, 0 if they are dealt out in turn. */
    int ranksPerPart;

    /** Parts of level {@link #binding} that each rank gets. */
    int width = 1;

    /** What ranks are bound to; null if the user does not say, or if they are not bound. */
    Level binding;

    /** Whether the user says what ranks are bound to, or that they are not. */
    boolean bindingAsked;

    /** Whether ranks that cannot be bound run all the same. */
    boolean bindingOptional;

    /** Whether ranks may share cores that they are bound to. */
    boolean sharing;

    /** Whether there may not be more ranks than processors. */
    boolean limited;

    /** The processors of the job, as in {@code 0,2-3}, or null for all that the launcher may use. */
    String cpuSet;

    /** What ranks are bound to, by the user's word or, as in other launchers, by what they are mapped to; null if not. */
    Level effectiveBinding() {
        if (bindingAsked) {
            return binding;
        }
        if (width > 1) {
            return Level.CORE;
        }
        return mapping == Level.NODE ? null : mapping;
    }
}
