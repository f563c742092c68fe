/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.engine;

import dev.tern.error.ErrorClass;
import dev.tern.error.MpiError;
import java.util.Arrays;
import java.util.Set;

/** Which ways to other ranks may be used: shared memory to those of the same machine, TCP to all others. */
final class Transports {
    private static final Set<String> KNOWN = Set.of("shm", "tcp", "self");

    private final boolean shm;
    private final boolean tcp;

    /** @param list {@code auto}, or names separated by commas, as {@code tcp,self} */
    Transports(String list) {
        if (list.equals("auto")) {
            shm = true;
            tcp = true;
            return;
        }
        Set<String> names = Set.of(list.replace("vader", "shm").split(","));
        for (String name : names) {
            if (!KNOWN.contains(name)) {
                throw new MpiError(
                        ErrorClass.ARG,
                        "parameter transport=" + list + ": there is no transport " + name
                                + "; known are shm, tcp and self");
            }
        }
        shm = names.contains("shm");
        tcp = names.contains("tcp");
    }

    boolean usesShm() {
        return shm;
    }

    /**
     * Whether any two ranks of the job reach each other through shared memory, which all ranks answer alike.
     *
     * @param nodes of each rank
     */
    boolean needsShm(int[] nodes) {
        return shm && Arrays.stream(nodes).distinct().count() < nodes.length;
    }

    /**
     * Whether any two ranks of the job reach each other by TCP, which all ranks answer alike.
     *
     * @param nodes of each rank
     */
    boolean needsTcp(int[] nodes) {
        boolean severalNodes = false;
        for (int node : nodes) {
            severalNodes |= node != nodes[0];
        }
        boolean needs = severalNodes || !shm && nodes.length > 1;
        if (needs && !tcp) {
            throw new MpiError(
                    ErrorClass.ARG,
                    "parameter transport has no tcp, but there are ranks that cannot be reached otherwise");
        }
        return needs;
    }
}
