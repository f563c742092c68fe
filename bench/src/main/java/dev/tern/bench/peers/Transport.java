/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.peers;

import java.util.List;

/** Over what all contenders send their messages: the choice of option {@code --over}. */
enum Transport {
    /** Shared memory, or what an MPI takes by itself on one machine. */
    SHM(List.of()),
    /** TCP, even between ranks of one machine. */
    TCP(List.of("--param", "transport=tcp,self"));

    private final List<String> mpirunArguments;

    Transport(List<String> mpirunArguments) {
        this.mpirunArguments = mpirunArguments;
    }

    /** What tells Tern's mpirun to use it. */
    List<String> mpirunArguments() {
        return mpirunArguments;
    }
}
