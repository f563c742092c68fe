/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.peers;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The native MPIs that Tern is compared with, under the names that Debian gives their commands. */
enum NativeMpi {
    /**
     * Open MPI with its default engine and shared memory or TCP, without UCX or libfabric in between. Where there are more threads
     * than cores it is told to yield, without which it needs ten times as long.
     */
    OPENMPI("mpicc.openmpi", List.of("mpirun.openmpi"), "openmpi-bin libopenmpi-dev") {
        @Override
        List<String> launch(String launcher, Transport over, int ranks, int threads, int cores) {
            List<String> command = new ArrayList<>(List.of(launcher, "--allow-run-as-root"));
            command.addAll(List.of("--mca", "pml", "ob1", "--mca", "btl"));
            command.add(over == Transport.TCP ? "tcp,self" : "vader,self");
            if (ranks > cores) {
                command.add("--oversubscribe");
            } else {
                command.addAll(List.of("--bind-to", threads == 1 ? "core" : "none"));
            }
            if (threads > 1 && ranks * threads > cores) {
                command.addAll(List.of("--mca", "mpi_yield_when_idle", "1"));
            }
            command.addAll(List.of("-n", Integer.toString(ranks)));
            return command;
        }
    },
    /** MPICH as it is installed; for TCP, with UCX. */
    MPICH("mpicc.mpich", List.of("mpiexec.mpich", "mpiexec.hydra"), "mpich libmpich-dev") {
        @Override
        List<String> launch(String launcher, Transport over, int ranks, int threads, int cores) {
            List<String> command = new ArrayList<>(List.of(launcher, "-n", Integer.toString(ranks)));
            if (over == Transport.TCP) {
                command.addAll(List.of("-genv", "UCX_TLS", "tcp,self"));
            }
            return command;
        }
    },
    /**
     * LAM/MPI with shared memory and spin locks, or TCP, in a {@link LamUniverse}. A shell does what its launcher cannot: bind
     * ranks to cores; and it goes to the folder of the program, since MPI_Init fails in one whose name is long.
     */
    LAM("mpicc.lam", List.of("mpirun.lam"), "lam-runtime lam4-dev") {
        @Override
        List<String> launch(String launcher, Transport over, int ranks, int threads, int cores) {
            String bind = threads == 1 && ranks <= cores ? "taskset -p -c $LAMRANK $$ > /dev/null 2>&1; " : "";
            List<String> command = new ArrayList<>(List.of(launcher, "-ssi", "rpi"));
            command.add(over == Transport.TCP ? "tcp" : "usysv");
            command.addAll(List.of("-np", Integer.toString(ranks), "/bin/sh", "--", "-c", bind + IN_ITS_FOLDER));
            return command;
        }
    };

    private static final String IN_ITS_FOLDER = "cd \"${0%/*}\" && exec \"./${0##*/}\" \"$@\"";

    private final String compiler;
    private final List<String> launchers;
    private final String packages;

    NativeMpi(String compiler, List<String> launchers, String packages) {
        this.compiler = compiler;
        this.launchers = launchers;
        this.packages = packages;
    }

    /** What the user calls it. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The one that the user calls so. */
    static Optional<NativeMpi> of(String label) {
        return Stream.of(values()).filter(mpi -> mpi.label().equals(label)).findFirst();
    }

    /**
     * The command that starts a program, up to the program.
     *
     * @param launcher the program to start it with
     * @param over what the ranks send their messages over
     * @param ranks how many
     * @param threads the most threads of each rank
     * @param cores processors of this machine
     */
    abstract List<String> launch(String launcher, Transport over, int ranks, int threads, int cores);

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
