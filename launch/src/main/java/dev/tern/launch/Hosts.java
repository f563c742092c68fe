/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The hosts of a job in the order in which they are filled, each once; read from options and from host files. */
final class Hosts {
    /** No host is named. */
    static final Hosts NONE = new Hosts();

    private static final int LARGEST_COUNT = 100_000;
    private static final String LIST_FORM = "HOST or HOST:SLOTS, separated by commas";
    private static final String FILE_FORM = "HOST, HOST:SLOTS or HOST slots=N max_slots=M in each line; # for comments";

    private final Map<String, Host> hosts = new LinkedHashMap<>();

    /**
     * Reads the list of an option, {@code a:2,b:2}.
     *
     * @throws LaunchException if it is no such list
     */
    static Hosts list(String option, String list) {
        Hosts hosts = new Hosts();
        for (String entry : list.split(",", -1)) {
            hosts.add(host(entry.trim(), option, list, LIST_FORM));
        }
        return hosts;
    }

    /**
     * Reads a file in the form of Open MPI ({@code host slots=N max_slots=M}) or of MPICH ({@code host:N}).
     *
     * @throws LaunchException if it cannot be read or understood
     */
    static Hosts file(String option, String file) {
        Hosts hosts = new Hosts();
        try {
            int number = 0;
            for (String line : Files.readAllLines(Path.of(file))) {
                number++;
                int comment = line.indexOf('#');
                String entry = (comment < 0 ? line : line.substring(0, comment)).trim();
                if (!entry.isEmpty()) {
                    hosts.add(fileLine(entry, option + " " + file + ", line " + number + ","));
                }
            }
        } catch (IOException e) {
            throw new LaunchException(Topic.BAD_VALUE, option, file, "a file that can be read");
        }
        if (hosts.isEmpty()) {
            throw new LaunchException(Topic.BAD_VALUE, option, file, "a file that names a host");
        }
        return hosts;
    }

    private static Host fileLine(String line, String place) {
        String[] words = line.split("\\s+");
        Host host = host(words[0], place, line, FILE_FORM);
        for (int i = 1; i < words.length; i++) {
            int equals = words[i].indexOf('=');
            int count = equals < 0 ? -1 : count(words[i].substring(equals + 1));
            String key = equals < 0 ? "" : words[i].substring(0, equals).replace('-', '_');
            if (count > 0 && key.equals("slots")) {
                host = new Host(host.name(), count, host.most(), true);
            } else if (count > 0 && key.equals("max_slots")) {
                host = new Host(host.name(), host.slots(), count, host.counted());
            } else {
                throw new LaunchException(Topic.BAD_VALUE, place, line, FILE_FORM);
            }
        }
        return host;
    }

    /** {@code name} or {@code name:slots}; an address of IPv6 has several colons and no slots, unless it is in brackets. */
    private static Host host(String entry, String place, String whole, String form) {
        int colon = entry.lastIndexOf(':');
        boolean address = colon > entry.indexOf(':') && entry.indexOf("]:") < 0;
        String name = colon < 0 || address ? entry : entry.substring(0, colon);
        boolean counted = !name.equals(entry);
        int slots = counted ? count(entry.substring(colon + 1)) : 1;
        if (slots < 1 || name.isEmpty() || name.startsWith("-")) {
            throw new LaunchException(Topic.BAD_VALUE, place, whole, form);
        }
        return new Host(name, slots, 0, counted);
    }

    /** The value of a count, or -1. */
    private static int count(String text) {
        try {
            int count = Integer.parseInt(text);
            return count > LARGEST_COUNT ? -1 : count;
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    /** A host that is named again has the slots of both. */
    private void add(Host host) {
        Host known = hosts.get(host.name());
        hosts.put(host.name(), known == null ? host : known.and(host));
    }

    /** These hosts and then those. */
    Hosts and(Hosts more) {
        if (more.isEmpty()) {
            return this;
        }
        Hosts all = new Hosts();
        all.hosts.putAll(hosts);
        for (Host host : more.hosts.values()) {
            all.add(host);
        }
        return all;
    }

    /**
     * Those of a host file that an option picks out; their slots are those of the file unless the option counts them.
     *
     * @throws LaunchException if one is not in the file
     */
    Hosts only(String option, Hosts picked) {
        Hosts some = new Hosts();
        for (Host pick : picked.hosts.values()) {
            Host known = hosts.get(pick.name());
            if (known == null) {
                throw new LaunchException(Topic.BAD_VALUE, option, pick.name(), "hosts of the host file: " + text());
            }
            some.add(pick.counted() ? new Host(pick.name(), pick.slots(), known.most(), true) : known);
        }
        return some;
    }

    /** The same hosts with so many slots each. */
    Hosts each(int slots) {
        Hosts all = new Hosts();
        for (Host host : hosts.values()) {
            all.add(new Host(host.name(), slots, host.most(), true));
        }
        return all;
    }

    /** Whether no host is named. */
    boolean isEmpty() {
        return hosts.isEmpty();
    }

    /** How many they are. */
    int size() {
        return hosts.size();
    }

    /** The slots of all together. */
    int slots() {
        int slots = 0;
        for (Host host : hosts.values()) {
            slots += host.slots();
        }
        return slots;
    }

    /** Whether the user says of any host how many slots it has. */
    boolean counted() {
        boolean counted = false;
        for (Host host : hosts.values()) {
            counted |= host.counted();
        }
        return counted;
    }

    /** The first that is not this machine, or null. */
    String firstOther() {
        for (Host host : hosts.values()) {
            if (!Machine.isLocal(host.name())) {
                return host.name();
            }
        }
        return null;
    }

    /** How many ranks there may be at most. */
    int most() {
        long most = 0;
        for (Host host : hosts.values()) {
            most += host.most() == 0 ? Integer.MAX_VALUE : host.most();
        }
        return (int) Math.min(most, Integer.MAX_VALUE);
    }

    /** The hosts with what they are given of so many ranks: each its slots in turn, and again, until all are dealt out. */
    List<Host> dealt(int ranks) {
        List<Host> all = new ArrayList<>(hosts.values());
        int[] given = new int[all.size()];
        int left = ranks;
        for (boolean any = true; left > 0 && any; ) {
            any = false;
            for (int i = 0; i < given.length && left > 0; i++) {
                Host host = all.get(i);
                int room = host.most() == 0 ? left : Math.min(left, host.most() - given[i]);
                int more = Math.min(room, host.slots());
                given[i] += more;
                left -= more;
                any |= more > 0;
            }
        }
        List<Host> dealt = new ArrayList<>();
        for (int i = 0; i < given.length; i++) {
            if (given[i] > 0) {
                dealt.add(new Host(all.get(i).name(), given[i], all.get(i).most(), true));
            }
        }
        return dealt;
    }

    /** The same hosts with just the slots that so many ranks take. */
    Hosts filled(int ranks) {
        Hosts filled = new Hosts();
        for (Host host : dealt(ranks)) {
            filled.add(host);
        }
        return filled;
    }

    /** The list that launchers take: {@code a:2,b:2}. */
    String text() {
        return text(hosts.values());
    }

    /** The same for hosts that come from {@link #dealt}. */
    static String text(Iterable<Host> hosts) {
        StringBuilder text = new StringBuilder();
        for (Host host : hosts) {
            text.append(text.isEmpty() ? "" : ",").append(host.text());
        }
        return text.toString();
    }
}
