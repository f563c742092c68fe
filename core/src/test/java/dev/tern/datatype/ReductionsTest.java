/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.datatype;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ReductionsTest {

    private static final Set<ReductionKind> ARITHMETIC =
            EnumSet.of(ReductionKind.SUM, ReductionKind.PROD, ReductionKind.MAX, ReductionKind.MIN);
    private static final Set<ReductionKind> LOGICAL = EnumSet.of(
            ReductionKind.LAND,
            ReductionKind.LOR,
            ReductionKind.LXOR,
            ReductionKind.BAND,
            ReductionKind.BOR,
            ReductionKind.BXOR);
    private static final Set<ReductionKind> LOCATION = EnumSet.of(ReductionKind.MAXLOC, ReductionKind.MINLOC);
    private static final Set<ReductionKind> ANY = EnumSet.of(ReductionKind.REPLACE, ReductionKind.NO_OP);

    @ParameterizedTest
    @EnumSource(ReductionKind.class)
    void definedExactlyWhereMpiDefinesThem(ReductionKind kind) {
        boolean arithmetic = ARITHMETIC.contains(kind);
        boolean logical = LOGICAL.contains(kind);
        boolean any = ANY.contains(kind);
        for (TypeMap type : List.of(TypeMap.BYTE, TypeMap.CHAR, TypeMap.SHORT, TypeMap.INT, TypeMap.LONG)) {
            assertDefined(kind, type, arithmetic || logical || any);
        }
        for (TypeMap type : List.of(TypeMap.FLOAT, TypeMap.DOUBLE)) {
            assertDefined(kind, type, arithmetic || any);
        }
        for (TypeMap type : List.of(TypeMap.FLOAT_COMPLEX, TypeMap.DOUBLE_COMPLEX)) {
            assertDefined(kind, type, kind == ReductionKind.SUM || kind == ReductionKind.PROD || any);
        }
        for (TypeMap type :
                List.of(TypeMap.INT2, TypeMap.SHORT_INT, TypeMap.LONG_INT, TypeMap.FLOAT_INT, TypeMap.DOUBLE_INT)) {
            assertDefined(kind, type, LOCATION.contains(kind) || any);
        }
        assertDefined(kind, TypeMap.BOOLEAN, logical || any);
        assertDefined(kind, TypeMap.PACKED, false);
        assertDefined(kind, TypeMap.contiguous(1, TypeMap.INT), false);
    }

    private static void assertDefined(ReductionKind kind, TypeMap type, boolean defined) {
        Reduction reduction = Reductions.of(kind, type);
        assertThat(reduction != null).as(kind + " on " + type).isEqualTo(defined);
        if (defined) {
            assertThat(reduction.commutative()).isEqualTo(!ANY.contains(kind));
        }
    }

    @ParameterizedTest
    @EnumSource(ReductionKind.class)
    void integersMatchJava(ReductionKind kind) {
        if (LOCATION.contains(kind)) {
            return;
        }
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int count : new int[] {0, 1, 3, 1023, 1024, 1025, 3000}) {
            for (TypeMap type : List.of(TypeMap.BYTE, TypeMap.CHAR, TypeMap.SHORT, TypeMap.INT, TypeMap.LONG)) {
                assertIntegers(kind, type, count, random, kind + " on " + type + ", seed " + seed);
            }
        }
    }

    /** Operands at odd addresses; bytes around them must survive. */
    private static void assertIntegers(ReductionKind kind, TypeMap type, int count, Random random, String text) {
        int size = (int) type.size();
        byte[] in = new byte[count * size + 7];
        byte[] inOut = new byte[count * size + 8];
        random.nextBytes(in);
        random.nextBytes(inOut);
        for (int i = 0; i < in.length; i++) {
            in[i] = random.nextInt(3) == 0 ? 0 : in[i];
        }
        byte[] before = inOut.clone();
        Reductions.of(kind, type).apply(MemorySegment.ofArray(in), 3, MemorySegment.ofArray(inOut), 5, count);
        for (int i = 0; i < count; i++) {
            long a = read(type, in, 3 + i * size);
            long b = read(type, before, 5 + i * size);
            byte[] expected = new byte[size];
            write(type, expected, expected(kind, a, b));
            assertThat(read(type, inOut, 5 + i * size)).as(text).isEqualTo(read(type, expected, 0));
        }
        for (int i = 0; i < inOut.length; i++) {
            if (i < 5 || i >= 5 + count * size) {
                assertThat(inOut[i]).as(text).isEqualTo(before[i]);
            }
        }
    }

    private static long expected(ReductionKind kind, long a, long b) {
        return switch (kind) {
            case MAX -> Math.max(a, b);
            case MIN -> Math.min(a, b);
            case SUM -> a + b;
            case PROD -> a * b;
            case LAND -> a != 0 && b != 0 ? 1 : 0;
            case LOR -> a != 0 || b != 0 ? 1 : 0;
            case LXOR -> (a != 0) == (b != 0) ? 0 : 1;
            case BAND -> a & b;
            case BOR -> a | b;
            case BXOR -> a ^ b;
            case REPLACE -> a;
            case NO_OP -> b;
            case MAXLOC, MINLOC -> throw new AssertionError(kind);
        };
    }

    private static long read(TypeMap type, byte[] bytes, int at) {
        MemorySegment segment = MemorySegment.ofArray(bytes);
        return switch (type.base()) {
            case BYTE -> bytes[at];
            case CHAR -> segment.get(ValueLayout.JAVA_CHAR_UNALIGNED, at);
            case SHORT -> segment.get(ValueLayout.JAVA_SHORT_UNALIGNED, at);
            case INT -> segment.get(ValueLayout.JAVA_INT_UNALIGNED, at);
            default -> segment.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
        };
    }

    private static void write(TypeMap type, byte[] bytes, long value) {
        MemorySegment segment = MemorySegment.ofArray(bytes);
        switch (type.base()) {
            case BYTE -> bytes[0] = (byte) value;
            case CHAR, SHORT -> segment.set(ValueLayout.JAVA_SHORT_UNALIGNED, 0, (short) value);
            case INT -> segment.set(ValueLayout.JAVA_INT_UNALIGNED, 0, (int) value);
            default -> segment.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, value);
        }
    }

    @Test
    void floatingPoint() {
        double[] in = {1.5, -2, Double.NaN};
        assertThat(doubles(ReductionKind.SUM, TypeMap.DOUBLE, in, 2, 3, 4)).containsExactly(3.5, 1, Double.NaN);
        assertThat(doubles(ReductionKind.PROD, TypeMap.DOUBLE, in, 2, 3, 4)).containsExactly(3, -6, Double.NaN);
        assertThat(doubles(ReductionKind.MAX, TypeMap.DOUBLE, in, 2, 3, 4)).containsExactly(2, 3, Double.NaN);
        assertThat(doubles(ReductionKind.MIN, TypeMap.DOUBLE, in, 2, 3, 4)).containsExactly(1.5, -2, Double.NaN);
        float[] right = {2, 3};
        apply(ReductionKind.PROD, TypeMap.FLOAT, new float[] {1.5f, -2}, right, 2);
        assertThat(right).containsExactly(3f, -6f);
    }

    @Test
    void complexNumbers() {
        double[] in = {1, 2};
        assertThat(doubles(ReductionKind.SUM, TypeMap.DOUBLE_COMPLEX, in, 3, 4)).containsExactly(4, 6);
        assertThat(doubles(ReductionKind.PROD, TypeMap.DOUBLE_COMPLEX, in, 3, 4))
                .containsExactly(-5, 10);
        float[] right = {3, 4, 0, 1};
        apply(ReductionKind.PROD, TypeMap.FLOAT_COMPLEX, new float[] {1, 2, 0, 1}, right, 2);
        assertThat(right).containsExactly(-5f, 10f, -1f, 0f);
    }

    private static double[] doubles(ReductionKind kind, TypeMap type, double[] in, double... inOut) {
        apply(kind, type, in, inOut, inOut.length * 8 / type.size());
        return inOut;
    }

    private static void apply(ReductionKind kind, TypeMap type, Object in, Object inOut, long count) {
        Reductions.of(kind, type).apply(Memory.segment(in), 0, Memory.segment(inOut), 0, count);
    }

    @Test
    void booleansStayBooleans() {
        byte[] right = {0, 1, 0, 1};
        apply(ReductionKind.LXOR, TypeMap.BOOLEAN, new byte[] {0, 0, 1, 1}, right, 4);
        assertThat(right).containsExactly(0, 1, 1, 0);
        apply(ReductionKind.LAND, TypeMap.BOOLEAN, new byte[] {1, 0, 1, 1}, right, 4);
        assertThat(right).containsExactly(0, 0, 1, 0);
    }

    @Test
    void locationOfTheExtreme() {
        for (TypeMap type :
                List.of(TypeMap.INT2, TypeMap.SHORT_INT, TypeMap.LONG_INT, TypeMap.FLOAT_INT, TypeMap.DOUBLE_INT)) {
            assertPair(type, ReductionKind.MAXLOC, 5, 1, 3, 0, 5, 1);
            assertPair(type, ReductionKind.MAXLOC, 3, 1, 5, 0, 5, 0);
            assertPair(type, ReductionKind.MAXLOC, 5, 1, 5, 0, 5, 0);
            assertPair(type, ReductionKind.MAXLOC, 5, 0, 5, 1, 5, 0);
            assertPair(type, ReductionKind.MINLOC, 5, 1, -3, 2, -3, 2);
            assertPair(type, ReductionKind.MINLOC, -4, 7, -3, 2, -4, 7);
            assertPair(type, ReductionKind.MINLOC, 4, 7, 4, 2, 4, 2);
        }
    }

    /** The second of two pairs is checked, so that the extent counts. */
    private static void assertPair(TypeMap type, ReductionKind kind, int u, int i, int v, int j, int w, int k) {
        byte[] in = pair(type, u, i);
        byte[] inOut = pair(type, v, j);
        apply(kind, type, in, inOut, 2);
        assertThat(inOut).as(kind + " on " + type).isEqualTo(pair(type, w, k));
    }

    private static byte[] pair(TypeMap type, int value, int index) {
        byte[] bytes = new byte[2 * (int) type.extent()];
        MemorySegment segment = MemorySegment.ofArray(bytes);
        long at = type.extent();
        if (type == TypeMap.INT2) {
            segment.set(ValueLayout.JAVA_INT_UNALIGNED, at, value);
        } else if (type == TypeMap.SHORT_INT) {
            segment.set(ValueLayout.JAVA_SHORT_UNALIGNED, at, (short) value);
        } else if (type == TypeMap.LONG_INT) {
            segment.set(ValueLayout.JAVA_LONG_UNALIGNED, at, value);
        } else if (type == TypeMap.FLOAT_INT) {
            segment.set(ValueLayout.JAVA_FLOAT_UNALIGNED, at, value);
        } else {
            segment.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, at, value);
        }
        segment.set(ValueLayout.JAVA_INT_UNALIGNED, at + at / 2, index);
        return bytes;
    }
}
