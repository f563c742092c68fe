/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** What the launcher needs to know about the machine it runs on. */
final class Machine {
    private static final int LARGEST_CPU = 1 << 16;

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
                || host.equals(own)
                || (dot > 0 && host.equals(own.substring(0, dot)))
                || (looksLikeAddress(host) && isOwnAddress(host));
    }

    /** Whether it is no name: of IPv6, with colons, or of IPv4, which ends with a digit and has no letters. */
    private static boolean looksLikeAddress(String host) {
        boolean colons = host.indexOf(':') >= 0;
        for (int i = 0; i < host.length(); i++) {
            char c = host.charAt(i);
            if (c != '.' && !Character.isDigit(c) && !colons) {
                return false;
            }
        }
        return !host.isEmpty();
    }

    /** Names are not looked up, for that may take long; an address is recognised in any of its forms. */
    private static boolean isOwnAddress(String host) {
        try {
            InetAddress address = InetAddress.getByName(host);
            return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
        } catch (IOException e) {
            return false;
        }
    }

    /** Whether a signal of the terminal, as that of Ctrl-C, is sent to this process and its children alike. */
    static boolean isInForeground() {
        String stat = read("/proc/self/stat"); // pid (name) state parent group session terminal foreground-group
        String[] fields = stat.substring(stat.lastIndexOf(')') + 1).trim().split(" ");
        return fields.length > 5 && fields[2].equals(fields[5]);
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

    /** Bytes of memory that processes may use: those of the machine, or the limit of the container. */
    static long memory() {
        long memory = Long.MAX_VALUE;
        String info = read("/proc/meminfo"); // MemTotal:  8123456 kB
        int unit = info.indexOf(" kB");
        if (info.startsWith("MemTotal:") && unit > 0) {
            memory = Long.parseLong(info.substring("MemTotal:".length(), unit).trim()) << 10;
        }
        for (String limit : new String[] {"memory.max", "memory/memory.limit_in_bytes"}) {
            String text = read("/sys/fs/cgroup/" + limit).trim();
            if (!text.isEmpty() && text.length() < 19 && Character.isDigit(text.charAt(0))) {
                memory = Math.min(memory, Long.parseLong(text));
            }
        }
        return memory;
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
        for (String range : list.split(",", -1)) {
            int dash = range.indexOf('-');
            int first = Integer.parseInt(dash < 0 ? range : range.substring(0, dash));
            int last = dash < 0 ? first : Integer.parseInt(range.substring(dash + 1));
            if (last > LARGEST_CPU) {
                throw new NumberFormatException("no such processor: " + last);
            }
            for (int cpu = first; cpu <= last; cpu++) {
                cpus.add(cpu);
            }
        }
        return cpus;
    }
}
