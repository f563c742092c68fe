/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.table;

import java.util.List;

/** Turns samples into the lines of a table. */
public interface Report {
    /** The lines above the first row. */
    List<String> header();

    /**
     * The line for one message size.
     *
     * @param sample what was measured
     * @return the line without its end
     */
    String row(Sample sample);
}
