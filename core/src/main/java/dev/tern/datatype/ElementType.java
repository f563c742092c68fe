/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.datatype;

/** The Java primitives that messages are made of, with the width each has in a buffer and on the wire. */
public enum ElementType {
    BYTE(Byte.BYTES),
    CHAR(Character.BYTES),
    SHORT(Short.BYTES),
    /** One byte, 0 or 1; lives in arrays only. */
    BOOLEAN(1),
    INT(Integer.BYTES),
    LONG(Long.BYTES),
    FLOAT(Float.BYTES),
    DOUBLE(Double.BYTES);

    private final int size;

    ElementType(int size) {
        this.size = size;
    }

    /** Bytes of one element; also its alignment in C structures. */
    public int size() {
        return size;
    }
}
