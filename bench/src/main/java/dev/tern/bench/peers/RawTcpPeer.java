/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.peers;

import dev.tern.bench.RawTcp;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A contender without MPI: NetPIPE over a TCP connection of its own.
 *
 * @param kind with what sockets
 * @param inJava whether it is the Java program; otherwise the one in C
 */
record RawTcpPeer(RawTcp.Kind kind, boolean inJava) {
    /** The C program. */
    static final String PROGRAM = "rawtcp";

    private static final String JAVA = "-java";

    /** What the user calls it. */
    String label() {
        return kind.label() + (inJava ? JAVA : "");
    }

    /** All of them. */
    static List<RawTcpPeer> all() {
        return Stream.of(false, true)
                .flatMap(inJava -> Stream.of(RawTcp.Kind.values()).map(kind -> new RawTcpPeer(kind, inJava)))
                .toList();
    }

    /** The one that the user calls so. */
    static Optional<RawTcpPeer> of(String label) {
        return all().stream().filter(peer -> peer.label().equals(label)).findFirst();
    }

    /** What the C program is told about the sockets. */
    List<String> nativeArguments() {
        return kind == RawTcp.Kind.RAWTCP ? List.of() : List.of("--nonblocking");
    }
}
