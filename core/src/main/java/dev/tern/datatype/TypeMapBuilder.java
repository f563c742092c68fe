/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.datatype;

/**
 * Puts a {@link TypeMap} together from blocks of other types and computes its bounds (MPI-4.1, sections 5.1.6 and
 * 5.1.7). Sums and products that leave the range of {@code long} throw {@link ArithmeticException}.
 */
final class TypeMapBuilder {

    private final ElementType base;
    private final LongPairs runs = new LongPairs();
    private final LongPairs elements = new LongPairs();
    private final Bounds data = new Bounds();
    private final Bounds natural = new Bounds();
    private final Bounds explicit = new Bounds();
    private int alignment = 1;

    TypeMapBuilder(ElementType base) {
        this.base = base;
    }

    /** Appends one primitive at offset 0. */
    TypeMapBuilder addElement(ElementType type) {
        runs.add(0, type.size());
        elements.add(type.size(), 1);
        data.include(0, type.size());
        natural.include(0, type.size());
        alignment = type.size();
        return this;
    }

    /** Appends {@code count} elements of {@code type}, the first at {@code displacement} bytes. */
    TypeMapBuilder add(long displacement, long count, TypeMap type) {
        if (count == 0) {
            return this;
        }
        long far = Math.addExact(displacement, Math.multiplyExact(count - 1, type.extent()));
        long first = Math.min(displacement, far);
        long last = Math.max(displacement, far);
        (type.isResized() ? explicit : natural)
                .include(Math.addExact(first, type.lb()), Math.addExact(last, type.lb() + type.extent()));
        if (type.size() > 0) {
            long end = Math.addExact(last, type.trueLb() + type.trueExtent());
            data.include(Math.addExact(first, type.trueLb()), end);
            addRuns(displacement, count, type);
            addElements(count, type.signature());
        }
        alignment = Math.max(alignment, type.alignment());
        return this;
    }

    private void addRuns(long displacement, long count, TypeMap type) {
        if (type.isContiguous()) {
            addRun(displacement, Math.multiplyExact(count, type.size()));
            return;
        }
        long at = displacement;
        for (long i = 0; i < count; i++, at += type.extent()) {
            for (int run = 0; run < type.runs(); run++) {
                addRun(at + type.runOffset(run), type.runLength(run));
            }
        }
    }

    private void addRun(long offset, long length) {
        if (!runs.isEmpty() && runs.lastFirst() + runs.lastSecond() == offset) {
            runs.addToLastSecond(length);
        } else {
            runs.add(offset, length);
        }
    }

    private void addElements(long count, Signature signature) {
        if (signature.runs() == 1) {
            addElements(signature.size(0), Math.multiplyExact(count, signature.count(0)));
            return;
        }
        for (long i = 0; i < count; i++) {
            for (int run = 0; run < signature.runs(); run++) {
                addElements(signature.size(run), signature.count(run));
            }
        }
    }

    private void addElements(long size, long count) {
        if (!elements.isEmpty() && elements.lastFirst() == size) {
            elements.addToLastSecond(count);
        } else {
            elements.add(size, count);
        }
    }

    TypeMap build() {
        return new TypeMap(this);
    }

    ElementType base() {
        return base;
    }

    long[] offsets() {
        return runs.firsts();
    }

    /** Running sum of the lengths of the runs, with a leading 0. */
    long[] packed() {
        long[] lengths = runs.seconds();
        long[] sums = new long[lengths.length + 1];
        for (int i = 0; i < lengths.length; i++) {
            sums[i + 1] = Math.addExact(sums[i], lengths[i]);
        }
        return sums;
    }

    Signature signature() {
        return new Signature(elements.firsts(), elements.seconds());
    }

    /** Whether the bounds come from {@link TypeMap#resized}; such bounds displace all others. */
    boolean resized() {
        return !explicit.isEmpty();
    }

    long lb() {
        return resized() ? explicit.low() : natural.low();
    }

    /** Without explicit bounds rounded up to the strictest alignment, as C pads structures. */
    long extent() {
        if (resized()) {
            return explicit.length();
        }
        return Math.multiplyExact(Math.ceilDiv(natural.length(), alignment), (long) alignment);
    }

    long trueLb() {
        return data.low();
    }

    long trueExtent() {
        return data.length();
    }

    int alignment() {
        return alignment;
    }

    /** The smallest interval around everything included. */
    private static final class Bounds {
        private boolean empty = true;
        private long low = Long.MAX_VALUE;
        private long high = Long.MIN_VALUE;

        void include(long from, long to) {
            empty = false;
            low = Math.min(low, from);
            high = Math.max(high, to);
        }

        boolean isEmpty() {
            return empty;
        }

        long low() {
            return empty ? 0 : low;
        }

        long length() {
            return empty ? 0 : Math.subtractExact(high, low);
        }
    }
}
