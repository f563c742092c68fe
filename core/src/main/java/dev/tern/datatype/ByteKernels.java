/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.datatype;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;

/** The operations on {@code byte}. Bytes are signed, as in Java. */
final class ByteKernels {

    private ByteKernels() {}

    @FunctionalInterface
    private interface Loop {
        void run(byte[] a, byte[] b, int n);
    }

    static Kernel of(ReductionKind kind) {
        Loop loop = loop(kind);
        return loop == null ? null : (in, inAt, inOut, at, count) -> run(loop, in, inAt, inOut, at, count);
    }

    private static Loop loop(ReductionKind kind) {
        return switch (kind) {
            case MAX -> ByteKernels::max;
            case MIN -> ByteKernels::min;
            case SUM -> ByteKernels::sum;
            case PROD -> ByteKernels::prod;
            case LAND -> ByteKernels::logicalAnd;
            case BAND -> ByteKernels::and;
            case LOR -> ByteKernels::logicalOr;
            case BOR -> ByteKernels::or;
            case LXOR -> ByteKernels::logicalXor;
            case BXOR -> ByteKernels::xor;
            default -> null;
        };
    }

    private static void run(Loop loop, MemorySegment in, long inAt, MemorySegment inOut, long at, long count) {
        int chunk = (int) Math.min(count, Kernel.CHUNK);
        byte[] a = new byte[chunk];
        byte[] b = new byte[chunk];
        for (long done = 0; done < count; done += chunk) {
            int n = (int) Math.min(chunk, count - done);
            MemorySegment.copy(in, JAVA_BYTE, inAt + done, a, 0, n);
            MemorySegment.copy(inOut, JAVA_BYTE, at + done, b, 0, n);
            loop.run(a, b, n);
            MemorySegment.copy(b, 0, inOut, JAVA_BYTE, at + done, n);
        }
    }

    private static void max(byte[] a, byte[] b, int n) {
        for (int i = 0; i < n; i++) {
            b[i] = (byte) Math.max(a[i], b[i]);
        }
    }

    private static void min(byte[] a, byte[] b, int n) {
        for (int i = 0; i < n; i++) {
            b[i] = (byte) Math.min(a[i], b[i]);
        }
    }

    private static void sum(byte[] a, byte[] b, int n) {
        for (int i = 0; i < n; i++) {
            b[i] = (byte) (a[i] + b[i]);
        }
    }

    private static void prod(byte[] a, byte[] b, int n) {
        for (int i = 0; i < n; i++) {
            b[i] = (byte) (a[i] * b[i]);
        }
    }

    private static void logicalAnd(byte[] a, byte[] b, int n) {
        for (int i = 0; i < n; i++) {
            b[i] = (byte) (a[i] != 0 && b[i] != 0 ? 1 : 0);
        }
    }

    private static void and(byte[] a, byte[] b, int n) {
        for (int i = 0; i < n; i++) {
            b[i] = (byte) (a[i] & b[i]);
        }
    }

    private static void logicalOr(byte[] a, byte[] b, int n) {
        for (int i = 0; i < n; i++) {
            b[i] = (byte) (a[i] != 0 || b[i] != 0 ? 1 : 0);
        }
    }

    private static void or(byte[] a, byte[] b, int n) {
        for (int i = 0; i < n; i++) {
            b[i] = (byte) (a[i] | b[i]);
        }
    }

    private static void logicalXor(byte[] a, byte[] b, int n) {
        for (int i = 0; i < n; i++) {
            b[i] = (byte) (a[i] != 0 ^ b[i] != 0 ? 1 : 0);
        }
    }

    private static void xor(byte[] a, byte[] b, int n) {
        for (int i = 0; i < n; i++) {
            b[i] = (byte) (a[i] ^ b[i]);
        }
    }
}
