/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** What the launcher needs to know about the machine it runs on. */
final class Machine {
    private static final String CPU = "/sys/devices/system/cpu/cpu";

    private Machine() {}

    /** The name of this machine. */
    static String hostName() {
        String name = read("/proc/sys/kernel/hostname").trim();
        if (!name.isEmpty()) {
            return name;
        }
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }

    /** Whether a host name means this machine. */
    static boolean isLocal(String host) {
        String own = hostName();
        int dot = own.indexOf('.');
        return host.equals("localhost")
                || host.equals("127.0.0.1")
                || host.equals(own)
                || (dot > 0 && host.equals(own.substring(0, dot)));
    }

    /** The text of a small file of the system, empty if it cannot be read. */
    static String read(String file) {
        try (FileInputStream in = new FileInputStream(file)) {
            return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return "";
        }
    }

    /** Where an executable of the system lies, or null. */
    static String tool(String name) {
        for (String folder : new String[] {"/usr/bin/", "/bin/", "/usr/local/bin/"}) {
            if (new File(folder + name).canExecute()) {
                return folder + name;
            }
        }
        return null;
    }

    /** The processors that this process may use. */
    static List<Integer> allowedCpus() {
        String status = read("/proc/self/status");
        String label = "Cpus_allowed_list:";
        int from = status.indexOf(label);
        if (from >= 0) {
            return parseCpus(status.substring(from + label.length(), status.indexOf('\n', from))
                    .trim());
        }
        List<Integer> all = new ArrayList<>();
        for (int cpu = 0; cpu < Runtime.getRuntime().availableProcessors(); cpu++) {
            all.add(cpu);
        }
        return all;
    }

    /**
     * Groups processors by the core they belong to.
     *
     * @param cpus processors to group
     * @return for each core its processors as a list like {@code 0,4}
     */
    static List<String> cores(List<Integer> cpus) {
        List<String> cores = new ArrayList<>();
        boolean[] seen = new boolean[highest(cpus) + 1];
        for (int cpu : cpus) {
            if (seen[cpu]) {
                continue;
            }
            seen[cpu] = true;
            StringBuilder core = new StringBuilder().append(cpu);
            for (int sibling :
                    parseCpus(read(CPU + cpu + "/topology/thread_siblings_list").trim())) {
                if (sibling < seen.length && !seen[sibling] && cpus.contains(sibling)) {
                    seen[sibling] = true;
                    core.append(',').append(sibling);
                }
            }
            cores.add(core.toString());
        }
        return cores;
    }

    /**
     * Parses a list of processors.
     *
     * @param list numbers and ranges, like {@code 0,2-3}
     * @return the numbers
     * @throws NumberFormatException if it is not such a list
     */
    static List<Integer> parseCpus(String list) {
        List<Integer> cpus = new ArrayList<>();
        if (list.isEmpty()) {
            return cpus;
        }
        for (String range : list.split(",")) {
            int dash = range.indexOf('-');
            int first = Integer.parseInt(dash < 0 ? range : range.substring(0, dash));
            int last = dash < 0 ? first : Integer.parseInt(range.substring(dash + 1));
            for (int cpu = first; cpu <= last; cpu++) {
                cpus.add(cpu);
            }
        }
        return cpus;
    }

    private static int highest(List<Integer> cpus) {
        int highest = 0;
        for (int cpu : cpus) {
            highest = Math.max(highest, cpu);
        }
        return highest;
    }
}
