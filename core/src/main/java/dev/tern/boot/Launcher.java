/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.boot;

import dev.tern.error.ErrorClass;
import dev.tern.error.MpiError;
import java.util.Map;

/**
 * Who has started this process, as far as its environment tells. What is not clear is refused: many ranks 0 of 1 instead of
 * one job would be the worst answer.
 */
enum Launcher {
    /** Open MPI's mpirun, PRRTE, Slurm with {@code --mpi=pmix}. */
    PMIX,
    /** Hydra, Slurm with {@code --mpi=pmi2}: there is an open connection. */
    PMI_DESCRIPTOR,
    /** Tern's mpirun, Hydra with {@code -pmi-port}: there is an address to connect to. */
    PMI_PORT,
    /** Nobody: this process is alone. */
    NONE;

    static Launcher of(Map<String, String> environment) {
        boolean hasPmi = environment.containsKey("PMI_FD")
                || environment.containsKey("PMI_PORT")
                || environment.containsKey("PMI_SIZE");
        boolean hasPmix = environment.containsKey("PMIX_NAMESPACE") || environment.containsKey("PMIX_RANK");
        if (hasPmi && hasPmix) {
            throw refused("two launchers seem to have started this process: there are variables of PMI ("
                    + named(environment, "PMI_")
                    + ") and of PMIx (" + named(environment, "PMIX_") + "). If one launcher was started by a rank of"
                    + " the other, remove the variables of the outer one in front of the inner one (env -u NAME)");
        }
        if (hasPmix) {
            requireBoth(environment, "PMIX_NAMESPACE", "PMIX_RANK");
            return PMIX;
        }
        if (environment.containsKey("PMI_FD")) {
            return PMI_DESCRIPTOR;
        }
        if (environment.containsKey("PMI_PORT")) {
            requireBoth(environment, "PMI_PORT", "PMI_ID");
            return PMI_PORT;
        }
        if (hasPmi) {
            throw refused(
                    "PMI_SIZE is set, but neither PMI_FD nor PMI_PORT, so there is no way to the launcher. Start with"
                            + " Tern's mpirun, mpiexec.hydra, Open MPI's mpirun or srun --mpi=pmi2; or, if this program is to run"
                            + " alone, without that variable");
        }
        refuseSlurmWithoutPmi(environment);
        return NONE;
    }

    private static void requireBoth(Map<String, String> environment, String one, String other) {
        String missing = !environment.containsKey(one) ? one : !environment.containsKey(other) ? other : null;
        if (missing != null) {
            throw refused((missing.equals(one) ? other : one) + " is set, but not " + missing
                    + ", so the environment is incomplete. The launcher sets both: a script between it and this program"
                    + " must pass them on; or, if this program is to run alone, start it without them");
        }
    }

    private static void refuseSlurmWithoutPmi(Map<String, String> environment) {
        String tasks = environment.getOrDefault("SLURM_NTASKS", environment.get("SLURM_NPROCS"));
        if (environment.containsKey("SLURM_PROCID") && tasks != null && isSeveral(tasks)) {
            throw refused("Slurm has started this process (SLURM_PROCID is set) as one of " + tasks
                    + " tasks, but without PMI: each would be rank 0 of 1. Use srun --mpi=pmi2 or srun --mpi=pmix. If this"
                    + " is a batch script that means to run the program once: srun -n 1, or env -u SLURM_PROCID");
        }
    }

    private static boolean isSeveral(String tasks) {
        try {
            return Integer.parseInt(tasks.strip()) > 1;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    /** Names of variables that begin like this. */
    private static String named(Map<String, String> environment, String prefix) {
        return environment.keySet().stream()
                .filter(name -> name.startsWith(prefix))
                .sorted()
                .limit(4)
                .reduce((a, b) -> a + ", " + b)
                .orElse("");
    }

    private static MpiError refused(String why) {
        return new MpiError(ErrorClass.OTHER, why + " [unknown-launcher]");
    }
}
