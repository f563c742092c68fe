/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.peers;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The native MPIs that Tern is compared with, under the names that Debian gives their commands. */
enum NativeMpi {
    /** Open MPI with its default engine and shared memory, without UCX or libfabric in between. */
    OPENMPI("mpicc.openmpi", List.of("mpirun.openmpi"), "openmpi-bin libopenmpi-dev") {
        @Override
        List<String> launch(String launcher, int ranks, int cores) {
            List<String> command = new ArrayList<>(List.of(launcher, "--allow-run-as-root"));
            command.addAll(List.of("--mca", "pml", "ob1", "--mca", "btl", "vader,self"));
            command.addAll(ranks <= cores ? List.of("--bind-to", "core") : List.of("--oversubscribe"));
            command.addAll(List.of("-n", Integer.toString(ranks)));
            return command;
        }
    },
    /** MPICH as it is installed. */
    MPICH("mpicc.mpich", List.of("mpiexec.mpich", "mpiexec.hydra"), "mpich libmpich-dev") {
        @Override
        List<String> launch(String launcher, int ranks, int cores) {
            return List.of(launcher, "-n", Integer.toString(ranks));
        }
    };

    private final String compiler;
    private final List<String> launchers;
    private final String packages;

    NativeMpi(String compiler, List<String> launchers, String packages) {
        this.compiler = compiler;
        this.launchers = launchers;
        this.packages = packages;
    }

    /** The command that starts a program, up to the program. */
    abstract List<String> launch(String launcher, int ranks, int cores);

    /** The compiler command. */
    String compiler() {
        return compiler;
    }

    /** The launcher, when both it and the compiler are installed. */
    Optional<String> launcher(Executables executables) {
        return executables.find(compiler).flatMap(found -> executables.find(launchers.toArray(String[]::new)));
    }

    /** What is missing and how it is installed. */
    String howToInstall(Executables executables) {
        String missing = executables.find(compiler).isEmpty() ? compiler : launchers.getFirst();
        return "there is no %s on the PATH: apt-get install %s".formatted(missing, packages);
    }
}
