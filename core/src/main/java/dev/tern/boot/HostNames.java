/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.boot;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Names of machines. Where the launcher does not say which ranks share one, each tells the others where it is. */
public final class HostNames {
    private static final Path NAME = Path.of("/proc/sys/kernel/hostname");
    private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");
    private static final String KEY = "tern-host-";

    private HostNames() {}

    /** For each rank a number that is equal for ranks on the same machine. All ranks call it. */
    static int[] exchange(Wireup wireup) {
        wireup.put(KEY + wireup.rank(), own());
        wireup.barrier();
        String[] hosts = new String[wireup.size()];
        for (int rank = 0; rank < hosts.length; rank++) {
            hosts[rank] = wireup.get(KEY + rank);
        }
        return numbered(hosts);
    }

    /** Numbers different names from 0 in the order in which they appear. */
    static int[] numbered(Object[] names) {
        Map<Object, Integer> numbers = new HashMap<>();
        int[] nodes = new int[names.length];
        for (int rank = 0; rank < names.length; rank++) {
            Integer number = numbers.putIfAbsent(names[rank], numbers.size());
            nodes[rank] = number == null ? numbers.size() - 1 : number;
        }
        return nodes;
    }

    /** Several machines may have one name, and several containers of one machine share the number of its start. */
    private static String own() {
        return name() + " " + content(BOOT_ID);
    }

    /** What this machine is called; empty if it has no name. */
    public static String name() {
        String name = content(NAME);
        if (!name.isEmpty()) {
            return name;
        }
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "";
        }
    }

    private static String content(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            return ""; // not Linux
        }
    }
}
