/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import mpi.MPIException;

/** The programs beside the benchmarks, which have no options. */
public enum Program {
    /** For the wall time of a job that does nothing. */
    HELLO(Hello.class, 1, "says hello from every rank and ends"),
    /** For the CPU time of waiting. */
    WAIT_CPU(WaitCpu.class, 2, "CPU time of ranks that wait a second for rank 0");

    private final Class<?> mainClass;
    private final int leastRanks;
    private final String title;

    Program(Class<?> mainClass, int leastRanks, String title) {
        this.mainClass = mainClass;
        this.leastRanks = leastRanks;
        this.title = title;
    }

    /** The program that these arguments ask for, if they ask for one. */
    public static Optional<Program> of(List<String> args) {
        return args.size() == 1 ? find(args.getFirst()) : Optional.empty();
    }

    static Optional<Program> find(String name) {
        return Stream.of(values())
                .filter(program -> program.label().equals(name))
                .findFirst();
    }

    /** What the user calls it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What it shows. */
    String title() {
        return title;
    }

    /** The class to start. */
    public Class<?> mainClass() {
        return mainClass;
    }

    /**
     * Refuses a number of ranks on which it shows nothing.
     *
     * @param ranks the number of ranks
     * @throws UsageException when there are too few
     */
    public void check(int ranks) throws UsageException {
        if (ranks < leastRanks) {
            throw new UsageException("%s needs at least %d ranks and was started on %d: try mpirun -n %d"
                    .formatted(label(), leastRanks, ranks, leastRanks));
        }
    }

    /** Runs it on this rank. */
    void run() throws MPIException, InterruptedException {
        String[] none = {};
        if (this == HELLO) {
            Hello.main(none);
        } else {
            WaitCpu.main(none);
        }
    }
}
