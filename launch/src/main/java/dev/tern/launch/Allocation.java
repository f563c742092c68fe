/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

import java.io.File;
import java.util.List;
import java.util.Map;

/**
 * Where a job may run: on hosts that are named, on the nodes of an allocation of Slurm, or on this machine alone.
 *
 * @param hosts the hosts that are named, if any
 * @param nodes how many machines there are
 * @param tasks how many ranks the allocation is made for, 0 if it does not say
 * @param slurm whether this is an allocation of Slurm
 */
record Allocation(Hosts hosts, int nodes, int tasks, boolean slurm) {
    /** Variables that name a host file; the operator of Kubernetes sets one of them. */
    static final List<String> HOST_FILES = List.of(
            "HYDRA_HOST_FILE",
            "I_MPI_HYDRA_HOST_FILE",
            "OMPI_MCA_orte_default_hostfile",
            "PRTE_MCA_prte_default_hostfile");

    /** Hosts that a message names. */
    private static final int LONGEST_LIST = 4;

    /** What options and environment say, in this order: the options, an allocation of several nodes, a host file. */
    static Allocation of(Hosts named, Map<String, String> environment) {
        boolean slurm = environment.containsKey("SLURM_JOB_ID");
        int nodes = slurm ? number(environment, 1, "SLURM_JOB_NUM_NODES", "SLURM_NNODES") : 1;
        Hosts hosts = named;
        if (hosts.isEmpty() && nodes == 1) {
            for (String variable : HOST_FILES) {
                String file = environment.get(variable);
                if (hosts.isEmpty() && file != null && new File(file).isFile()) {
                    hosts = Hosts.file(variable, file);
                }
            }
        }
        if (!hosts.isEmpty()) {
            return new Allocation(hosts, hosts.firstOther() == null ? 1 : hosts.size(), 0, slurm);
        }
        int each = number(environment, 1, "SLURM_NTASKS_PER_NODE");
        return new Allocation(hosts, nodes, slurm ? number(environment, each * nodes, "SLURM_NTASKS") : 0, slurm);
    }

    private static int number(Map<String, String> environment, int otherwise, String... variables) {
        for (String variable : variables) {
            try {
                return Math.max(1, Integer.parseInt(environment.getOrDefault(variable, "")));
            } catch (NumberFormatException e) {
                // not set, or not to be understood: the next one
            }
        }
        return otherwise;
    }

    /** The same with so many slots on each host. */
    Allocation each(int slots) {
        return hosts.isEmpty() ? this : new Allocation(hosts.each(slots), nodes, tasks, slurm);
    }

    /** Whether it is this machine alone. */
    boolean isHere() {
        return hosts.isEmpty() ? nodes == 1 : hosts.firstOther() == null;
    }

    /** The number of ranks if the user does not say; 0 for what suits this machine. */
    int defaultSize() {
        if (!hosts.isEmpty()) {
            return isHere() && !hosts.counted() ? 0 : hosts.slots();
        }
        return isHere() ? 0 : tasks;
    }

    /** The most ranks that one machine gets. */
    int ranksPerNode(int ranks) {
        int most = (ranks + nodes - 1) / nodes;
        for (Host host : hosts.dealt(ranks)) {
            most = Math.max(most, host.slots());
        }
        return most;
    }

    /** For messages. */
    String text() {
        if (hosts.isEmpty()) {
            return nodes + (nodes == 1 ? " node" : " nodes");
        }
        return hosts.size() > LONGEST_LIST ? hosts.size() + " hosts" : hosts.text();
    }
}
