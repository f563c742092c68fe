/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.transport.tcp;

import java.io.IOException;

/** At none of its addresses does the host of a rank take connections. */
final class NotReachedException extends IOException {
    private static final long serialVersionUID = 1;

    NotReachedException(String why) {
        super(why);
    }
}
