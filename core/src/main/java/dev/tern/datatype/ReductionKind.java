/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.datatype;

/** The predefined operations of reductions (MPI-4.1 section 6.9.2) and of one-sided communication (section 12.3.4). */
public enum ReductionKind {
    MAX,
    MIN,
    SUM,
    PROD,
    LAND,
    BAND,
    LOR,
    BOR,
    LXOR,
    BXOR,
    MAXLOC,
    MINLOC,
    REPLACE,
    NO_OP;

    /** Whether the order of the operands does not matter. */
    public boolean isCommutative() {
        return this != REPLACE && this != NO_OP;
    }
}
