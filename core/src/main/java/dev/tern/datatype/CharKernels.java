/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.datatype;

import static java.lang.foreign.ValueLayout.JAVA_CHAR_UNALIGNED;

import java.lang.foreign.MemorySegment;

/** The operations on {@code char}. Chars are unsigned numbers of 16 bits, as in Java. */
final class CharKernels {

    private CharKernels() {}

    @FunctionalInterface
    private interface Loop {
        void run(char[] a, char[] b, int n);
    }

    static Kernel of(ReductionKind kind) {
        Loop loop = loop(kind);
        return loop == null ? null : (in, inAt, inOut, at, count) -> run(loop, in, inAt, inOut, at, count);
    }

    private static Loop loop(ReductionKind kind) {
        return switch (kind) {
            case MAX -> CharKernels::max;
            case MIN -> CharKernels::min;
            case SUM -> CharKernels::sum;
            case PROD -> CharKernels::prod;
            case LAND -> CharKernels::logicalAnd;
            case BAND -> CharKernels::and;
            case LOR -> CharKernels::logicalOr;
            case BOR -> CharKernels::or;
            case LXOR -> CharKernels::logicalXor;
            case BXOR -> CharKernels::xor;
            default -> null;
        };
    }

    private static void run(Loop loop, MemorySegment in, long inAt, MemorySegment inOut, long at, long count) {
        int chunk = (int) Math.min(count, Kernel.CHUNK);
        char[] a = new char[chunk];
        char[] b = new char[chunk];
        for (long done = 0; done < count; done += chunk) {
            int n = (int) Math.min(chunk, count - done);
            MemorySegment.copy(in, JAVA_CHAR_UNALIGNED, inAt + done * Character.BYTES, a, 0, n);
            MemorySegment.copy(inOut, JAVA_CHAR_UNALIGNED, at + done * Character.BYTES, b, 0, n);
            loop.run(a, b, n);
            MemorySegment.copy(b, 0, inOut, JAVA_CHAR_UNALIGNED, at + done * Character.BYTES, n);
        }
    }

    private static void max(char[] a, char[] b, int n) {
        for (int i = 0; i < n; i++) {
            b[i] = (char) Math.max(a[i], b[i]);
        }
    }

    private static void min(char[] a, char[] b, int n) {
        for (int i = 0; i < n; i++) {
            b[i] = (char) Math.min(a[i], b[i]);
        }
    }

    private static void sum(char[] a, char[] b, int n) {
        for (int i = 0; i < n; i++) {
            b[i] = (char) (a[i] + b[i]);
        }
    }

    private static void prod(char[] a, char[] b, int n) {
        for (int i = 0; i < n; i++) {
            b[i] = (char) (a[i] * b[i]);
        }
    }

    private static void logicalAnd(char[] a, char[] b, int n) {
        for (int i = 0; i < n; i++) {
            b[i] = (char) (a[i] != 0 && b[i] != 0 ? 1 : 0);
        }
    }

    private static void and(char[] a, char[] b, int n) {
        for (int i = 0; i < n; i++) {
            b[i] = (char) (a[i] & b[i]);
        }
    }

    private static void logicalOr(char[] a, char[] b, int n) {
        for (int i = 0; i < n; i++) {
            b[i] = (char) (a[i] != 0 || b[i] != 0 ? 1 : 0);
        }
    }

    private static void or(char[] a, char[] b, int n) {
        for (int i = 0; i < n; i++) {
            b[i] = (char) (a[i] | b[i]);
        }
    }

    private static void logicalXor(char[] a, char[] b, int n) {
        for (int i = 0; i < n; i++) {
            b[i] = (char) (a[i] != 0 ^ b[i] != 0 ? 1 : 0);
        }
    }

    private static void xor(char[] a, char[] b, int n) {
        for (int i = 0; i < n; i++) {
            b[i] = (char) (a[i] ^ b[i]);
        }
    }
}
