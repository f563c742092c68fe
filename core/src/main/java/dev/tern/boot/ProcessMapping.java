/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.boot;

import dev.tern.error.ErrorClass;
import dev.tern.error.MpiError;

/**
 * Reads the value of PMI's key {@code PMI_process_mapping}, which says on which node each rank runs:
 * {@code (vector,(0,2,4))} means nodes 0 and 1 with 4 ranks each. An item is {@code (first node, nodes, ranks on each)},
 * a bare number n for {@code (n,1,1)}, or {@code [items]xK} for K times the items. A list that is too short starts again.
 */
final class ProcessMapping {
    private static final int MAX_DEPTH = 100;

    private final String text;
    private final int[] nodes;
    private int at;
    private int depth;
    private int filled;

    private ProcessMapping(String text, int size) {
        this.text = text;
        this.nodes = new int[size];
    }

    /** The node of each of {@code size} ranks. */
    static int[] parse(String text, int size) {
        return new ProcessMapping(text, size).parse();
    }

    private int[] parse() {
        expect('(');
        skipSpace();
        if (!text.startsWith("vector", at)) {
            throw malformed();
        }
        at += "vector".length();
        int start = at;
        while (filled < nodes.length) {
            at = start;
            int before = filled;
            expect(',');
            items();
            expect(')');
            if (filled == before) {
                throw malformed(); // would never end
            }
        }
        return nodes;
    }

    private void items() {
        do {
            item();
        } while (accept(','));
    }

    private void item() {
        if (accept('[')) {
            if (++depth > MAX_DEPTH) {
                throw malformed();
            }
            int start = at;
            items();
            expect(']');
            depth--;
            expect('x');
            int times = number();
            int after = at;
            int before = -1; // items that hold nobody are not repeated
            for (int i = 1; i < times && filled < nodes.length && filled > before; i++) {
                before = filled;
                at = start;
                items();
            }
            at = after;
        } else if (accept('(')) {
            int first = number();
            expect(',');
            int count = number();
            expect(',');
            int each = number();
            expect(')');
            fill(first, count, each);
        } else {
            fill(number(), 1, 1);
        }
    }

    private void fill(int first, int count, int each) {
        if (each == 0) {
            return;
        }
        for (int node = first; node < first + count; node++) {
            for (int i = 0; i < each && filled < nodes.length; i++) {
                nodes[filled++] = node;
            }
            if (filled == nodes.length) {
                return;
            }
        }
    }

    private int number() {
        skipSpace();
        int value = 0;
        int start = at;
        while (at < text.length() && Character.isDigit(text.charAt(at)) && at - start < 8) {
            value = value * 10 + text.charAt(at++) - '0';
        }
        if (at == start) {
            throw malformed();
        }
        return value;
    }

    private boolean accept(char c) {
        skipSpace();
        if (at < text.length() && text.charAt(at) == c) {
            at++;
            return true;
        }
        return false;
    }

    private void expect(char c) {
        if (!accept(c)) {
            throw malformed();
        }
    }

    private void skipSpace() {
        while (at < text.length() && text.charAt(at) == ' ') {
            at++;
        }
    }

    private MpiError malformed() {
        return new MpiError(ErrorClass.OTHER, "the launcher's PMI_process_mapping is malformed at " + at + ": " + text);
    }
}
