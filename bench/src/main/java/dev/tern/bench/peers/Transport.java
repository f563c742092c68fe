/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.peers;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Over what all contenders send their messages: the choice of option {@code --over}. */
enum Transport {
    /** Shared memory, or what an MPI takes by itself on one machine. */
    SHM(List.of()),
    /** TCP, even between ranks of one machine. */
    TCP(List.of("--param", "transport=tcp,self")),
    /** Shared memory between two ranks each, and TCP between those and all others, as if they were on several hosts. */
    HOSTS(List.of());

    private final List<String> mpirunArguments;

    Transport(List<String> mpirunArguments) {
        this.mpirunArguments = mpirunArguments;
    }

    /** What the user calls it. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The one that the user calls so. */
    static Optional<Transport> of(String label) {
        return Stream.of(values())
                .filter(transport -> transport.label().equals(label))
                .findFirst();
    }

    /** What tells Tern's mpirun to use it; hosts are no matter of that. */
    List<String> mpirunArguments() {
        return mpirunArguments;
    }
}
