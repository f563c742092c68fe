/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.transport.tcp;

import dev.tern.testing.Threads;
import dev.tern.transport.LinkContractTest;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/** Links of two ranks that have called each other at the same time. */
class TcpTransportTest extends LinkContractTest {
    private final List<TcpTransport> transports = new ArrayList<>();

    boolean encrypt() {
        return false;
    }

    @Override
    protected boolean isRing() {
        return false;
    }

    @Override
    protected Ends connect() throws InterruptedException {
        var options = new TcpOptions("127.0.0.0/8", null, 0, 0, encrypt(), 1, 1 << 18, 1 << 20, 20);
        TcpTransport[] both = {new TcpTransport(0, "here", options), new TcpTransport(1, "here", options)};
        for (int rank = 0; rank < 2; rank++) {
            both[rank].start(
                    new boolean[] {rank == 1, rank == 0}, 1, false, new byte[32], "job", peer -> both[peer].address());
            transports.add(both[rank]);
        }
        var left = (TcpLink) both[0].link(1, 0);
        var right = (TcpLink) both[1].link(0, 0);
        while (!left.isConnected() || !right.isConnected()) {
            left.call();
            right.call();
            Threads.pause();
        }
        return new Ends(left, right);
    }

    @AfterEach
    void close() {
        transports.forEach(TcpTransport::close);
    }
}
