/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.peers;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The engines other than Tern's mpirun that start Tern's ranks, under the names of their commands. */
enum Engine {
    /** That of MPICH. */
    HYDRA("mpiexec.hydra", "mpich", List.of()),
    /** That of Open MPI, which takes a core for each rank unless told otherwise. */
    OPENMPI("mpirun.openmpi", "openmpi-bin", List.of("--allow-run-as-root", "--oversubscribe")),
    /** That of Slurm, if one is running. */
    SLURM("srun", "slurm-wlm", List.of("--mpi=pmi2", "--overcommit")) {
        @Override
        Optional<String> obstacle(Executables executables) {
            return super.obstacle(executables)
                    .or(() -> answers(List.of("scontrol", "ping"))
                            ? Optional.empty()
                            : Optional.of("no Slurm is running here: scontrol ping finds none"));
        }
    };

    private static final int RANKS_OF_A_HOST = 2;
    private static final long LIMIT_SECONDS = 20;

    private final String command;
    private final String packages;
    private final List<String> options;

    Engine(String command, String packages, List<String> options) {
        this.command = command;
        this.packages = packages;
        this.options = options;
    }

    /** What the user calls it. */
    String label() {
        return command;
    }

    /** The one that the user calls so. */
    static Optional<Engine> of(String label) {
        return Stream.of(values())
                .filter(engine -> engine.label().equals(label))
                .findFirst();
    }

    /** Why it cannot start anything here, if so. */
    Optional<String> obstacle(Executables executables) {
        return executables.find(command).isPresent()
                ? Optional.empty()
                : Optional.of("there is no %s on the PATH: apt-get install %s".formatted(command, packages));
    }

    /** The command that starts so many ranks, up to the program. */
    List<String> launch(int ranks) {
        List<String> all = new ArrayList<>(List.of(command));
        all.addAll(options);
        all.addAll(List.of("-n", Integer.toString(ranks)));
        return all;
    }

    /**
     * The same with Hydra, which starts them on this machine and says that there are two ranks on each host: these share
     * memory, and reach the others over TCP.
     */
    static List<String> launchOnHosts(int ranks) {
        List<String> hosts = new ArrayList<>();
        for (int host = 1; host <= (ranks + 1) / RANKS_OF_A_HOST; host++) {
            hosts.add("host" + host);
        }
        return List.of(
                HYDRA.command,
                "-launcher",
                "fork",
                "-hosts",
                String.join(",", hosts),
                "-ppn",
                Integer.toString(RANKS_OF_A_HOST),
                "-n",
                Integer.toString(ranks));
    }

    /** Whether a command ends well and soon. */
    private static boolean answers(List<String> command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(Redirect.DISCARD)
                    .start();
            try {
                return process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS) && process.exitValue() == 0;
            } finally {
                process.destroy();
            }
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
