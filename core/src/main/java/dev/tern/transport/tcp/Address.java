/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.transport.tcp;

import java.net.InetAddress;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Where a rank can be called, as it tells the others: {@code 41234 10.0.0.5,fd00:0:0:0:0:0:0:5 node7 tcp_links=1}.
 *
 * @param port it listens on
 * @param hosts addresses of its host, the best first
 * @param name of its host, for people
 * @param agreement settings that both ends must have, as {@link TcpOptions#agreement} has them
 */
record Address(int port, List<String> hosts, String name, String agreement) {
    private static final String SPACE = " ";
    private static final String COMMA = ",";

    /** The text of an address. */
    static String text(int port, List<InetAddress> hosts, String name, String agreement) {
        return port
                + SPACE
                + hosts.stream().map(Interfaces::text).collect(Collectors.joining(COMMA))
                + SPACE
                + name.replaceAll("[^A-Za-z0-9._-]", "_")
                + SPACE
                + agreement;
    }

    /** Reads such a text. */
    static Address parse(String text) {
        String[] words = text.split(SPACE, -1);
        return new Address(Integer.parseInt(words[0]), List.of(words[1].split(COMMA)), words[2], words[3]);
    }

    @Override
    public String toString() {
        return "host " + name + " (" + String.join(COMMA + SPACE, hosts) + COMMA + " port " + port + ")";
    }
}
