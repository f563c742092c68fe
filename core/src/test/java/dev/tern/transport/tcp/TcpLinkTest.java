/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.transport.tcp;

import dev.tern.transport.LinkContractTest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

class TcpLinkTest extends LinkContractTest {
    private static final TcpOptions OPTIONS = new TcpOptions(null, null, 0, 0, false, 1, 1 << 18, 1 << 20, 20);

    private final List<SocketChannel> channels = new ArrayList<>();

    @Override
    protected boolean isRing() {
        return false;
    }

    @Override
    protected Ends connect() throws IOException {
        try (var server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            SocketChannel one = SocketChannel.open(server.getLocalAddress());
            SocketChannel other = server.accept();
            return new Ends(link(1, one), link(0, other));
        }
    }

    private TcpLink link(int peer, SocketChannel channel) throws IOException {
        channels.add(channel);
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        var link = new TcpLink(peer, OPTIONS, new TcpLink[0], false, () -> {});
        link.connected(new PlainWire(channel));
        return link;
    }

    @AfterEach
    void close() throws IOException {
        for (SocketChannel channel : channels) {
            channel.close();
        }
    }
}
