/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests.programs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import mpi.MPI;
import mpi.MPIException;

/** Prints what the launcher gives to a rank: arguments, folder, environment, standard input. */
public final class Surroundings {
    private static final String[] VARIABLES = {
        "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_RANK", "OMPI_COMM_WORLD_LOCAL_SIZE",
        "OMPI_COMM_WORLD_NODE_RANK", "OMPI_UNIVERSE_SIZE", "COLOUR", "TERN_EAGER_LIMIT"
    };

    private Surroundings() {}

    public static void main(String[] args) throws MPIException, IOException {
        String[] rest = MPI.Init(args);
        int rank = MPI.COMM_WORLD.getRank();
        StringBuilder text = new StringBuilder();
        line(text, rank, "size", String.valueOf(MPI.COMM_WORLD.getSize()));
        line(text, rank, "args", Arrays.toString(rest));
        line(text, rank, "folder", Path.of("").toAbsolutePath().getFileName().toString());
        for (String variable : VARIABLES) {
            line(text, rank, variable, System.getenv(variable));
        }
        line(text, rank, "input", new String(System.in.readAllBytes(), StandardCharsets.UTF_8).strip());
        System.out.print(text);
        MPI.Finalize();
    }

    private static void line(StringBuilder text, int rank, String name, String value) {
        text.append(rank).append(' ').append(name).append('=').append(value).append('\n');
    }
}
