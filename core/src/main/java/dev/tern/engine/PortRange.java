/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.engine;

import dev.tern.error.ErrorClass;
import dev.tern.error.MpiError;

/** A range of ports as users write it: {@code 0} for any, {@code 5000}, or {@code 5000-5099}. */
final class PortRange {
    private static final int HIGHEST = 65535;

    private PortRange() {}

    static int first(String range) {
        int dash = range.indexOf('-');
        return number(range, dash < 0 ? range : range.substring(0, dash));
    }

    static int last(String range) {
        int last = number(range, range.substring(range.indexOf('-') + 1));
        if (last < first(range)) {
            throw bad(range);
        }
        return last;
    }

    private static int number(String range, String text) {
        try {
            int number = Integer.parseInt(text.strip());
            if (number >= 0 && number <= HIGHEST) {
                return number;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw bad(range);
    }

    private static MpiError bad(String range) {
        return new MpiError(ErrorClass.ARG, "parameter tcp_ports=" + range + " is no range of ports such as 5000-5099");
    }
}
