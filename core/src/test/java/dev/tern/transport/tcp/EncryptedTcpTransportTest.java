/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.transport.tcp;

class EncryptedTcpTransportTest extends TcpTransportTest {
    @Override
    boolean encrypt() {
        return true;
    }
}
